// Who wants to throw nothing need not say so in every phase.
import { recall, remember } from "../../lib/storage";
import type { MatchInfo } from "../../lib/types";
import type { Fighter } from "./arena";

const KEPT = 20; // of the last matches

let muted = $state.raw<string[]>(recall("arena.throws", []));
const keyOf = (match: MatchInfo, man: Fighter): string => `${match.id} ${man.name}`;

/** Whether he keeps everything without being asked. */
export const keepsAll = (match: MatchInfo, man: Fighter): boolean => muted.includes(keyOf(match, man));

export function keepAll(match: MatchInfo, man: Fighter, on: boolean): void {
  const others = muted.filter((each) => each !== keyOf(match, man));
  muted = on ? [...others, keyOf(match, man)].slice(-KEPT) : others;
  remember("arena.throws", muted);
}
