// Making matches and taking seats, with the tokens kept.
import { call } from "./rest";
import { go } from "./router.svelte";
import { settings } from "./settings.svelte";
import { keepTokens, tokensOf } from "./tokens";
import type { GameInfo, MatchInfo, NewMatch, SeatRequest } from "./types";

export async function makeMatch(body: NewMatch): Promise<void> {
  const created = await call("post", "/api/matches", { body });
  keepTokens(created.tokens);
  go(`/m/${created.match.id}`);
}

/** The bot a newcomer should meet first: the weakest that tries, or the one there is. */
export const gentleBot = (game: GameInfo): string => (game.bots[1] ?? game.bots[0])?.name ?? "random";

/** You against three, one of them a little better. */
export function raceNow(game: GameInfo): Promise<void> {
  const seats: SeatRequest[] = [{ kind: "human", name: settings.name || null, bot: null }];
  for (const index of [1, 1, 2]) {
    const bot = game.bots[Math.min(index, game.bots.length - 1)]?.name ?? "random";
    seats.push({ kind: "bot", name: null, bot });
  }
  return makeMatch({ game: game.id, seats, ruleset: null, options: {}, board_file: null, listed: false });
}

export async function takeSeat(match: string, seat: number): Promise<void> {
  const token = await call("post", "/api/matches/{match_id}/seats/{seat}/take", {
    path: { match_id: match, seat },
    body: { name: settings.name || null },
  });
  keepTokens([token]);
}

export async function rematch(match: string): Promise<void> {
  const held = tokensOf(match);
  const created = await call("post", "/api/matches/{match_id}/rematch", {
    path: { match_id: match },
    token: held[0]?.token,
  });
  keepTokens(created.tokens);
  // A token stays good for the same seat of the match that follows.
  keepTokensOfNext(match, created.match.id);
  go(`/m/${created.match.id}`);
}

/** The seats held in one match are held in its rematch as well. */
export function keepTokensOfNext(match: string, next: string): void {
  const known = tokensOf(next).map((held) => held.seat);
  keepTokens(
    tokensOf(match)
      .filter((held) => !known.includes(held.seat))
      .map((held) => ({ ...held, match: next })),
  );
}

/** "Race in round 3", in a line. */
export function describe(match: MatchInfo): string {
  const names = match.seats.map((seat) => (seat.kind === "open" ? "open seat" : seat.name));
  return names.join(", ");
}
