// The shapes of a race's position, stage and answers, and how its events change what is shown.
import type { AnswerInfo, EventInfo, Position, Stage } from "../../lib/types";
import type { BoardData } from "./geometry";

export interface Chariot {
  seat: number;
  build: string;
  space: string | null;
  damage: number;
  speed: number;
  fate: number;
  crossings: number; // of the finish line, the start crossing included
  laps_to_go: number;
  progress: number | null;
  out: "" | "wrecked" | "retired";
  out_order: number;
  safe: boolean; // finished and its turn done
}

export interface Turn {
  dice: string[];
  free_reroll: boolean;
  left: number; // spaces still to move
  steers: number;
  attacks: number;
  laps: number; // completed before this move
  path: [string, number][]; // spaces entered, with the progress at their front border
}

export interface Race {
  round: number;
  phase: string;
  order: string[];
  turn_number: number;
  mover: string | null;
  drafter: number; // who chose first among six different chariots
  supply: number;
  caltrops: string[];
  chariots: Record<string, Chariot>;
  turn: Turn;
}

export interface ChariotBoard {
  damage_max: number;
  damage_start: number;
  speed_max: number;
  speed_start: number;
  fate_max: number;
  fate_start: number;
  speed_limit_by_damage: number[];
  dice_for_speed: number[];
}

export interface RaceStage {
  board: BoardData;
  chariot_boards: Record<string, ChariotBoard>;
  faces: string[];
  laps: number;
}

export interface Effects {
  damage: number;
  left: number;
  speed: number;
  wrecked: boolean;
  end: string;
  path: string[];
  rams: { chariot: string; damage: number; wrecked: boolean }[];
  laps: number;
}

export interface RaceAnswer extends AnswerInfo {
  space?: string;
  target?: string;
  effects?: Effects;
  dice?: number[];
  odds?: Record<string, number>;
}

export const asRace = (position: Position): Race => position as unknown as Race;
export const asStage = (stage: Stage): RaceStage => stage as unknown as RaceStage;
export const asAnswer = (answer: AnswerInfo): RaceAnswer => answer as RaceAnswer;

/** The chariots of one seat. */
export const chariotsOf = (race: Race, seat: number): [string, Chariot][] =>
  Object.entries(race.chariots).filter(([, chariot]) => chariot.seat === seat);

/** From the leader back: those racing by progress, then those out, the last to leave first. */
export function standings(race: Race): [string, Chariot][] {
  return Object.entries(race.chariots).sort(
    ([, one], [, other]) =>
      Number(!!one.out) - Number(!!other.out) ||
      (other.progress ?? -Infinity) - (one.progress ?? -Infinity) ||
      other.out_order - one.out_order,
  );
}

interface Told {
  chariot: string;
  rammed: string;
  target: string;
  to: string | number;
  space: string;
  left: number;
  rammed_left: number;
  damage: number;
  fate: number;
  laps: number;
  dice: number[];
  order: string[];
  round: number;
  caltrop: boolean;
}

/** The race as it looks after an event. What an event does not tell waits for the server's position. */
export function afterEvent(position: Position, event: EventInfo, faces: string[]): Position {
  const race = structuredClone(asRace(position));
  const told = event.data as unknown as Told;
  const chariot = race.chariots[told.chariot];
  const facesOf = (values: number[]): string[] => values.map((value) => faces[value - 1] ?? "");
  switch (event.kind) {
    case "round":
      race.round = told.round;
      race.order = told.order;
      break;
    case "turn":
      race.mover = told.chariot;
      race.turn.dice = [];
      break;
    case "roll":
      race.turn.dice = facesOf(told.dice);
      break;
    case "reroll":
    case "turn-die":
      race.turn.dice = facesOf(told.dice);
      if (chariot) chariot.fate = told.fate;
      break;
    case "repair":
      if (chariot) [chariot.damage, chariot.fate] = [told.damage, told.fate];
      break;
    case "fortuna":
      if (chariot) chariot.fate = told.fate;
      break;
    case "slowed":
      if (chariot) chariot.speed = told.to as number;
      break;
    case "speed":
      if (chariot) [chariot.speed, chariot.damage] = [told.to as number, told.left];
      break;
    case "drive":
    case "placed":
      if (chariot) chariot.space = told.to as string;
      break;
    case "takes-place":
      if (chariot) chariot.space = told.space;
      break;
    case "corner":
      if (chariot) chariot.damage = told.left;
      break;
    case "caltrop-hit":
      if (chariot) chariot.damage = told.left;
      race.caltrops = race.caltrops.filter((space) => space !== told.space);
      break;
    case "caltrop":
      race.caltrops.push(told.space);
      break;
    case "ram": {
      const rammed = race.chariots[told.rammed];
      if (chariot) chariot.damage = told.left;
      if (rammed) rammed.damage = told.rammed_left;
      break;
    }
    case "javelin": {
      const target = race.chariots[told.target];
      if (target) target.damage = told.left;
      break;
    }
    case "lap":
    case "finish":
      if (chariot) chariot.laps_to_go = Math.max(0, chariot.laps_to_go - 1);
      break;
    case "wreck":
    case "retired":
      if (chariot) {
        chariot.out = event.kind === "wreck" ? "wrecked" : "retired";
        chariot.space = null;
      }
      if (told.caltrop) race.caltrops.push(told.space);
      break;
  }
  return race as unknown as Position;
}

const LASTS: Record<string, number> = {
  drive: 120,
  roll: 620,
  reroll: 620,
  "turn-die": 450,
  ram: 480,
  corner: 420,
  "caltrop-hit": 400,
  javelin: 620,
  caltrop: 380,
  wreck: 900,
  heap: 350,
  finish: 900,
  lap: 500,
  round: 450,
  turn: 300,
  end: 600,
};

export function eventLasts(event: EventInfo, reducedMotion: boolean): number {
  // Without gliding a step is no news; the halts in between are.
  if (reducedMotion && event.kind === "drive") return 0;
  return LASTS[event.kind] ?? 320;
}
