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
  const others = allTokens().filter((held) => !tokens.some((each) => each.token === held.token));
  remember("tokens", [...others, ...tokens].slice(-KEEP));
}

export function dropToken(match: string, seat: number): void {
  remember(
    "tokens",
    allTokens().filter((held) => held.match !== match || held.seat !== seat),
  );
}
