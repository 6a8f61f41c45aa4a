// Advice for newcomers, and how a race's answers are sorted and coloured.
import type { AnswerInfo, Decision, EventInfo } from "../../lib/types";
import type { Hint } from "../../lib/hints.svelte";
import type { AnswerGroup, Scene, Tone } from "../registry";
import { asAnswer } from "./race";

const ADVICE: Record<string, string> = {
  chariot: "Tough chariots forgive mistakes, light ones carry more fate. Red is sturdy and slow, yellow quick and frail.",
  place: "The inner lane is shorter but its corners are sharp; from the outer lane you can take them faster.",
  repair: "Fate also pays for changing dice. Repair when your damage is below your speed: a battered chariot is slowed.",
  dice: "Before a corner you want +/- to brake, on a straight sprint and Fortuna. Press the dice you do not like and roll them again; the first time is free.",
  speed: "Look at the red numbers ahead: every point of speed above one costs a point of damage. On a free straight go fast.",
  steer: "Move over a space to see what the drive costs. Outwards before a corner is safer; inwards is shorter.",
  attack: "A javelin hits at once. A caltrop waits for whoever comes behind you, and that may be you, one lap later.",
};

/** What a question is about, and what is usually wise. */
export function hints({ decision }: Scene): Hint[] {
  const text = ADVICE[decision?.name ?? ""];
  return decision && text ? [{ id: decision.name, text, clause: decision.clause }] : [];
}

/** How bad an answer is for whoever gives it. */
export function toneOf(answer: AnswerInfo): Tone {
  const { effects } = asAnswer(answer);
  if (!effects) return "plain";
  if (effects.wrecked) return "dire";
  if (effects.damage === 0) return "good";
  return effects.damage <= 2 ? "fair" : "bad";
}

const STEER_TITLES: Record<string, string> = { straight: "", in: "Inwards", out: "Outwards" };
const ATTACK_TITLES: Record<string, string> = { hold: "", javelin: "Javelins", caltrop: "Caltrops" };

export function groups(decision: Decision): AnswerGroup[] {
  const titles = { steer: STEER_TITLES, attack: ATTACK_TITLES }[decision.name];
  if (!titles) return [{ title: "", answers: decision.answers }];
  const kind = (answer: AnswerInfo): string => String(answer.choice).split(" ")[0] ?? "";
  return Object.entries(titles)
    .map(([name, title]) => ({ title, answers: decision.answers.filter((answer) => kind(answer) === name) }))
    .filter((group) => group.answers.length);
}

/** Steps of one drive are one line of the log. */
export const joins = (before: EventInfo, event: EventInfo): boolean =>
  event.kind === "drive" &&
  before.kind === "drive" &&
  event.data["chariot"] === before.data["chariot"] &&
  event.data["how"] === before.data["how"];
