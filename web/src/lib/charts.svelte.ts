// The charts of the book that is played: whether they lie open at this table, and the tables themselves, asked for once.
import { call } from "./rest";
import type { ChartInfo, EventInfo } from "./types";

/** `pinned`: the roll that stays marked, whatever is thrown after it. */
export const charts = $state<{ open: boolean; pinned: number | null }>({ open: false, pinned: null });

const known = new Map<string, Promise<ChartInfo[]>>();

export function chartsOf(match: string): Promise<ChartInfo[]> {
  let found = known.get(match);
  if (!found) {
    found = call("get", "/api/matches/{match_id}/charts", { path: { match_id: match } });
    known.set(match, found);
    found.catch(() => known.delete(match));
  }
  return found;
}

/** The roll that is marked: the pinned one, or else the last that fell on a chart. */
export function markedRoll(events: EventInfo[]): EventInfo | undefined {
  const pinned = charts.pinned === null ? undefined : events.find((event) => event.n === charts.pinned);
  return pinned ?? events.findLast((event) => event.spots?.length);
}
