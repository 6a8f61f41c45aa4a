// Chances as bars of outcomes. What an outcome is called and how bad it is, the engine says.
import type { Stage } from "../../lib/types";
import type { Outcome } from "../odds/outcomes";
import type { Tone } from "../registry";
import { type Chances, type OutcomeWords, asStage } from "./race";

/** The odds of a chart, by its codes. */
const coded = (odds: Chances, codes: Record<string, OutcomeWords>): Outcome[] =>
  [...new Set([...Object.keys(codes), ...Object.keys(odds)])]
    .map((key) => ({ key, words: key, tone: "plain" as Tone, ...codes[key], chance: odds[key] ?? 0 }))
    .filter(({ chance }) => chance > 0);

export const strainOutcomes = (odds: Chances, stage: Stage): Outcome[] => coded(odds, asStage(stage).outcomes.strain);
export const jumpOutcomes = (odds: Chances, stage: Stage): Outcome[] => coded(odds, asStage(stage).outcomes.jump);

const ORDER: Tone[] = ["good", "fair", "plain", "bad", "dire"];
const WORTH_TELLING = 0.005;

/** Odds in the engine's own words, from harmless to ruinous or, for whoever deals them out, from idle to deadly. */
export function outcomesOf(odds: Chances, tones: Record<string, Tone>, turned = false): Outcome[] {
  const rank = ({ tone }: Outcome): number => (turned ? -1 : 1) * ORDER.indexOf(tone);
  return Object.entries(odds)
    .filter(([, chance]) => chance >= WORTH_TELLING)
    .map(([words, chance]): Outcome => ({ key: words, words, chance, tone: tones[words] ?? "plain" }))
    .sort((one, other) => rank(one) - rank(other) || other.chance - one.chance);
}
