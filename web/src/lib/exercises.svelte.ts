// Positions with a goal: which there are, which have been reached in this browser, and how one is begun.
import { makeMatch } from "./matches";
import { call } from "./rest";
import { settings } from "./settings.svelte";
import { recall, remember } from "./storage";
import type { Exercise, SeatRequest } from "./types";

let asked: Promise<Exercise[]> | null = null;

/** Those whose goal is checked, in their order. The server is asked once. */
export function exercises(): Promise<Exercise[]> {
  asked ??= call("get", "/api/scenarios").then((all) => all.filter((each) => each.judged));
  asked.catch(() => (asked = null));
  return asked;
}

const keyOf = (exercise: { game: string; name: string }): string => `${exercise.game}/${exercise.name}`;
const done = $state<{ keys: string[] }>({ keys: recall("exercises", []) });

export const isReached = (exercise: Exercise): boolean => done.keys.includes(keyOf(exercise));

export function keepReached(exercise: Exercise): void {
  if (isReached(exercise)) return;
  done.keys = [...done.keys, keyOf(exercise)];
  remember("exercises", done.keys);
}

/** You against the house, at once. */
export function begin(exercise: Exercise): Promise<void> {
  const seats = Array.from({ length: exercise.seats }, (_, seat): SeatRequest =>
    seat === exercise.player
      ? { kind: "human", name: settings.name || (exercise.names?.[seat] ?? null), bot: null }
      : { kind: "bot", name: null, bot: null },
  );
  return makeMatch({ game: exercise.game, scenario: exercise.name, seats, ruleset: null, options: {}, board_file: null, listed: false });
}
