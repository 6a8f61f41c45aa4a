// How the events of a fight change what is shown, and how long each is on stage.
import type { EventInfo, Position, Stage as AnyStage } from "../../lib/types";
import { type Arena, type Fighter, type Item, type Stage, asArena, asStage, menOf } from "./arena";
import { type Hex, same, turned } from "./hexes";

interface Told {
  fighter: string;
  target: string;
  victim: string;
  victor: string;
  by: string;
  winner: string;
  item: Item["kind"];
  places: Record<string, [number, number, number, Fighter["posture"]?]>;
  plots: Record<string, string>;
  place: Hex;
  to: Hex;
  facing: number;
  faces: number;
  turn: number;
  phase: number;
  total: number;
  cf: number;
  area: string;
  wounds: number;
  left: number;
  stumbles: boolean;
  success: boolean;
  free: boolean;
  lost: boolean;
  kept: boolean;
  spared: boolean;
  useless: boolean;
  hexes: number;
}

/** The fight as it looks after an event. What an event does not tell waits for the server's position. */
export function afterEvent(position: Position, event: EventInfo, on: AnyStage): Position {
  const stage = asStage(on);
  const arena = structuredClone(asArena(position));
  const told = event.data as unknown as Told;
  switch (event.kind) {
    case "turn":
      arena.turn = told.turn;
      arena.phase = 1;
      break;
    case "plots":
      reveal(arena, told, stage);
      break;
    case "places":
    case "moved":
      for (const [name, [q, r, facing, posture]] of Object.entries(told.places)) {
        const man = arena.fighters[name];
        if (man) Object.assign(man, { place: [q, r], facing, posture: posture ?? man.posture });
      }
      break;
  }
  const man = arena.fighters[told.fighter];
  if (man) tellOf(man, arena, stage, event.kind, told);
  return arena as unknown as Position;
}

/** A new phase: what was only of the last one is over. */
function reveal(arena: Arena, told: Told, { rolls }: Stage): void {
  arena.turn = told.turn;
  arena.phase = told.phase;
  for (const man of menOf(arena)) {
    man.stumbling = man.off_balance = false;
    man.plot = told.plots[man.name] ?? man.plot;
    man.rolling = rolls.some((roll) => man.plot.includes(roll));
  }
}

function tellOf(man: Fighter, arena: Arena, { areas }: Stage, kind: string, told: Told): void {
  switch (kind) {
    case "endurance":
      lose(man, told.cf);
      break;
    case "lame":
      man.stumbling = told.stumbles;
      break;
    case "fall-check":
      man.stumbling = true;
      break;
    case "prone":
      man.posture = "prone";
      man.facing = told.facing;
      break;
    case "unconscious":
      man.unconscious = true;
      break;
    case "kick":
      if (told.hexes) {
        const item = arena.items.find((each) => each.kind === told.item && same(each.place, man.place));
        if (item) item.place = told.place;
      }
      break;
    case "recovery":
      if (told.success) pickUp(man, arena, told.item);
      break;
    case "pushed":
      man.place = told.to;
      man.facing = told.facing;
      if (arena.fighters[told.winner]) arena.fighters[told.winner]!.facing = told.faces;
      break;
    case "faces":
    case "pivots":
      man.facing = told.facing;
      break;
    case "stun":
    case "recovers":
      man.factors += man.stun - told.total;
      man.stun = told.total;
      break;
    case "drop":
      arena.items.push(letFall(man, told.item, told.place));
      break;
    case "shield-falls":
      arena.items.push(letFall(man, "shield", told.place));
      break;
    case "throw":
      arena.items.push(letFall(man, told.item, told.place));
      break;
    case "trident-breaks":
      man.weapon = told.useless ? "" : "fragment";
      arena.items.push({ kind: told.useless ? "shaft" : "fragment", place: told.place, size: "", boxes: 0 });
      break;
    case "ensnared": {
      const by = arena.fighters[told.by];
      man.netted = true;
      if (by) {
        by.net = false;
        by.holding = man.number;
        man.net_holder = by.number;
      }
      break;
    }
    case "net-slips":
      loosen(man, arena);
      break;
    case "net-let-go":
      if (man.net) arena.items.push({ kind: "net", place: man.place, size: "", boxes: 0 });
      man.net = false;
      loosen(man, arena);
      break;
    case "net-taken":
      if (told.kept) man.net = true;
      else arena.items.push({ kind: "net", place: told.place, size: "", boxes: 0 });
      break;
    case "grab":
      if (told.lost) man.net = false;
      break;
    case "struggle":
      if (told.free) release(man, arena);
      break;
    case "shield":
      man.shield_boxes = told.left;
      break;
    case "wound": {
      const area = areas.indexOf(told.area);
      if (area >= 0 && told.wounds > 0) man.wounds[area]! += told.wounds;
      if (told.cf !== undefined) lose(man, told.cf);
      break;
    }
    case "bleeding":
      man.wounds[areas.indexOf(told.area)]! += told.wounds;
      break;
    case "death":
      man.status = "dead";
      man.posture = "prone";
      break;
    case "verdict":
      man.status = told.spared ? "spared" : "dead";
      break;
    case "surrender":
      man.status = "surrendered";
      break;
    case "resigned":
      man.status = "resigned";
      break;
    case "walks-off":
      man.status = "victor";
      break;
  }
}

/** His CF is down to this. */
function lose(man: Fighter, cf: number): void {
  man.factors += cf - man.cf;
  man.cf = cf;
}

function letFall(man: Fighter, kind: Item["kind"], place: Hex): Item {
  if (kind === "shield") {
    const item: Item = { kind, place, size: man.shield, boxes: man.shield_boxes };
    man.shield = "";
    return item;
  }
  if (kind === "net") man.net = false;
  else man.weapon = "";
  return { kind, place, size: "", boxes: 0 };
}

function pickUp(man: Fighter, arena: Arena, kind: Item["kind"]): void {
  const index = arena.items.findIndex((item) => item.kind === kind);
  const [item] = index >= 0 ? arena.items.splice(index, 1) : [];
  if (kind === "shield") {
    man.shield = item?.size === "small" ? "small" : "large";
    man.shield_boxes = item?.boxes ?? man.shield_boxes;
  } else if (kind === "net") man.net = true;
  else if (kind !== "shaft") man.weapon = kind;
}

/** The net stays on its man, but nobody holds its end any more. */
function loosen(holder: Fighter, arena: Arena): void {
  const caught = menOf(arena).find((each) => each.number === holder.holding);
  if (caught) caught.net_holder = -1;
  holder.holding = -1;
}

function release(man: Fighter, arena: Arena): void {
  const holder = menOf(arena).find((each) => each.number === man.net_holder);
  if (holder) {
    holder.holding = -1;
    holder.net = true;
  } else arena.items.push({ kind: "net", place: man.place, size: "", boxes: 0 });
  man.netted = false;
  man.net_holder = -1;
}

/** The shorter way round from one facing to another, in hexsides. */
export const turnBetween = (from: number, to: number): number => ((turned(to, -from) + 2) % 6) - 2;

const LASTS: Record<string, number> = {
  gladiator: 500,
  places: 600,
  turn: 500,
  endurance: 350,
  plots: 1100,
  moved: 900,
  "fall-check": 500,
  prone: 700,
  unconscious: 700,
  kick: 500,
  collision: 900,
  pushed: 500,
  "stumble-check": 350,
  recovers: 250,
  drop: 500,
  net: 900,
  "net-missed": 800,
  ensnared: 900,
  grab: 600,
  drag: 800,
  faces: 350,
  pivots: 350,
  attacks: 600,
  attack: 1000,
  wound: 900,
  death: 1300,
  appeal: 1900, // the crowd is divided
  verdict: 2600, // the die, the thumb
  surrender: 1000,
  throw: 700,
  "thrown-weapon": 800,
  end: 800,
};
const USUAL = 450;
/** How long everybody's step takes together. */
export const MOVE = LASTS["moved"]!;

const STILL = 150; // without motion there is nothing to wait for but the words
const MOTIONS = ["moved", "pushed", "faces", "pivots"];
export const eventLasts = (event: EventInfo, reducedMotion: boolean): number =>
  reducedMotion && MOTIONS.includes(event.kind) ? STILL : (LASTS[event.kind] ?? USUAL);
