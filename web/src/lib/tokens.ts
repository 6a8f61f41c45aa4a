// The seats this browser holds. Whoever has the token has the seat.
import { recall, remember } from "./storage";
import type { SeatToken } from "./types";

const KEEP = 200;

export const allTokens = (): SeatToken[] => recall<SeatToken[]>("tokens", []);

export const tokensOf = (match: string): SeatToken[] =>
  allTokens()
    .filter((held) => held.match === match)
    .sort((one, other) => one.seat - other.seat);

const curious: (() => void)[] = [];
/** Whoever wants to know that a seat was taken here. */
export const whenTaken = (tell: () => void): void => void curious.push(tell);

/** Seats that were just given to this browser. */
export function takeTokens(tokens: SeatToken[]): void {
  keepTokens(tokens);
  for (const tell of curious) tell();
}

/** A link to a seat for its holder's other device. What stands behind # is sent to no server. */
export const seatLink = ({ match, seat, token }: SeatToken): string => `/m/${match}#seat=${seat}.${token}`;

/** Come by such a link, the seat is here from now on. */
export function openSeatLink(): void {
  const match = /^\/m\/([\w-]+)$/.exec(location.pathname);
  const held = /^#seat=(\d{1,2})\.([\w-]{16,100})$/.exec(location.hash);
  if (!match || !held) return;
  takeTokens([{ match: match[1]!, seat: Number(held[1]), token: held[2]! }]);
  history.replaceState(null, "", location.pathname);
}

export function keepTokens(tokens: SeatToken[]): void {
  // A rematch is played with the tokens of the match before it, so a token alone does not name a seat.
  const same = (one: SeatToken, other: SeatToken): boolean => one.match === other.match && one.seat === other.seat;
  const others = allTokens().filter((held) => !tokens.some((each) => same(each, held)));
  remember("tokens", [...others, ...tokens].slice(-KEEP));
}

/** A key of this device in place of a token: it is here by the account, and ends with its session. */
export const isBorrowed = ({ token }: SeatToken): boolean => token.length === 47 && token.startsWith("key-");

export function dropTokens(which: (held: SeatToken) => boolean): void {
  remember(
    "tokens",
    allTokens().filter((held) => !which(held)),
  );
}

export function dropToken(match: string, seat: number): void {
  dropTokens((held) => held.match === match && held.seat === seat);
}
