// Tournaments of people: the keys this browser holds (an organiser's, an entrant's), and the seats that come of them.
import { syncAccount } from "./account.svelte";
import { call } from "./rest";
import { recall, remember } from "./storage";
import { allTokens, isBorrowed, keepTokens, tokensOf } from "./tokens";
import type { MatchInfo, MyTournament } from "./types";

interface Key {
  tournament: string;
  token: string;
}
const KEEP = 100;
const ASK = 200; // tokens at once

const allKeys = (): Key[] => recall<Key[]>("tournaments", []);
export const keysOf = (tournament: string): string[] => allKeys().filter((key) => key.tournament === tournament).map(({ token }) => token);

/** What to ask with: the keys of this tournament, or all that is held where none is known yet. */
export const keysHere = (tournament: string): string[] | undefined => (keysOf(tournament).length ? keysOf(tournament) : undefined);

export function keepKey(tournament: string, token: string): void {
  const others = allKeys().filter((key) => key.token !== token);
  remember("tournaments", [...others, { tournament, token }].slice(-KEEP));
}

export function dropKeys(tournament: string): void {
  remember(
    "tournaments",
    allKeys().filter((key) => key.tournament !== tournament),
  );
}

/** The organiser's link for another device. What stands behind # is sent to no server. */
export const keyLink = (tournament: string, token: string): string => `/t/${tournament}#key=${token}`;

/** Come by such a link, the key is here from now on. */
export function openKeyLink(): void {
  const tournament = /^\/t\/([\w-]+)$/.exec(location.pathname);
  const key = /^#key=([\w-]{16,100})$/.exec(location.hash);
  if (!tournament || !key) return;
  keepKey(tournament[1]!, key[1]!);
  history.replaceState(null, "", location.pathname);
}

// Whoever has a seat at a table, by a pass or a link, has the entry: its token is the same.
const allHeld = (): string[] => [...new Set([...allTokens().filter((held) => !isBorrowed(held)), ...allKeys()].map(({ token }) => token))];

/** Those that were set up or entered here, or with the account. One's seats at their tables are here from now on. */
export async function myTournaments(of: readonly string[] = allHeld()): Promise<MyTournament[]> {
  const tokens = of.slice(-ASK);
  const mine = await call("post", "/api/tournaments/mine", { body: { tokens } });
  const seats = mine.flatMap((each) => each.seats);
  const known = new Set(allKeys().map(({ token }) => token));
  for (const { tournament, seats: own } of mine) {
    for (const { token } of own) if (token !== null && !known.has(tokens[token]!)) keepKey(tournament.id, tokens[token]!);
  }
  keepTokens(seats.flatMap(({ match, seat, token }) => (token === null ? [] : [{ match, seat, token: tokens[token]! }])));
  // Those of another device come by the account.
  if (seats.some(({ match, token }) => token === null && !tokensOf(match).length)) await syncAccount().catch(() => undefined);
  return mine;
}

/** A table was opened by its link: whoever entered here has his seat there. Whether there was one not known before. */
export async function adoptTable({ id, tournament }: MatchInfo): Promise<boolean> {
  if (!tournament || tokensOf(id).length) return false;
  await myTournaments(keysHere(tournament.id));
  return tokensOf(id).length > 0;
}
