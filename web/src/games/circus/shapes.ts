// The shapes of a race's position, stage and answers, as the engine sends them.
import type { Tone } from "../../lib/answers";
import type { AnswerInfo } from "../../lib/types";
import type { TrackData } from "./circuit";

export interface Chariot {
  faction: string;
  seat: number;
  points: number[];
  modifier: number;
  cdm: number;
  hits_start: number;
  hits: number;
  whip: boolean;
  car: string;
  hitched: boolean;
  left_wheel: number;
  right_wheel: number;
  horses_start: number[];
  horses: number[];
  fallen: number[];
  drained: number;
  endurance: number;
  exhausted: boolean;
  square: number;
  leg: number;
  status: "racing" | "runaway" | "stopped" | "finished" | "out";
  driver: "car" | "dragged" | "foot" | "dead" | "safe";
  man: number;
  written: number;
  last_written: number; // -1: nothing yet
  executed: number;
  moved: boolean;
  drawn: number;
  debt: number;
  gains: number;
  offered: number;
  loss: number;
  no_inside: boolean;
  no_strain_turn: number;
  jostled: boolean;
  cut_turn: number;
  arm_wound: boolean;
  eye_left: boolean;
  eye_right: boolean;
  wound_drops: number;
  strain_leg: number;
  strain_paid: number;
  strain_lane: number;
  under: number[];
  cut_due: boolean;
  trail: number[];
  cut_from: number;
  bruised: boolean;
  freed_turn: number;
  climbed: number[];
  wall_way: number;
  finish_turn: number;
  finish_left: number;
  finish_drawn: number;
  lost_turn: number;
  number: number;
  threshold: number;
  parts: Record<string, unknown>; // what options add
  team_speed: number;
  remarks: string[]; // what options write on its sheet
  troubles: string[]; // what hinders it now
  log?: LogSheet; // what else is marked on its log
  place: string | null;
}

/** Fields of a log by their names: numbers, marks, words, and the counters that lie on it. */
export type LogSheet = Record<string, number | boolean | string | Record<string, number>>;

/** What a seat may see of the money at the races. Chariots by their numbers; -1 is the bank. */
export interface Coffers {
  transfers: { payer: number; payee: number; sum: number; why: string; clause: string }[];
  envelopes: Record<string, Envelope>; // by seat
  bets: Record<string, Record<string, number>>; // before the race: seat, chariot, sum
  later: Record<string, Record<string, number>>[]; // the same, after each lap
  side_bets: { backer: number; layer: number; chariot: number; rival: number; stake: number; against: number }[];
  odds: Record<string, number>; // to 1, by chariot
  opened: number[]; // seats whose bribe is known
  loyal: Record<string, number[]>; // chariot: seats that it may not attack
  match_odds: number;
  settled: boolean;
}

/** What one owner has paid for in secret. */
export interface Envelope {
  target: number;
  rival: number; // a seat, of a record that was written before the entries; -1: none
  bribe: number;
  aim: "attacks" | "speed" | "";
  drugs: number;
  sabotage: number;
  guards: [chariot: number, against: string, sum: number][];
}

/** The accounts of the movement phase being taken. */
export interface Move {
  written: number;
  dead_start: number;
  strain: number;
  gains: number;
  debt: number;
  price: number;
  loss: number;
  skill: number;
  spent: number;
  gone: number;
  cap: number;
  over: boolean;
  attacked: number[];
  trampled: number[];
  permission: string;
  asked: number;
  jumps: [square: number, unpaid: number, extra: number][];
  wheel_checked: number[];
  injury: number;
}

/** An attack that somebody must face now. */
export interface Threat {
  kind: string; // "lash", "ram", "swerve", "wreck", or what an option adds
  attacker: number;
  target: number;
  part: number; // of the target: 0 its team, 1 its car
  side: number;
  cdm: number;
  won: boolean; // the contest, so that only the way out is still to be chosen
}

/** A flipped car still in the air. */
export interface Falling {
  square: number;
  car: string;
  faction: number;
  landed: number; // -1: not yet
}

export interface Goal {
  chariot: string;
  by: "move" | "turn" | "race";
  clause: string;
  turn: number;
  wins: boolean;
  past: string;
  lap: number;
  ahead_of: string[];
  level_counts: boolean;
  beaten: string[];
  endurance: number;
  without: string[];
}

export interface Race {
  seats: number;
  turn: number;
  phase: string;
  cup: number[]; // colours still to be drawn this turn
  later: number[]; // and those of the second row, after them
  ordered: number[]; // colours that a scenario lets come out in this order
  mover: number;
  move: Move;
  wrecks: Record<string, number>; // square -> -1, or the stopped team lying there
  falling: Falling[];
  markers: number;
  draws: number;
  walker: number; // whose man is running now
  walked: number;
  idle: number;
  absent: number[];
  rear: number[];
  threat: Threat | null;
  final: boolean;
  occupied: Record<string, number>; // squares with a team or a car
  goal: Goal | null;
  verdict: boolean | null;
  parts: Record<string, unknown>;
  conditions: string[]; // the weather and the ground, in words
  safe_speeds: number[]; // of the corner lanes, as the ground is
  lying: { square: number; words: string }[]; // on the sand, besides wrecks
  chariots: Record<string, Chariot>;
}

export type Chances = Record<string, number>;

/** A check in one lane of a corner. */
export interface Strain {
  lane: number;
  safe: number;
  speed: number;
  points: number;
  endurance: number;
  unpaid: boolean; // more than it has: it flips
  wheels: number; // the chance that a wheel comes off first
  odds: Chances; // by the codes of the stage
  flips: number;
  tone: Tone;
}

/** What an attack may come to; the tones are those of whoever reads it. */
export interface Outlook {
  kind: string;
  at: string;
  odds: Chances;
  tones: Record<string, Tone>;
  self?: Chances; // what comes to the attacker
  self_tones?: Record<string, Tone>;
}

export interface Attack extends Outlook {
  target: string;
  defence: { may: string[]; success: number };
}

export interface Faced extends Outlook {
  attacker: string;
  words: string;
}

export interface Jump {
  odds: Chances;
  flips: number;
  clears?: boolean;
}

/** A square further off, to which an answer is the first of several. */
export interface Onward {
  square: number;
  cost: number;
  then: string[]; // the answers that follow
  squares: number[]; // where each of them ends, the first one too
}

/** What the engine explains of an answer; every part may be missing. */
export interface RaceAnswer extends AnswerInfo {
  name?: string; // of a build that has one
  clause?: string;
  cost?: number;
  endurance?: number; // what it costs of it
  square?: string | null; // where it stands on the board
  to?: string | null; // where it leads, if no die comes between
  path?: string[];
  stop?: string; // why a run ends early
  strain?: Strain | null;
  onward?: Onward[];
  attack?: Attack;
  may?: string[];
  total?: number;
  factors?: number;
  least?: number;
  end?: string | null;
  blocked_at?: string;
  corner?: { squares_to: number; own: number; lanes: Strain[] } | null;
  finish?: boolean;
  wheels?: number;
  cut?: number;
  odds?: Chances;
  flips?: number;
  unpaid?: number;
  injury?: Chances;
  success?: number;
  climb?: number;
  slips?: number;
  whip?: Chances;
  box?: string;
  points?: number;
  chance?: number; // that a bribe works
  dies?: number; // that a driver does
  dodges?: number; // that he escapes a team there
  men?: { man: string; dodges: number }[]; // on foot in its way
  chariot?: { horses: number[]; endurance: number; car: string; modifier: number; hits: number; name: string; race: number };
  boxes?: { box: string; points: number; label: string }[];
  threat?: Faced;
  jump?: Jump;
  totals?: { die: number; total: number; strain: Strain | null; wheels: number }[];
}

export interface OutcomeWords {
  words: string;
  tone: Tone;
}

export interface RaceStage {
  track: TrackData;
  wheel_boxes: number;
  most_endurance: number;
  outcomes: { strain: Record<string, OutcomeWords>; jump: Record<string, OutcomeWords> };
  deeds: Record<string, string>; // what an attack of each kind has done
}
