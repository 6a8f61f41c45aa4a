// What stands where on the line of a replay, and the way from one to the next.
import type { EventInfo, Replay } from "./types";

export type Mark = Exclude<NonNullable<EventInfo["mark"]>, "">;

export interface Moment {
  step: number; // the frame
  mark: Mark;
  text: string;
}

/** How they are called, in the order in which they are offered. */
export const TITLES: Record<Mark, string> = { turn: "turn", lap: "lap", attack: "attack", blow: "blow", wreck: "wreck", death: "death" };

/** Every mark once a step, with what happened there. */
export function momentsOf(frames: Replay["frames"]): Moment[] {
  return frames.flatMap(({ events }, step) => {
    const found = new Map<Mark, Moment>();
    for (const { mark, text } of events) if (mark && !found.has(mark)) found.set(mark, { step, mark, text });
    return [...found.values()];
  });
}

/** The step of the next moment of this kind, or of the one before; undefined: there is none. */
export function nextOf(moments: readonly Moment[], mark: Mark, at: number, back = false): number | undefined {
  const ofKind = moments.filter((each) => each.mark === mark);
  return (back ? ofKind.findLast(({ step }) => step < at) : ofKind.find(({ step }) => step > at))?.step;
}
