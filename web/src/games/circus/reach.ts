// How far a chariot could get with what it has left, step by step, if nobody and no die comes between.
import type { Decision } from "../../lib/types";
import type { Circuit } from "./circuit";
import type { Race } from "./race";

export interface Way {
  cost: number;
  steps: string[]; // as they are answered, one after the other
  squares: number[]; // through which it leads
}

interface Step {
  choice: "forward" | "in" | "out";
  cost: number;
}

const STEPS: Step[] = [
  { choice: "forward", cost: 1 },
  { choice: "out", cost: 1 },
  { choice: "in", cost: 2 },
];
const HURDLE = 0.01; // of two ways that cost the same the one with fewer changes of lane

/** The cheapest way to every square that takes more than one answer. */
export function waysOf(decision: Decision | null, race: Race, circuit: Circuit): Map<number, Way> {
  const ways = new Map<number, Way>();
  const chariot = race.chariots[decision?.about ?? ""];
  const factors = Number(/^(\d+) movement/.exec(decision?.prompt ?? "")?.[1] ?? 0);
  if (decision?.name !== "step" || !chariot || chariot.square < 0 || !factors) return ways;
  const own = [chariot.square, circuit.ahead(chariot.square, -1)];
  const free = (square: number): boolean =>
    square >= 0 && !(square in race.wrecks) && (!(square in race.occupied) || own.includes(square));
  const known = new Map<number, Way>([[chariot.square, { cost: 0, steps: [], squares: [chariot.square] }]]);
  const open = [chariot.square];
  while (open.length) {
    open.sort((one, other) => known.get(one)!.cost - known.get(other)!.cost);
    const square = open.shift()!;
    const way = known.get(square)!;
    for (const { choice, cost } of STEPS) {
      const ahead = circuit.ahead(square);
      const to = choice === "forward" ? ahead : circuit.stepTo(square, choice);
      const room = free(ahead) && free(to) && (choice === "forward" || free(circuit.ahead(to, -1)));
      const price = way.cost + cost + (choice === "forward" ? 0 : HURDLE);
      if (!room || Math.floor(price) > factors || (known.get(to)?.cost ?? Infinity) <= price || crossesLine(circuit, square, ahead, chariot.leg)) continue;
      known.set(to, { cost: price, steps: [...way.steps, choice], squares: [...way.squares, to] });
      if (!open.includes(to)) open.push(to);
    }
  }
  for (const [square, way] of known) {
    const steps = together(way.steps);
    if (steps.length > 1 && decision.choices?.includes(steps[0]!)) ways.set(square, { ...way, cost: Math.floor(way.cost), steps });
  }
  return ways;
}

/** Over the finish line there is nothing to plan. */
const crossesLine = (circuit: Circuit, from: number, to: number, leg: number): boolean =>
  leg >= circuit.lastLeg && circuit.places[from]!.section !== circuit.places[to]!.section;

/** Steps straight on are one answer. */
function together(steps: string[]): string[] {
  const found: string[] = [];
  let run = 0;
  for (const step of [...steps, ""]) {
    if (step === "forward") run += 1;
    else {
      if (run) found.push(`forward ${run}`);
      if (step) found.push(step);
      run = 0;
    }
  }
  return found;
}
