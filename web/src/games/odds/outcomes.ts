// What may come of something, with its chance; the same in every game.
import type { Tone } from "../registry";

export interface Outcome {
  key: string;
  words: string;
  chance: number;
  tone: Tone;
}

/** As the engine says it: only what is certain is 0 or 100 %. */
export const percent = (chance: number): string =>
  chance > 0 && chance < 0.01 ? "<1 %" : chance < 1 && chance > 0.99 ? ">99 %" : `${Math.round(chance * 100)} %`;
