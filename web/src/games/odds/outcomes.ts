// What may come of something, with its chance; the same in every game.
import type { Tone } from "../registry";

export interface Outcome {
  key: string;
  words: string;
  chance: number;
  tone: Tone;
}

export const percent = (chance: number): string =>
  chance > 0 && chance < 0.005 ? "<1 %" : chance < 1 && chance > 0.995 ? ">99 %" : `${Math.round(chance * 100)} %`;
