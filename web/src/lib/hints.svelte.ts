// Hints for newcomers: each is shown once in this browser, unless they are switched off or begun anew.
import { settings } from "./settings.svelte";
import { recall, remember } from "./storage";

/** A word at the moment it matters, with the rule behind it. */
export interface Hint {
  id: string;
  text: string;
  clause: string;
}

/** What a game is about, before its first question of all. */
export const AIM: Hint = { id: "aim", text: "", clause: "" };

const seen = $state<{ ids: string[] }>({ ids: recall("hints", []) });

export const isNews = (game: string, hint: Hint): boolean => !seen.ids.includes(`${game}/${hint.id}`);

export function keepSeen(game: string, hint: Hint): void {
  if (!isNews(game, hint)) return;
  seen.ids = [...seen.ids, `${game}/${hint.id}`];
  remember("hints", seen.ids);
}

/** Whoever switches them on wants to see them all. */
export function switchHints(on: boolean): void {
  settings.hints = on;
  if (!on) return;
  seen.ids = [];
  remember("hints", seen.ids);
}
