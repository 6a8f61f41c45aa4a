// Questions that somebody does without, in this browser: the default is given for him until he wants to be asked again.
import { settings } from "./settings.svelte";

const key = (game: string, question: string): string => `${game}/${question}`;

export const isWaived = (game: string, question: string): boolean => settings.waived.includes(key(game, question));

export function waive(game: string, question: string, on: boolean): void {
  settings.waived = settings.waived.filter((each) => each !== key(game, question));
  if (on) settings.waived.push(key(game, question));
}
