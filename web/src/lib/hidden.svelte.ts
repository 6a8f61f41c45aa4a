// Matches that this browser no longer lists.
import { recall, remember } from "./storage";

const KEEP = 500;
export const hidden = $state({ ids: recall<string[]>("hidden", []) });

export function hide(id: string, away: boolean): void {
  const others = hidden.ids.filter((each) => each !== id);
  hidden.ids = away ? [...others, id].slice(-KEEP) : others;
  remember("hidden", hidden.ids);
}
