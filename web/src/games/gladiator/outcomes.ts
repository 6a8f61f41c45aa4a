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

/** Something that succeeds or does not. */
export const chanceOutcomes = (chance: number): Outcome[] =>
  (
    [
      { key: "yes", words: "succeeds", chance, tone: "good" },
      { key: "no", words: "fails", chance: 1 - chance, tone: "bad" },
    ] as Outcome[]
  ).filter((each) => each.chance > 0);

/** The crowd's verdict on the fallen. */
export const mercyOutcomes = (chance: number): Outcome[] =>
  (
    [
      { key: "spared", words: "spared", chance, tone: "plain" },
      { key: "lost", words: "put to death", chance: 1 - chance, tone: "dire" },
    ] as Outcome[]
  ).filter((each) => each.chance > 0);
