// The charts of the book that is played: whether they lie open at this table, and the tables themselves, asked for once.
import { call } from "./rest";
import type { ChartInfo, ClauseChart, EventInfo, MatchInfo } from "./types";

/** `pinned`: the roll that stays marked, whatever is thrown after it. */
export const charts = $state<{ open: boolean; pinned: number | null }>({ open: false, pinned: null });

const known = new Map<string, Promise<ChartInfo[]>>();

/** By the rules of a match; the solution of an exercise is no match, but has a ruleset. */
export function chartsOf({ id, game, ruleset }: MatchInfo): Promise<ChartInfo[]> {
  const key = id || `${game} ${ruleset}`;
  let found = known.get(key);
  if (!found) {
    found = id
      ? call("get", "/api/matches/{match_id}/charts", { path: { match_id: id } })
      : call("get", "/api/charts/{game}", { path: { game }, query: { ruleset } });
    known.set(key, found);
    found.catch(() => known.delete(key));
  }
  return found;
}

const beside = new Map<string, Promise<ClauseChart[]>>();

/** Those that a clause is read with. */
export function chartsOfClause(id: string): Promise<ClauseChart[]> {
  let found = beside.get(id);
  if (!found) {
    found = call("get", "/api/clause-charts/{clause_id}", { path: { clause_id: id } });
    beside.set(id, found);
    found.catch(() => beside.delete(id));
  }
  return found;
}

/** The roll that is marked: the pinned one, or else the last that fell on a chart. */
export function markedRoll(events: EventInfo[]): EventInfo | undefined {
  const pinned = charts.pinned === null ? undefined : events.find((event) => event.n === charts.pinned);
  return pinned ?? events.findLast((event) => event.spots?.length);
}
