// How a race's answers are sorted, coloured and put into bars of outcomes.
import type { AnswerInfo, Choice, Decision, EventInfo } from "../../lib/types";
import type { Outcome } from "../odds/outcomes";
import type { AnswerGroup, Tone } from "../registry";
import { type Odds, type Race, type RaceAnswer, type Strain, asAnswer } from "./race";

// -- outcomes, from harmless to ruinous -------------------------------------------------------------

const STRAIN: Record<string, { words: string; tone: Tone }> = {
  "-": { words: "gets through", tone: "good" },
  S: { words: "slides a lane", tone: "fair" },
  SS: { words: "slides two lanes", tone: "fair" },
  J: { words: "jostled", tone: "bad" },
  LH: { words: "left horse hurt", tone: "bad" },
  RH: { words: "right horse hurt", tone: "bad" },
  FP: { words: "flips", tone: "dire" },
};

export const strainOutcomes = (odds: Odds): Outcome[] =>
  Object.entries(STRAIN)
    .map(([key, { words, tone }]) => ({ key, words, tone, chance: odds[key] ?? 0 }))
    .filter(({ chance }) => chance > 0);

const JUMP: Record<string, { words: string; tone: Tone }> = {
  none: { words: "over it", tone: "good" },
  jostled: { words: "jostled", tone: "fair" },
  car: { words: "car damaged", tone: "fair" },
  hobbled: { words: "horses hobbled", tone: "bad" },
  serious: { words: "badly hobbled", tone: "bad" },
  danger: { words: "in danger", tone: "bad" },
  flip: { words: "flips", tone: "dire" },
};

export const jumpOutcomes = (odds: Odds): Outcome[] =>
  Object.entries(JUMP)
    .map(([key, { words, tone }]) => ({ key, words, tone, chance: odds[key] ?? 0 }))
    .filter(({ chance }) => chance > 0);

const HARMLESS = ["unhurt", "nothing", "grabs the whip", "safe"];
const LIGHT = ["brakes", "swerves", "loses speed", "whip lost", "jostled"];
const RUINOUS = /flips|dead|dies|killed|pulled/;
const ORDER: Tone[] = ["good", "fair", "plain", "bad", "dire"];
const WORTH_TELLING = 0.005;

/** Outcomes in the engine's words, for whoever suffers them. */
export function sufferedOutcomes(odds: Odds): Outcome[] {
  return Object.entries(odds)
    .filter(([, chance]) => chance >= WORTH_TELLING)
    .map(([words, chance]): Outcome => {
      const tone = HARMLESS.includes(words) ? "good" : RUINOUS.test(words) ? "dire" : LIGHT.includes(words) ? "fair" : "bad";
      return { key: words, words, chance, tone };
    })
    .sort((one, other) => ORDER.indexOf(one.tone) - ORDER.indexOf(other.tone) || other.chance - one.chance);
}

/** The same for whoever deals them out: what ruins the other is good. */
export function dealtOutcomes(odds: Odds): Outcome[] {
  const turned: Record<Tone, Tone> = { good: "plain", fair: "fair", plain: "plain", bad: "good", dire: "good" };
  return sufferedOutcomes(odds).map((outcome) => ({
    ...outcome,
    tone: outcome.words === "grabs the whip" ? "bad" : turned[outcome.tone],
  }));
}

// Of a flip, and of coming through unharmed: where the colours change.
const RUINOUS_CHANCE = 0.25;
const GRAVE_CHANCE = 0.04;
const EVEN_CHANCE = 0.5;
const flips = (strain: Strain | null | undefined): number => (!strain ? 0 : strain.unpaid ? 1 : (strain.odds["FP"] ?? 0));

// -- answers ----------------------------------------------------------------------------------------

/** How bad a strained corner is. */
export function toneOfStrain(strain: Strain | null | undefined): Tone {
  if (!strain || (!strain.points && !strain.unpaid)) return "good";
  if (flips(strain) >= RUINOUS_CHANCE) return "dire";
  return flips(strain) >= GRAVE_CHANCE || (strain.odds["-"] ?? 1) < EVEN_CHANCE ? "bad" : "fair";
}

/** How bad an answer is for whoever gives it. */
export function toneOf(answer: AnswerInfo): Tone {
  const told = asAnswer(answer);
  if (answer.choice === "into the wall") return "dire";
  if (told.strain) return toneOfStrain(told.strain);
  if (told.jump) return (told.jump.flips ?? 0) >= RUINOUS_CHANCE ? "dire" : "bad";
  if (told.attack) return "plain";
  if (told.corner) {
    const own = laneOfEnd(told);
    return toneOfStrain(told.corner.lanes.find((each) => each.lane === own));
  }
  if (told.endurance) return "fair";
  if (told.total !== undefined || told.cost !== undefined) return "good";
  return "plain";
}

export const isPerilous = (answer: AnswerInfo): boolean => ["bad", "dire"].includes(toneOf(answer));

// Where the default would be dangerous: what else to begin with.
const WAYS_OUT = ["out", "forward", "slip out", "in", "slip in", "brake"];

/** What is under the finger first: the default of the rules, or a way that is safer. */
export function recommend(decision: Decision, race: Race): Choice {
  const preset = decision.answers.find((answer) => answer.choice === decision.default);
  if (decision.name !== "step" || !preset || !isPerilous(preset)) return decision.default;
  const endurance = race.chariots[decision.about]?.endurance ?? 0;
  const isSafe = (answer: AnswerInfo): boolean => !isPerilous(answer) && (asAnswer(answer).endurance ?? 0) < Math.max(1, endurance);
  for (const way of WAYS_OUT) {
    // As far as it goes, or as hard.
    const found = decision.answers.findLast((answer) => new RegExp(`^${way}( \\d+)?$`).test(String(answer.choice)) && isSafe(answer));
    if (found) return found.choice;
  }
  return decision.default;
}

/** To be asked twice: ruin, where there is another way. */
export const isFolly = (decision: Decision, answer: AnswerInfo): true | undefined =>
  (decision.name === "step" && toneOf(answer) === "dire" && decision.answers.some((other) => !isPerilous(other) && !asAnswer(other).attack)) || undefined;

/** As fast as the default, unless a slower speed saves it from a corner it could hardly survive. */
export function suggest(decision: Decision): number {
  const most = Number(decision.default);
  const sound = decision.answers.filter((answer) => Number(answer.choice) <= most && ["good", "fair"].includes(toneOf(answer)));
  return Math.max(...sound.map((answer) => Number(answer.choice)), 0) || most;
}

/** The lane a speed would be driven in: the one the chariot stands in. */
export function laneOfEnd(answer: RaceAnswer): number {
  const found = /^lane (\d+)/.exec(answer.end ?? answer.blocked_at ?? "");
  return found ? Number(found[1]) : 0;
}

const VERBS: [string, string, boolean][] = [
  ["in out slip", "Change lanes", false],
  ["ram lash trample", "Attack", false],
  ["forward", "Drive on", true],
  ["brake", "Brake", true],
];

export function groups(decision: Decision, first: Choice): AnswerGroup[] {
  if (decision.name !== "step") return [{ title: "", answers: decision.answers }];
  const verb = (answer: AnswerInfo): string => String(answer.choice).split(" ")[0] ?? "";
  const count = (answer: AnswerInfo): string => String(answer.choice).split(" ")[1] ?? "";
  const preset = decision.answers.filter((answer) => answer.choice === first);
  const others = decision.answers.filter((answer) => answer.choice !== first);
  const found: AnswerGroup[] = [{ title: "", answers: preset }];
  for (const [verbs, title, small] of VERBS) {
    // Of a row of numbers none is left out, else counting is hard.
    const answers = (small ? decision.answers : others).filter((answer) => verbs.split(" ").includes(verb(answer)));
    if (small && answers.length === 1 && preset.includes(answers[0]!)) continue;
    if (answers.length) found.push({ title, answers, ...(small ? { short: count } : {}) });
  }
  const rest = others.filter((answer) => !VERBS.some(([verbs]) => verbs.split(" ").includes(verb(answer))));
  if (rest.length) found.push({ title: "Last resort", answers: rest });
  return found;
}

/** Steps straight on, one after another, are one drive. */
export const joins = (before: EventInfo, event: EventInfo): boolean =>
  event.kind === "drive" && before.kind === "drive" && event.data["chariot"] === before.data["chariot"];

export function together(events: EventInfo[]): string {
  const last = events.at(-1)!;
  const squares = events.reduce((sum, event) => sum + Number(event.data["squares"]), 0);
  return last.text.replace(/drives \d+/, `drives ${squares}`);
}
