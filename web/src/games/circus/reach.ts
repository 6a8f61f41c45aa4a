// Squares further off, by several answers one after the other: which they are, the engine says with the first of them.
import type { Choice, Decision } from "../../lib/types";
import { type Race, asAnswer } from "./race";

export interface Way {
  cost: number;
  steps: Choice[]; // as they are answered, one after the other
  squares: number[]; // where each of them ends
}

/** The way to every square that takes more than one answer. */
export function waysOf(decision: Decision | null, race: Race): Map<number, Way> {
  const start = race.chariots[decision?.about ?? ""]?.square ?? -1;
  const found = new Map<number, Way>();
  for (const answer of decision?.answers ?? [])
    for (const { square, cost, then, squares } of asAnswer(answer).onward ?? [])
      found.set(square, { cost, steps: [answer.choice, ...then], squares: [start, ...squares] });
  return found;
}
