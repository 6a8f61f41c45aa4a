// Answers that have a place on the board: where they lead, or whom they strike.
import type { AnswerInfo, Decision } from "../../lib/types";
import type { Tone } from "../registry";
import type { Circuit } from "./circuit";
import { type Race, asAnswer } from "./race";

export interface Target {
  square: number;
  answers: AnswerInfo[];
  attack: boolean;
}

export function targetsOf(decision: Decision | null, circuit: Circuit): Target[] {
  const found = new Map<number, Target>();
  for (const answer of decision?.answers ?? []) {
    const told = asAnswer(answer);
    const square = circuit.find(told.square);
    if (square < 0) continue;
    const known = found.get(square);
    if (known && known.attack === !!told.attack) known.answers.push(answer);
    else if (!known) found.set(square, { square, answers: [answer], attack: !!told.attack });
  }
  return [...found.values()];
}

/** The squares from where a chariot stands to where an answer would bring it. */
export function wayOf(answer: AnswerInfo | null, decision: Decision | null, race: Race, circuit: Circuit): number[] {
  const chariot = race.chariots[decision?.about ?? ""];
  const here = (decision?.name === "walk" ? chariot?.man : chariot?.square) ?? -1;
  if (!answer || here < 0) return [];
  const { attack, square, end, blocked_at, finish, factors } = asAnswer(answer);
  if (attack) return [];
  // A speed leads as far as it can, or over the line.
  const to = finish && factors ? circuit.ahead(here, factors) : circuit.find(square ?? end ?? blocked_at);
  return to < 0 ? [] : [here, to];
}

/** The corner that a speed would lead into: how bad it is in every lane. */
export function risksOf(
  answer: AnswerInfo | null,
  decision: Decision | null,
  race: Race,
  circuit: Circuit,
): { outline: string; tone: Tone; lane: number }[] {
  const chariot = race.chariots[decision?.about ?? ""];
  const corner = answer && asAnswer(answer).corner;
  if (!corner || !chariot || chariot.square < 0) return [];
  const { section } = circuit.places[chariot.square]!;
  const bend = section % 2 ? section : section + 1;
  return corner.lanes.map(({ lane, tone }) => ({ outline: circuit.bend(bend, lane), tone, lane }));
}
