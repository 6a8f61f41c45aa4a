// Answers that have a place on the board: where they lead, or whom they strike.
import type { AnswerInfo, Decision } from "../../lib/types";
import type { Tone } from "../registry";
import type { Circuit } from "./circuit";
import { type Chariot, type Race, asAnswer } from "./race";
import { toneOfStrain } from "./words";

export interface Target {
  square: number;
  answers: AnswerInfo[];
  attack: boolean;
}

/** Of a chariot that is attacked, the square that is struck. */
function struck(race: Race, circuit: Circuit, faction: string, part: string): number {
  const target = race.chariots[faction];
  if (!target) return -1;
  if (target.driver === "foot" && target.man >= 0) return target.man;
  if (target.square < 0) return -1;
  return part === "horses" || part === "team" ? target.square : circuit.ahead(target.square, -1);
}

/** The square that an answer is about; -1: none. */
export function squareOf(answer: AnswerInfo, race: Race, circuit: Circuit, chariot: Chariot | undefined): number {
  const [verb = "", one = "", two = ""] = String(answer.choice).split(" ");
  if (["ram", "lash", "trample"].includes(verb)) return struck(race, circuit, one, two);
  if (verb === "brake") return -1; // it stays where it is
  const named = circuit.find(asAnswer(answer).to ?? (verb === "lane" ? answer.choice : ""));
  if (named >= 0 || !chariot || chariot.square < 0) return named;
  return circuit.stepTo(chariot.square, String(answer.choice));
}

export function targetsOf(decision: Decision | null, race: Race, circuit: Circuit): Target[] {
  if (!decision || (decision.name !== "step" && decision.name !== "walk" && decision.name !== "avoid")) return [];
  const chariot = race.chariots[decision.about];
  const found = new Map<number, Target>();
  for (const answer of decision.answers) {
    const square = squareOf(answer, race, circuit, chariot);
    if (square < 0) continue;
    const attack = /^(ram|lash|trample)/.test(String(answer.choice));
    const known = found.get(square);
    if (known && known.attack === attack) known.answers.push(answer);
    else if (!known) found.set(square, { square, answers: [answer], attack });
  }
  return [...found.values()];
}

/** The squares from where a chariot stands to where an answer would bring it. */
export function wayOf(answer: AnswerInfo | null, decision: Decision | null, race: Race, circuit: Circuit): number[] {
  const chariot = race.chariots[decision?.about ?? ""];
  if (!answer || !chariot || chariot.square < 0) return [];
  if (decision?.name === "speed") {
    const told = asAnswer(answer);
    const end = circuit.find(told.end ?? told.blocked_at ?? "");
    const to = end >= 0 ? end : circuit.ahead(chariot.square, Number(answer.choice));
    return [chariot.square, to];
  }
  if (decision?.name !== "step" && decision?.name !== "avoid") return [];
  if (/^(ram|lash|trample)/.test(String(answer.choice))) return [];
  const to = squareOf(answer, race, circuit, chariot);
  return to < 0 ? [] : [chariot.square, to];
}

/** The corner that a speed would lead into: how bad it is in every lane. */
export function risksOf(
  answer: AnswerInfo | null,
  decision: Decision | null,
  race: Race,
  circuit: Circuit,
): { outline: string; tone: Tone; lane: number }[] {
  const chariot = race.chariots[decision?.about ?? ""];
  const corner = answer && decision?.name === "speed" ? asAnswer(answer).corner : null;
  if (!corner || !chariot || chariot.square < 0) return [];
  const { section } = circuit.places[chariot.square]!;
  const bend = section % 2 ? section : section + 1;
  return corner.lanes.map((strain) => ({ outline: circuit.bend(bend, strain.lane), tone: toneOfStrain(strain), lane: strain.lane }));
}
