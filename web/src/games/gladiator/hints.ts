// What a newcomer should know, at the moment it matters.
import type { Hint } from "../../lib/hints.svelte";
import type { Decision, EventInfo } from "../../lib/types";
import type { Scene } from "../registry";
import { asAnswer } from "./arena";

const HINTS: Record<string, [text: string, clause: string]> = {
  type: [
    "A light man is quick and bare, a heavy one slow and well covered, a medium man in between. The retiarius has a net, a trident and no shield: not for a first fight.",
    "GL 3-2",
  ],
  plot: [
    "Everybody writes an order in secret; then all move at once. Press a hex and a facing, or type the order: F forward, B back, (L) and (R) turn.",
    "GL 6.2",
  ],
  close: [
    "He can reach you. Keep him in the three hexes before you, and do not walk onto his front: whoever comes from the side or the back has up to five factors more.",
    "GL 8.2",
  ],
  behind: [
    "You are not in his front, but he is in yours: that is worth factors. Stay there while he has to spend a move on turning round.",
    "GL 8.2",
  ],
  "few-moves": [
    "Few moves are left in this turn of eight phases. Without one you stand still; a phase without an order costs nothing.",
    "GL 4.31a",
  ],
  overexertion: [
    "No move is left. One more is possible: overexertion. It tires you, and your next turn is two moves shorter.",
    "GL 16.4",
  ],
  charge: [
    "Exactly three hexes between you and somebody straight ahead: a charge, C, brings six to the collision. If he steps aside you run into nothing.",
    "GL 7.5-drm",
  ],
  "net-about": [
    "He has a net. It reaches three hexes and works best on a man who stands still or goes back. (RN) means that you do nothing but watch for it: six off his throw.",
    "GL 6.4-RN",
  ],
  net: [
    "Your net: a toss (TN) reaches three hexes and costs 6 factors, a swing (SN) at the legs two hexes and 4. What it costs is missing in the fight that follows.",
    "GL 17.3",
  ],
  disarmed: [
    "Your hands are empty. Without a weapon you cannot strike or parry: go and stand next to what lies there, and pick it up with R.",
    "GL 12.61",
  ],
  kneel: [
    "You are down. First you kneel, KN, or roll away; on your feet you are a phase later. On the ground your guard is worth half.",
    "GL 13.1",
  ],
  helpless: [
    "Down, no move left, and an armed man beside you: that is the moment of truth. One overexerted move to kneel may save you.",
    "GL 15.6",
  ],
  stumble: ["You must stumble: two dice and your agility, and 7 or less puts you on the ground.", "GL 14.3"],
  stun: [
    "You are stunned: so many factors are missing until you shake them off. A die every phase against your constitution. Cover yourself meanwhile.",
    "GL 11.5",
  ],
  allocate: [
    "Share out your factors in secret: what strikes does not guard. A blow is what you strike with, less what covers the place; three dice do the rest.",
    "GL 8.31a",
  ],
  half: [
    "No area of his may get more than half of your factors. Two strong blows or one strong blow and a good guard are a fair beginning.",
    "GL 8.31a",
  ],
  advantage: ["Your place beside or behind him gives you extra factors in this phase. Spend them: they are gone afterwards.", "GL 8.2"],
  "bad-place": ["He came from where you did not look, and has more factors for it. You have been turned to face him; this is a phase to guard in.", "GL 8.12a"],
  shield: [
    "Your shield is nearly gone. Every blow on it adds his strength and his factors; when the last box is marked it falls, and the rest gets through.",
    "GL 10.3",
  ],
  bare: ["He has no shield: what a shield would catch must be parried, and every blow is worth more.", "GL 8.6-S"],
  "prone-foe": ["He lies on the ground: he cannot strike, and his guard is worth half. Press on before he kneels.", "GL 15.4"],
  "two-hands": ["With the net in your hand the trident strikes with half its factors. Without the net it is a weapon for two hands.", "GL 18.3"],
  collided: [
    "You ran into each other: a die each, with strength, agility, weight, shield and two for every hex run straight on. The lower one is thrown back and stunned.",
    "GL 7.5",
  ],
  hurt: ["You bleed. What a wound takes from your combat factor is gone for good; when all boxes of one area are full, it is over.", "GL 9.32"],
  tired: ["A new turn, and you have lost breath: a die, the turn and your weight against your constitution, turn by turn. Long fights are for the strong.", "GL 16.3"],
  wounds: [
    "Every first wound in a part of the body costs a combat factor for good, and more wounds there cost more. A man weakens quickly: strike again at the same place.",
    "GL 9.31",
  ],
  order: [
    "One attack falls in the third sub-phase, two in the second and fourth, three in the first, third and fifth. An early wound takes factors from blows that are still to come.",
    "GL 8.42",
  ],
  throw: ["You may throw something away now, at him or out of your hand. Usually you keep it.", "GL 12.5"],
  free: ["You are in the net. Three dice less the factors you spend, 6 or less frees you; what you spend is missing in your guard.", "GL 17.351a"],
  drag: ["He is in your net. Three dice, your strength and the factors you spend: 19 drags him down, and then the crowd decides.", "GL 17.352"],
  recover: ["Reach for it? A die and modifiers, 0 or less. It is easier to stand still beside it than to snatch at it in passing.", "GL 12.61"],
  "cross-out": ["Cross out the phases in which you will not move. Nobody sees it; a pattern, though, is soon learned.", "GL 6.1"],
  appeal: [
    "He asks for mercy. The crowd counts what he spent on attack, less what he spent on defence. While it decides you can neither strike nor be struck.",
    "GL 19.24b",
  ],
  concentrate: ["He does not look at you: the whole bonus of your place may go into a single attack.", "GL 20.5"],
  "bonus-on": ["Your place is worth something against one of them only. Choose the weaker.", "GL 20.1-bonus"],
  "team-allocate": [
    "Several are about you. Your guard counts against all of them, but not against a blow from behind; five attacks are the most.",
    "GL 20.3",
  ],
  draw: ["Both may agree that it is enough: a draw, and both walk off. Nobody is told what the other said unless both say yes.", "GL 4-stalemate"],
  verdict: ["That was the crowd. It spares who dared: factors spent on attack count for a man, those on defence against him.", "GL 19.2"],
  end: ["The fight is over. The replay shows every blow again, and every line of the log names its rule.", "GL 4-victory"],
};

/** The hints that fit this moment, the most pressing first. */
export function hints(scene: Scene, events: EventInfo[]): Hint[] {
  const { decision } = scene;
  const ids = decision ? [...moments(decision, events), decision.name] : scene.match.status === "over" ? [...afterwards(events), "end"] : [];
  return ids.flatMap((id) => {
    const hint = HINTS[id];
    return hint ? [{ id, text: hint[0], clause: hint[1] }] : [];
  });
}

const afterwards = (events: EventInfo[]): string[] => (events.some(({ kind }) => kind === "verdict") ? ["verdict"] : []);

/** What the engine says of this moment; while an order is written also what has just happened to the man. */
function* moments(decision: Decision, events: EventInfo[]): Generator<string> {
  const told = decision.answers.map((answer) => asAnswer(answer).moments).find(Boolean) ?? [];
  for (const moment of told) {
    yield moment;
    if (moment !== "plot") continue;
    if (befell(decision.about, "collision", events)) yield "collided";
    if (befell(decision.about, "endurance", events)?.data["lost"]) yield "tired";
  }
}

const befell = (name: string, kind: string, events: EventInfo[]): EventInfo | undefined =>
  events.findLast((event) => event.kind === kind && [event.data["fighter"], event.data["other"]].includes(name));
