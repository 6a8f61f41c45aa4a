// What may come of blows and nets, as bars of outcomes.
import type { Outcome } from "../odds/outcomes";
import type { Tone } from "../registry";

const WHOLE = 10_000;

const BLOW: [string, string, Tone, Tone][] = [
  // what happens, in words; how the man who strikes likes it, and the man who is struck
  ["miss", "misses", "bad", "good"],
  ["shield", "on the shield", "plain", "good"],
  ["parry", "parried", "plain", "good"],
  ["graze", "no wound", "fair", "fair"],
  ["wound", "wounds", "good", "bad"],
  ["kill", "kills", "good", "dire"],
];

/** A row of the engine's odds, from the side of the man who strikes, or of the man who is struck. */
export const blowOutcomes = (row: number[], dealt: boolean): Outcome[] =>
  BLOW.map(([key, words, gives, takes], index) => ({ key, words, chance: (row[index] ?? 0) / WHOLE, tone: dealt ? gives : takes })).filter(
    ({ chance }) => chance > 0,
  );

/** That a blow reaches the body, that it wounds or kills, that it kills. */
export function chancesOf(row: number[]): { hit: number; wound: number; kill: number } {
  const [, , , graze = 0, wound = 0, kill = 0] = row;
  return { hit: (graze + wound + kill) / WHOLE, wound: (wound + kill) / WHOLE, kill: kill / WHOLE };
}

const NET: [string, string, Tone][] = [
  ["caught", "caught", "good"],
  ["check", "may stumble", "fair"],
  ["nothing", "misses", "plain"],
  ["grabbed", "he grabs it", "bad"],
];
export const netOutcomes = (odds: Record<string, number>): Outcome[] =>
  NET.map(([key, words, tone]) => ({ key, words, tone, chance: odds[key] ?? 0 })).filter(({ chance }) => chance > 0);

/** One thing or the other. */
const either = (yes: string, no: string, chance: number, tones: [Tone, Tone] = ["good", "bad"]): Outcome[] =>
  [
    { key: yes, words: yes, chance, tone: tones[0] },
    { key: no, words: no, chance: 1 - chance, tone: tones[1] },
  ].filter((each) => each.chance > 0);

export const chanceOutcomes = (chance: number): Outcome[] => either("succeeds", "fails", chance);
export const clashOutcomes = (chance: number): Outcome[] => either("he wins", "he is thrown back", chance);
/** The crowd's verdict on the fallen. */
export const mercyOutcomes = (chance: number): Outcome[] => either("spared", "put to death", chance, ["plain", "dire"]);
