// A race and its chariots read, and how events change what is shown.
import type { AnswerInfo, EventInfo, Position, Stage } from "../../lib/types";
import { Circuit } from "./circuit";
import type { Chariot, Race, RaceAnswer, RaceStage } from "./shapes";

export type * from "./shapes";

export const asRace = (position: Position): Race => position as unknown as Race;
export const asStage = (stage: Stage): RaceStage => stage as unknown as RaceStage;
export const asAnswer = (answer: AnswerInfo): RaceAnswer => answer as RaceAnswer;

// One circuit for each stage: working it out takes a moment.
const circuits = new WeakMap<object, Circuit>();
export function circuitOf(stage: Stage): Circuit {
  const known = circuits.get(stage);
  if (known) return known;
  const circuit = new Circuit(asStage(stage).track);
  circuits.set(stage, circuit);
  return circuit;
}

export const chariotsOf = (race: Race, seat: number): Chariot[] =>
  Object.values(race.chariots).filter((chariot) => chariot.seat === seat);

export const moverOf = (race: Race): Chariot | undefined =>
  Object.values(race.chariots).find((chariot) => chariot.number === race.mover);

/** Over the line with a living driver: a man who died of it takes no place. */
export const hasFinished = (chariot: Chariot): boolean => chariot.status === "finished" && chariot.driver !== "dead";

export const inRace = (chariot: Chariot): boolean => chariot.status === "racing" || hasFinished(chariot);

export const lapOf = (circuit: Circuit, chariot: Chariot): number =>
  Math.min(circuit.track.laps, Math.floor((chariot.leg + 1) / 4) + 1);

/** Behind its runaway team a driver may still be dragged over the line. */
const isDragged = (chariot: Chariot): boolean => chariot.status === "runaway" && chariot.driver === "dragged";

/** From the leader back: those over the line, those on the track, those out of it. */
export function standings(race: Race, circuit: Circuit): Chariot[] {
  const rank = (chariot: Chariot): number =>
    hasFinished(chariot) ? 0 : chariot.status === "racing" || isDragged(chariot) ? 1 : 2;
  const progress = (chariot: Chariot): number => (chariot.square < 0 ? -1 : circuit.progress(chariot.square, chariot.leg));
  return Object.values(race.chariots).sort(
    (one, other) =>
      rank(one) - rank(other) ||
      (hasFinished(one) ? one.finish_turn - other.finish_turn || other.finish_left - one.finish_left : 0) ||
      progress(other) - progress(one) ||
      other.lost_turn - one.lost_turn ||
      one.number - other.number,
  );
}

/** In a few words how it stands with a chariot. */
export function stateOf(chariot: Chariot): string {
  if (hasFinished(chariot)) return "finished";
  if (chariot.driver === "dragged") return "dragged";
  if (chariot.driver === "foot") return "on foot";
  if (chariot.driver === "dead") return "dead";
  if (chariot.driver === "safe") return "out, alive";
  if (chariot.status === "runaway") return "runaway";
  if (chariot.status === "stopped") return "fallen";
  return chariot.status === "out" ? "out" : "";
}

interface Told {
  chariot: string;
  of: string;
  target?: string;
  by: string;
  kept: boolean;
  to: string;
  square: string;
  turn: number;
  speeds: Record<string, number>;
  grid: Record<string, string>;
  horses: number[];
  horses_start?: number[]; // unhurt, of a chariot that comes out of a stable
  points: number[];
  hits: number;
  hits_start?: number;
  car: string;
  endurance: number;
  endurance_lost?: number;
  modifier: number;
  cdm: number;
  left: number;
  team_speed: number;
  horse: number;
  wheel: "left" | "right";
  total: number;
  lost: boolean;
  free: boolean;
  factions: Record<string, number>;
}

/** The race as it looks after an event. What an event does not tell waits for the server's position. */
export function afterEvent(position: Position, event: EventInfo, stage: Stage): Position {
  const race = structuredClone(asRace(position));
  const circuit = circuitOf(stage);
  const told = event.data as unknown as Told;
  const chariot = race.chariots[told.chariot];
  switch (event.kind) {
    case "turn":
      race.turn = told.turn;
      for (const each of Object.values(race.chariots)) each.moved = false;
      break;
    case "speeds":
      for (const [faction, speed] of Object.entries(told.speeds)) {
        const writer = race.chariots[faction];
        if (writer) writer.written = writer.last_written = speed;
      }
      race.cup = Object.values(race.chariots)
        .filter((each) => each.square >= 0)
        .map((each) => each.number);
      break;
    case "grid":
      for (const [faction, name] of Object.entries(told.grid)) {
        const starter = race.chariots[faction];
        if (starter) starter.square = circuit.find(name);
      }
      break;
    case "marker":
      race.markers += 1;
      break;
    case "wreck-lands":
      race.wrecks[circuit.find(told.square)] = -1;
      race.falling = race.falling.filter((car) => car.faction !== race.chariots[told.of]?.number);
      break;
    case "whip-grabbed": {
      const by = race.chariots[told.by];
      if (by && told.kept) by.whip = true;
      break;
    }
  }
  if (told.endurance_lost) {
    const loser = race.chariots[told.target ?? told.chariot];
    if (loser) loser.endurance = Math.max(0, loser.endurance - told.endurance_lost);
  }
  if (chariot) tellOf(chariot, race, circuit, event.kind, told);
  return race as unknown as Position;
}

// Under these names an event tells what the sheet says now.
const ON_THE_SHEET = ["endurance", "modifier", "cdm", "team_speed"] as const;

/** What an event does to the chariot it is about. */
function tellOf(chariot: Chariot, race: Race, circuit: Circuit, kind: string, told: Told): void {
  for (const name of ON_THE_SHEET) if (typeof told[name] === "number") chariot[name] = told[name];
  if (told.to && kind !== "walk") moveTo(chariot, circuit, told.to);
  switch (kind) {
    case "built":
      Object.assign(chariot, {
        points: told.points,
        modifier: told.modifier,
        cdm: told.modifier,
        hits: told.hits,
        hits_start: told.hits_start ?? told.hits,
        car: told.car,
        horses: told.horses,
        horses_start: told.horses_start ?? told.horses,
        endurance: told.endurance,
        team_speed: told.horses.reduce((sum, boxes) => sum + boxes, 0),
      });
      break;
    case "drawn":
      race.mover = chariot.number;
      race.cup = race.cup.filter((number) => number !== chariot.number);
      break;
    case "speed":
      chariot.executed = told.total;
      chariot.moved = true;
      break;
    case "jostled":
      chariot.jostled = true;
      break;
    case "exhausted":
      chariot.exhausted = true;
      break;
    case "driver-hurt":
      chariot.hits = told.left;
      break;
    case "injury":
      if (told.left !== undefined) chariot.horses[told.horse - 1] = told.left;
      break;
    case "horse-dead":
      chariot.horses[told.horse - 1] = 0;
      chariot.fallen.push(told.horse - 1);
      break;
    case "cut-free":
      if (told.free) chariot.fallen = [];
      break;
    case "wheel":
      if (told.wheel === "left") chariot.left_wheel = told.total;
      else chariot.right_wheel = told.total;
      break;
    case "whip-grabbed":
      chariot.whip = false;
      break;
    case "flip":
      race.falling.push({ square: circuit.find(told.square), car: chariot.car, faction: chariot.number, landed: -1 });
      chariot.hitched = false;
      chariot.status = "runaway";
      break;
    case "pulled-out":
      chariot.status = "runaway";
      break;
    case "dragged":
      chariot.driver = "dragged";
      break;
    case "on-foot":
      chariot.driver = "foot";
      chariot.man = circuit.find(told.square);
      break;
    case "walk":
      chariot.man = circuit.find(told.to);
      break;
    case "driver-dead":
      chariot.driver = "dead";
      chariot.man = -1;
      break;
    case "driver-safe":
      chariot.driver = "safe";
      chariot.man = -1;
      break;
    case "team-stopped":
      chariot.status = "stopped";
      race.wrecks[circuit.find(told.square)] = chariot.number;
      chariot.square = -1;
      break;
    case "out":
      chariot.status = "out";
      chariot.square = -1;
      break;
    case "finish":
      chariot.status = "finished";
      chariot.finish_turn = race.turn;
      chariot.finish_left = told.left;
      chariot.square = -1;
      break;
  }
}

function moveTo(chariot: Chariot, circuit: Circuit, to: string): void {
  if (chariot.square < 0) return;
  const { lane } = circuit.places[chariot.square]!;
  // To no square is over the line: there it runs on a little, until it leaves the sand.
  const found = circuit.find(to);
  const square = found >= 0 ? found : circuit.number(lane, 3, 1);
  chariot.leg += circuit.legsBetween(chariot.square, square);
  chariot.square = square;
}

const LASTS: Record<string, number> = {
  factions: 500,
  built: 60,
  grid: 500,
  turn: 450,
  speeds: 900,
  goal: 900,
  drawn: 350,
  "dead-start": 300,
  whip: 450,
  speed: 0,
  "lane-change": 240,
  sideslip: 320,
  evaded: 380,
  "braked-away": 320,
  strain: 620,
  attack: 650,
  defence: 500,
  "ram-car": 600,
  "lash-driver": 650,
  "lash-team": 550,
  "involuntary-ram": 600,
  "run-into": 650,
  critical: 700,
  flip: 1100,
  "wreck-lands": 900,
  dragged: 500,
  "pulled-out": 800,
  "driver-dead": 800,
  trampled: 700,
  "run-down": 700,
  "horse-dead": 800,
  marker: 900,
  finish: 1300,
  end: 800,
};
const PER_SQUARE = 55;
const LONGEST_DRIVE = 900;

/** How long a drive of so many squares takes on the screen. */
export const driveLasts = (squares: number): number => Math.min(LONGEST_DRIVE, 60 + PER_SQUARE * squares);

export function eventLasts(event: EventInfo, reducedMotion: boolean): number {
  const squares = event.data["squares"];
  if (typeof squares === "number") return reducedMotion ? 150 : driveLasts(squares);
  return LASTS[event.kind] ?? 350;
}
