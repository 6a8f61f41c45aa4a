// What a newcomer to the forum should know, at the moment it matters.
import type { Hint } from "../../lib/hints.svelte";
import type { EventInfo } from "../../lib/types";
import type { Scene } from "../registry";

type Hints = Record<string, [text: string, clause: string]>;

const SEASON: Hints = {
  builds: ["Five chariots, four points each; they need not be alike. A fast team and a good driver win races, and your rivals know it. One point of each lasts, but is slow.", "CM 20.1b"],
  offer: ["Most race days begin without a deal: just seal it. Money wins the season, so lend it dearly, and sell no chariot that you still need.", "CM 21.2a"],
  accept: ["What you sign is due on the day that is named. Whoever cannot pay then must sell.", "CM 21.2b"],
  purchases: ["What a race has cost you can be bought again. Newcomers cost the team some endurance, so a hurt man may be worth waiting for.", "CM 21.43a"],
  entries: ["One chariot or two; the first has the better right to the front row. Let the hurt ones rest: they mend a point after each race. Whoever enters none must still bet.", "CM 22.2"],
  bid: ["Whoever calls first is heard, and each bid must be higher. Who passes is out of it for this lot.", ""], // why it is sold
  lot: ["You owe more than you have. What you put up now goes to the highest bidder, until the debt is paid.", "CM 21.2b"],
  improve: ["A driver is dear and may die in the next bend; a team shares the risk among four. Points may also be saved.", "CM 23.3"],
};

const SCHOOL: Hints = {
  type: ["More phases are more steps and blows, more armour fewer wounds. The medium man is neither slow nor naked.", "GL 3-2"],
  send: ["CF are his combat factors, W the wounds he can take. TR, ST, AG and CON are training, strength, agility and constitution. Who is sent may not come back.", "GL 22.3b"],
  arms: ["Light men are quick, heavy men hard to hurt, and a net can end it early. A net never meets a net.", "GL 22.3c"],
  odds: ["Better odds force the other to bet more, and cost you more if your man falls: at 3 to 1 you pay three for each of his.", "GL 22.5"],
  "side-bet": ["Beside the stake of the two owners anybody may offer or take a bet. It is paid when the match is over.", "GL 22.5"],
  bid: ["A new man is sold to whoever bids most. Each bid must be higher; who passes is out of it for this man.", "GL 22.4"],
  improve: ["Training makes every blow and parry better, and is cheapest. Strength hits harder, agility moves surer, constitution and wounds keep him alive. Points may also be saved.", "GL 21.3"],
};

const EPIC: Hints = {
  council: ["Before a race chariots are auctioned, before a gala gladiators. Vote for what you have, or for what your rivals have not.", "E1 5.1.2"],
  challenge: ["Most families challenge nobody: just seal it. Better odds tempt the other, and cost you so many times his stake if you lose.", "E1 5.2.3"],
  challenged: ["To decline costs nothing; if you raise, he follows at his odds. Whoever wins takes both stakes; men and horses may not come back.", "E1 5.2"],
  deal: ["An offer names both sides: money, things, men, or a debt with its day. The other may decline.", "E1 6.4"],
  accept: ["What you agree to happens at once. A debt is collected before the event that is named; who cannot pay then must sell.", "E1 6.5"],
  purchases: ["A chariot needs a driver, four living horses and a car. Whole chariots are often cheaper at auction.", "E1 8.1"],
  bid: ["Whoever calls first is heard, and each bid must be higher. When nobody bids for a lot, the auction is over, so the next may never come up.", "E1 6.2.1"],
  type: ["For life. Light men are quick, heavy men hard to hurt, a net can end it early; the dice say what armour he gets.", "E1 7.1.1"],
  fit: ["Every newcomer costs the team a die of endurance for good, a driver who returns as well.", "E1 8.2.2.1"],
  race: ["Places up to the ninth win a prize, and you must bet on yourself. Whoever cannot pay the bet is bankrupt.", "E1 9.1a"],
  fighter: ["If anybody dies, those who live share the pot. A man who makes no attack is executed.", "E1 9.2b"],
  improve: ["Training makes every blow and parry better, and is cheapest. Points may also be saved.", "E1 10.2.3"],
  train: ["A driver is dear and may die in the next bend; a team shares the risk among four.", "E1 10.1.2"],
  afterlife: ["Begin anew with what the poorest has, or live on as a slave, who can only win his freedom.", "E1 6.6.1"],
};

// By the book that asks.
const BOOKS: Record<string, Hints> = { CM: SEASON, GL: SCHOOL, E1: EPIC };
const MARKS = new Map([[SCHOOL, "school-"], [EPIC, "epic-"]]); // prettier-ignore

export function hints({ decision }: Scene, events: EventInfo[]): Hint[] {
  const book = decision && BOOKS[decision.clause.slice(0, 2)];
  const found = decision && book?.[decision.name];
  if (found) return [{ id: `${MARKS.get(book!) ?? ""}${decision.name}`, text: found[0], clause: found[1] || decision.clause }];
  if (events.some((event) => event.kind === "killed"))
    return [{ id: "killed", text: "A driver who dies takes with him what he has learnt. His chariot stands still until he is replaced.", clause: "CM 23.3" }];
  return [];
}
