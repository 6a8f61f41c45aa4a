// Making matches and taking seats, with the tokens kept.
import { call } from "./rest";
import { go } from "./router.svelte";
import { settings } from "./settings.svelte";
import { takeTokens, tokensOf } from "./tokens";
import type { GameInfo, MyMatch, NewMatch, SeatRequest } from "./types";

export async function makeMatch(body: NewMatch): Promise<void> {
  const created = await call("post", "/api/matches", { body });
  takeTokens(created.tokens);
  go(`/m/${created.match.id}`);
}

/** The bot a newcomer should meet first: the weakest that tries, or the one there is. */
export const gentleBot = (game: GameInfo): string => (game.bots[1] ?? game.bots[0])?.name ?? "random";

interface Seating {
  opponents: (bots: string[]) => string[];
  seatsOf?: Record<string, number>;
}

/** You against bots: as many as the game has usually, or this ruleset of it; drawn from a field, where one is named. */
export function playNow(game: GameInfo, { opponents, seatsOf }: Seating, ruleset: string | null = null, field?: string): Promise<void> {
  const seated = Math.min(seatsOf?.[ruleset ?? ""] ?? game.max_seats, game.max_seats);
  const usual = opponents(game.bots.filter((bot) => !bot.trained).map((bot) => bot.name)).slice(0, seated - 1);
  const bots = field ? usual.map(() => field) : usual;
  const seats: SeatRequest[] = [
    { kind: "human", name: settings.name || null, bot: null },
    ...bots.map((bot): SeatRequest => ({ kind: "bot", name: null, bot })),
  ];
  return makeMatch({ game: game.id, seats, ruleset, options: {}, board_file: null, listed: false });
}

export async function takeSeat(match: string, seat: number): Promise<void> {
  const token = await call("post", "/api/matches/{match_id}/seats/{seat}/take", {
    path: { match_id: match, seat },
    body: { name: settings.name || null },
  });
  takeTokens([token]);
}

/** The match that follows, with every seat held here. Whoever is first makes it, the others join it. */
export async function rematch(match: string): Promise<void> {
  let next = "";
  for (const { token } of tokensOf(match)) {
    const created = await call("post", "/api/matches/{match_id}/rematch", { path: { match_id: match }, token });
    takeTokens(created.tokens);
    next = created.match.id;
  }
  go(`/m/${next}`);
}

/** Give up the seats of the rematch that are kept for those held here. */
export async function declineRematch(match: string, next: string): Promise<void> {
  for (const { seat, token } of tokensOf(match)) {
    await call("patch", "/api/matches/{match_id}/seats/{seat}", {
      path: { match_id: next, seat },
      body: { kind: "open", bot: null, name: null },
      token,
    });
  }
}

/** First those that wait for somebody here, then those under way, then the others; the newest first. */
export function inOrder(mine: readonly MyMatch[]): MyMatch[] {
  const rank = ({ match, my_turn }: MyMatch): number => (my_turn ? 0 : match.status === "over" ? 2 : 1);
  return mine.toSorted((one, other) => rank(one) - rank(other) || other.match.changed.localeCompare(one.match.changed));
}
