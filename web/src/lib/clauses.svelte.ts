// One dialog shows whichever clause was asked for last, on any page.
import { call, sentence } from "./rest";
import type { ClauseInfo } from "./types";

let names = $state.raw<Record<string, string>>({});
let asked = false;

/** What a clause is called; "" until it is known. They are asked for all at once, when the first is wanted. */
export const nameOf = (id: string): string => names[id] ?? "";

export function wantNames(): void {
  if (asked) return;
  asked = true;
  call("get", "/api/clause-names").then(
    (list) => (names = Object.fromEntries(list.map(({ id, title }) => [id, title]))),
    () => (asked = false),
  );
}

const known = new Map<string, ClauseInfo>();
export const shown = $state<{ id: string | null; clause: ClauseInfo | null; problem: string }>({
  id: null,
  clause: null,
  problem: "",
});

export async function openClause(id: string): Promise<void> {
  shown.id = id;
  shown.clause = known.get(id) ?? null;
  shown.problem = "";
  if (shown.clause) return;
  try {
    const clause = await call("get", "/api/clauses/{clause_id}", { path: { clause_id: id } });
    known.set(id, clause);
    if (shown.id === id) shown.clause = clause;
  } catch (error) {
    if (shown.id === id) shown.problem = sentence(error);
  }
}

export function closeClause(): void {
  shown.id = null;
}
