// What newcomers should know at the moment it matters.
import type { Hint } from "../../lib/hints.svelte";

export const hints = (): Hint[] => [];
