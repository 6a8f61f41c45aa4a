// Making matches and taking seats, with the tokens kept.
import { call } from "./rest";
import { go } from "./router.svelte";
import { settings } from "./settings.svelte";
import { keepTokens, tokensOf } from "./tokens";
import type { GameInfo, NewMatch, SeatRequest } from "./types";

export async function makeMatch(body: NewMatch): Promise<void> {
  const created = await call("post", "/api/matches", { body });
  keepTokens(created.tokens);
  go(`/m/${created.match.id}`);
}

/** The bot a newcomer should meet first: the weakest that tries, or the one there is. */
export const gentleBot = (game: GameInfo): string => (game.bots[1] ?? game.bots[0])?.name ?? "random";

interface Seating {
  opponents: (bots: string[]) => string[];
  seatsOf?: Record<string, number>;
}

/** You against bots: as many as the game has usually, or this ruleset of it. */
export function playNow(game: GameInfo, { opponents, seatsOf }: Seating, ruleset: string | null = null): Promise<void> {
  const seated = Math.min(seatsOf?.[ruleset ?? ""] ?? game.max_seats, game.max_seats);
  const bots = opponents(game.bots.map((bot) => bot.name)).slice(0, seated - 1);
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
  keepTokens([token]);
}

/** The match that follows, with every seat held here. Whoever is first makes it, the others join it. */
export async function rematch(match: string): Promise<void> {
  let next = "";
  for (const { token } of tokensOf(match)) {
    const created = await call("post", "/api/matches/{match_id}/rematch", { path: { match_id: match }, token });
    keepTokens(created.tokens);
    next = created.match.id;
  }
  go(`/m/${next}`);
}
