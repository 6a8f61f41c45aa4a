// What a newcomer to the forum should know, at the moment it matters.
import type { Hint } from "../../lib/hints.svelte";
import type { EventInfo } from "../../lib/types";
import type { Scene } from "../registry";

const HINTS: Record<string, [text: string, clause: string]> = {
  builds: ["Five chariots, four points each. They need not be alike: a fast one for a short field, a heavy one for a grudge. One point of each is never wrong.", "CM 20.1b"],
  offer: ["Money wins the season, not laurels. You may lend it, ask for it, or sell a chariot; nobody has to.", "CM 21.2a"],
  accept: ["What you sign is due before the race that is named. Whoever cannot pay then must sell.", "CM 21.2b"],
  purchases: ["What a race has cost you can be bought again. Newcomers cost the team some endurance, so a hurt man may be worth waiting for.", "CM 21.43a"],
  entries: ["One chariot or two. Let the hurt ones rest: they mend a point after each race. You bet on your own faction in any case.", "CM 22.2"],
  bid: ["Whoever calls first is heard, and each bid must be higher. Who passes is out of it for this lot.", "CM 21.2b"],
  lot: ["You owe more than you have. What you put up now goes to the highest bidder, until the debt is paid.", "CM 21.2b"],
  improve: ["A driver is dear and may die in the next bend; a team shares the risk among four. Points may also be saved.", "CM 23.3"],
};

export function hints({ decision }: Scene, events: EventInfo[]): Hint[] {
  const found = decision && HINTS[decision.name];
  if (found) return [{ id: decision.name, text: found[0], clause: found[1] }];
  if (events.some((event) => event.kind === "killed"))
    return [{ id: "killed", text: "A driver who dies takes with him what he has learnt. His chariot stands still until he is replaced.", clause: "CM 23.3" }];
  return [];
}
