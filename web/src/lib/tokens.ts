// The seats this browser holds. Whoever has the token has the seat.
import { recall, remember } from "./storage";
import type { SeatToken } from "./types";

const KEEP = 200;

export const allTokens = (): SeatToken[] => recall<SeatToken[]>("tokens", []);

export const tokensOf = (match: string): SeatToken[] =>
  allTokens()
    .filter((held) => held.match === match)
    .sort((one, other) => one.seat - other.seat);

export function keepTokens(tokens: SeatToken[]): void {
  // A rematch is played with the tokens of the match before it, so a token alone does not name a seat.
  const same = (one: SeatToken, other: SeatToken): boolean => one.match === other.match && one.seat === other.seat;
  const others = allTokens().filter((held) => !tokens.some((each) => same(each, held)));
  remember("tokens", [...others, ...tokens].slice(-KEEP));
}

export function dropToken(match: string, seat: number): void {
  remember(
    "tokens",
    allTokens().filter((held) => held.match !== match || held.seat !== seat),
  );
}
