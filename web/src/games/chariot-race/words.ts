// Advice for newcomers.
import type { Hint } from "../../lib/hints.svelte";
import type { Scene } from "../registry";

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
