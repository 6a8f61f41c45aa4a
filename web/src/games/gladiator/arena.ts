// The shapes of a fight's position, stage and answers, and how to read them.
import type { AnswerInfo, Position, Stage as AnyStage } from "../../lib/types";
import { COLOURS } from "../heraldry/factions";
import { type Hex, POINTS } from "./hexes";

export type Kind = "light" | "medium" | "heavy" | "retiarius";
export type Weapon = "sword" | "trident" | "fragment" | "";
export type Posture = "standing" | "kneeling" | "prone";
export type Status = "fighting" | "dead" | "surrendered" | "spared" | "resigned" | "victor";

/** A man's log sheet. Lists over the body go head, chest, groin, arms, legs. */
export interface Fighter {
  name: string;
  seat: number;
  side: number;
  number: number; // his place among the fighters
  counter: number; // on his piece
  kind: Kind;
  left_handed: boolean;
  armour: string[]; // "", "A", "B", "C", with a number: partly covered
  training: number;
  strength: number;
  agility: number;
  constitution: number;
  wound_factor: number;
  nf: number;
  cf_start: number;
  cf: number; // stun not yet taken off
  wounds: number[];
  cf_lost: number[]; // to the wounds of each area
  stun: number;
  unconscious: boolean;
  mortal: boolean;
  limps: number;
  lame: number;
  arteries: number[];
  fresh_arteries: number[];
  weapon: Weapon;
  shield: "large" | "small" | "";
  shield_boxes: number;
  net: boolean; // in his hand
  status: Status;
  place: Hex;
  facing: number;
  posture: Posture;
  last_way: string;
  netted: boolean;
  net_holder: number; // who holds the net that he is in; -1: nobody
  holding: number; // whom he holds in his net
  net_ready: number;
  allowance: number; // phases with a move in this turn
  used: number;
  overexerted: boolean;
  tired: boolean;
  crossed: number[] | null; // null: not yours to see
  owes_stumble: boolean;
  must_rise: boolean;
  attack_total: number;
  defence_total: number;
  sheet: number[] | null; // what he has shared out in this phase; null: not yours to see
  plot: string;
  stumbling: boolean;
  rolling: boolean;
  unable: boolean;
  start: Hex; // where the phase began for him
  came_from: Hex;
  trail: Hex[]; // the hexes he has entered in this phase
  stride: number;
  lay: Hex[]; // where his net was laid
  forward: number; // hexes moved, each way
  side_forward: number;
  back: number;
  side_back: number;
  turned: number;
  left_hex: boolean;
  collided: boolean;
  tried_recovery: boolean;
  just_recovered: boolean;
  repels: boolean;
  was_netted: boolean;
  spent: number;
  net_loss: number;
  rotated: boolean; // he had to turn to receive an attack
  bonuses: [foe: number, worth: number][]; // what his place is worth
  guard: number[];
  carried: number;
  beset: boolean;
  off_balance: boolean;
  appealing: boolean;
  factors: number; // what he has before any bonus
  account: [words: string, amount: number][]; // how they come about
  worn: string[]; // what the armour over each area does
  troubles: string[]; // what he has to reckon with
  reach: number; // of his weapon, as he stands or lies now
  net_reach: number;
  net_waits: boolean; // it is not ready yet
  shield_full: number; // boxes of a whole shield
}

/** Something that lies on the sand. */
export interface Item {
  kind: "sword" | "trident" | "fragment" | "shaft" | "shield" | "net";
  place: Hex;
  size: string; // of a shield
  boxes: number; // left on a shield
}

export interface Arena {
  seats: number;
  turn: number;
  phase: number; // 1 to 8
  step: string; // of the sequence of play
  moment: "before" | "asking" | "amid"; // how far it has come
  order: number[]; // the fighters by counter number
  active: number[]; // those of them still in the fight
  spent_force: boolean;
  quiet: boolean;
  fighters: Record<string, Fighter>; // empty while they are being made
  items: Item[];
}

/** A column of the crowd's mercy: totals from and to, the lowest die that spares and the chance of it. */
export interface Mercy {
  from: number | null;
  to: number | null;
  needed: number | null; // null: no roll can save him
  chance: number;
}

/** Names, words and numbers of the rules. */
export interface Stage {
  areas: string[];
  position: number[]; // what the six hexes around a man are worth, clockwise from his front
  position_left_handed: number[];
  wound_widths: number[];
  missus: Mercy[];
  phases: number; // of a turn
  shield_boxes: number; // of a whole shield
  shield_states: [least: number, words: string][]; // what it looks like with so many boxes left
  fronts: [number, number][][][]; // by reach and facing: the hexes of a combat front, from where the man stands
  sub_phases: string[]; // when so many blows fall
  deeds: Record<string, Deed>; // without a step, or with three
  walks: string[]; // how the legs go, the plainest first
  besides: Record<string, Besides>; // what may be done besides
  rolls: string[]; // the orders of a man who rolls
  longest_order: number; // characters
  results: Record<string, string>; // the letters of a blow's result
  artery: string; // the letters of a severed one
}

export interface Deed {
  words: string;
  hint: string;
  key: string; // that writes it; empty: none
}

export interface Besides {
  kind: string; // net, watch or kick
  words: string;
  hint: string;
}

/** What a foe could do by an order of this phase: end there, strike there, throw his net there. */
export interface Reach {
  name: string;
  to: Hex[];
  strikes: Hex[];
  nets: Hex[];
}

/** What an order costs. */
export interface Price {
  words: string;
  dear: boolean;
}

/** What the engine explains of an answer; every part may be missing. */
export interface ArenaAnswer extends AnswerInfo {
  to?: [number, number];
  facing?: (typeof POINTS)[number];
  foes?: Reach[]; // with the default order
  against?: string[]; // what speaks against an order
  hopes?: string[]; // and for it
  walk?: string; // of an order: how the legs go
  does?: string; // what he does without a step, or with three
  also?: string; // and besides
  turns?: number; // hexsides
  price?: string;
  prices?: Record<string, Price>; // with the default order: what each is
  free?: boolean; // and whether he has a move for this phase
  moments?: string[]; // what a newcomer should be told now
  net?: Record<string, number>; // what a toss or a swing does to a foe who stays
  clash?: { name: string; won?: number }; // whom he runs into if nobody else moves; without a chance: a man who lies
  success?: number;
  subs?: number[]; // the sub-phases of the blows
  blows?: string[];
  strengths?: Record<string, number>; // of them
  box?: string;
  deed?: "strike" | "guard" | "unused"; // with 0 points: what the box is
  area?: string;
  weak?: { words: string; clauses: string[] }; // why a blow has not all its strength
  unguarded?: boolean; // no guard counts against it
  pledged?: number; // factors that the attack has already, of a bonus; they are in its odds
  points?: number;
  /** For every number of factors that the other sets against it: misses, shield, parry, no wound, wound, death. */
  odds?: number[][]; // in ten-thousandths
  foe?: string; // the man who is struck at, or whose attacks a guard is reckoned against
  mercy?: number; // the chance that the crowd spares the man
  needed?: number | null; // by the die
}

export const asArena = (position: Position): Arena => position as unknown as Arena;
export const asStage = (stage: AnyStage): Stage => stage as unknown as Stage;
export const asAnswer = (answer: AnswerInfo): ArenaAnswer => answer as ArenaAnswer;

export const menOf = (arena: Arena): Fighter[] => Object.values(arena.fighters);
export const isFighting = (man: Fighter): boolean => man.status === "fighting";
export const ofSeat = (arena: Arena, seat: number): Fighter | undefined => menOf(arena).find((man) => man.seat === seat);
export const byNumber = (arena: Arena, number: number): Fighter | undefined => menOf(arena).find((man) => man.number === number);

export const movesLeft = (man: Fighter): number => man.allowance - man.used;
/** The hexes before a man, up to so far. */
export const frontOf = (stage: Stage, { place, facing }: Fighter, reach: number): Hex[] =>
  (stage.fronts[reach]?.[facing] ?? []).map(([q, r]) => [place[0] + q, place[1] + r]);
/** What the first letter of a blow's result stands for. */
export const resultOf = (stage: Stage, result: unknown): string => stage.results[String(result ?? "-")[0]!] ?? "";
export const woundsOf = (man: Fighter): number => man.wounds.reduce((sum, each) => sum + each, 0);
export const valuesAgainst = (stage: Stage, man: Fighter): number[] => (man.left_handed ? stage.position_left_handed : stage.position);
export const facingOf = (point: string | undefined): number => POINTS.findIndex((each) => each === point);

/** Colour, pattern and crest of a seat. Gold looks too much like yellow. */
const HERALDRY = ["red", "blue", ...COLOURS.filter((colour) => !["red", "blue", "gold"].includes(colour))];
export const colourOf = (seat: number): string => HERALDRY[seat % HERALDRY.length]!;
/** On his crest: short, and no two of the school's men share it. */
export const lettersOf = (name: string): string => name.slice(0, 2);

/** How it stands with a man, in the fewest words. */
export function stateOf(man: Fighter): string {
  if (man.status !== "fighting") return { dead: "dead", surrendered: "gave up", spared: "spared", resigned: "left the sand", victor: "unbeaten" }[man.status];
  if (man.unconscious) return "unconscious";
  const words = [];
  if (man.posture === "prone") words.push(man.rolling ? "rolling" : "down");
  else if (man.posture === "kneeling") words.push("kneeling");
  if (man.netted) words.push("in the net");
  if (man.stumbling && man.posture !== "prone") words.push("stumbling");
  return words.join(", ");
}

export const shieldState = ({ shield_states }: Stage, boxes: number): string =>
  shield_states.find(([least]) => boxes >= least)?.[1] ?? shield_states[0]![1];

/** All that can be seen of a man, for those who cannot see it. */
export function describe(stage: Stage, man: Fighter): string {
  const arms = [
    man.weapon && (man.weapon === "fragment" ? "broken trident" : man.weapon),
    man.shield && `${man.shield} shield, ${shieldState(stage, man.shield_boxes)}`,
    man.net && "net in hand",
  ].filter(Boolean);
  const wounds = woundsOf(man);
  return [
    `${man.name}, ${man.kind}${man.left_handed ? ", left-handed" : ""}`,
    `facing ${POINTS[man.facing]}`,
    stateOf(man) || "standing",
    arms.join(", ") || "empty hands",
    wounds ? `${wounds} wound${wounds > 1 ? "s" : ""}` : "no wounds",
    ...(man.stun ? [`stunned ${man.stun}`] : []),
  ].join("; ");
}
