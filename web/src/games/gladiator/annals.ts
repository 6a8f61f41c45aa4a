// A fight in numbers, read out of its events.
import type { EventInfo } from "../../lib/types";
import { type Stage, resultOf } from "./arena";

/** What one man, or one side, has done and suffered. */
export interface Deeds {
  attacks: number;
  hits: number; // the body was reached, wound or not
  shields: number; // stopped by a shield
  parries: number;
  misses: number;
  wounds: number[]; // given, by area
  criticals: number; // given
  nets: number; // cast
  caught: number; // with a net
  moves: number; // phases with an order
  collisions: number;
  won: number; // of them
  stumbles: number;
  falls: number;
}

/** A value and the phase it begins in, counted from the first that is told. */
export type Curve = { at: number; value: number }[];

/** A wound, on the curve of the man who has it. */
export interface Mark {
  at: number;
  value: number; // his CF after it
  text: string;
}

export interface Annals {
  deeds: Map<string, Deeds>;
  cf: Map<string, Curve>;
  marks: Map<string, Mark[]>;
  /** Where each turn begins. */
  turns: { at: number; turn: number }[];
  phases: number; // in all
  /** What led to the end, and the end: a few events, and when. */
  decisive: EventInfo[];
  when: string;
}

const LEAVING = ["death", "verdict", "surrender", "resigned"];
const LATE = 0.7; // of a phase: blows fall after the movement
const LAYING_LOW = ["prone", "unconscious"];
// Where a blow ended, by its result.
const STOPPED: Record<string, "shields" | "parries" | "misses" | "hits"> = { shield: "shields", parry: "parries", hit: "hits" };

const noDeeds = (): Deeds => ({
  attacks: 0,
  hits: 0,
  shields: 0,
  parries: 0,
  misses: 0,
  wounds: [0, 0, 0, 0, 0],
  criticals: 0,
  nets: 0,
  caught: 0,
  moves: 0,
  collisions: 0,
  won: 0,
  stumbles: 0,
  falls: 0,
});

export function annalsOf(events: EventInfo[], men: { name: string; cf: number }[], stage: Stage): Annals {
  const deeds = new Map(men.map(({ name }) => [name, noDeeds()]));
  const cf = new Map(men.map((man) => [man.name, [{ at: 0, value: firstFactor(events, man) }]]));
  const marks = new Map<string, Mark[]>(men.map(({ name }) => [name, []]));
  const turns: Annals["turns"] = [];
  const arteries = new Map<string, string>(); // whose arm, who cut it
  let striker = "";
  let blow: "shields" | "parries" | "misses" | "hits" = "misses";
  let at = -1; // phases are counted from 0
  let first = 0;

  const of = (name: unknown): Deeds => {
    const known = deeds.get(String(name));
    if (known) return known;
    const fresh = noDeeds();
    deeds.set(String(name), fresh);
    return fresh;
  };
  const strike = (by: string, result: string): void => {
    striker = by;
    blow = STOPPED[resultOf(stage, result)] ?? "misses";
    of(by).attacks += 1;
    of(by)[blow] += 1;
  };
  const note = (name: string, value: unknown, now = Math.max(0, at)): void => {
    const curve = cf.get(name);
    if (curve && typeof value === "number" && curve.at(-1)!.value !== value) curve.push({ at: now, value });
  };
  const hurt = (by: string, { data, text }: EventInfo): void => {
    const [name, wounds] = [String(data["fighter"]), Number(data["wounds"])];
    if (by && wounds > 0) of(by).wounds[stage.areas.indexOf(String(data["area"]))]! += wounds;
    const now = Math.max(0, at) + LATE;
    note(name, data["cf"], now);
    if (wounds) marks.get(name)?.push({ at: now, value: cf.get(name)!.at(-1)!.value, text });
  };

  for (const event of events) {
    const { kind, data } = event;
    const who = String(data["fighter"] ?? "");
    switch (kind) {
      case "turn":
        at += at < 0 ? 0 : 1;
        turns.push({ at: Math.max(0, at), turn: Number(data["turn"]) });
        break;
      case "plots": {
        const clock = Number(data["turn"]) * stage.phases + Number(data["phase"]);
        if (at < 0 && !turns.length) turns.push({ at: 0, turn: Number(data["turn"]) });
        if (at < 0) first = clock;
        at = clock - first;
        for (const [name, order] of Object.entries(data["plots"] as Record<string, string>)) of(name).moves += order === "-" ? 0 : 1;
        break;
      }
      case "attack":
        strike(who, String(data["effect"]));
        break;
      case "throw":
        striker = who;
        break;
      case "thrown-weapon":
        strike(striker, String(data["result"]));
        break;
      case "wound": {
        // Through the shield or past the blade: a hit after all.
        of(striker)[blow] -= 1;
        of(striker).hits += 1;
        blow = "hits";
        if (!["", "-"].includes(String(data["critical"]))) of(striker).criticals += 1;
        if (data["critical"] === stage.artery) arteries.set(`${who} ${data["area"]}`, striker);
        hurt(striker, event);
        break;
      }
      case "bleeding":
        hurt(arteries.get(`${who} ${data["area"]}`) ?? "", event);
        break;
      case "endurance":
        note(who, data["cf"]);
        break;
      case "net":
      case "net-missed":
        of(who).nets += 1;
        break;
      case "ensnared":
        of(data["by"]).caught += 1;
        break;
      case "collision":
        for (const name of [who, String(data["other"])]) {
          of(name).collisions += 1;
          of(name).won += data["winner"] === name ? 1 : 0;
        }
        break;
      case "fall-check":
        of(who).stumbles += 1;
        break;
      case "prone":
        of(who).falls += 1;
        break;
    }
  }
  const phases = Math.max(1, at + 1);
  for (const curve of cf.values()) curve.push({ at: phases, value: curve.at(-1)!.value });
  const decisive = decisiveOf(events, stage);
  const plots = events.findLast(({ kind, n }) => kind === "plots" && n < (decisive.at(-1)?.n ?? 0));
  return {
    deeds,
    cf,
    marks,
    turns,
    phases,
    decisive,
    when: plots ? `turn ${plots.data["turn"]}, phase ${plots.data["phase"]}` : "",
  };
}

/** A fight may begin in the middle: what he had before the first loss that is told. */
function firstFactor(events: EventInfo[], man: { name: string; cf: number }): number {
  const told = events.find(({ data }) => data["fighter"] === man.name && typeof data["cf"] === "number" && ("lost" in data || "training" in data));
  return told ? Number(told.data["cf"]) + Number(told.data["lost"] ?? 0) : man.cf;
}

/** The end of the last man who left the sand, what laid him low, and the blow behind it. */
function decisiveOf(events: EventInfo[], stage: Stage): EventInfo[] {
  const end = events.findLastIndex(({ kind }) => LEAVING.includes(kind));
  const last = events[end];
  if (!last) return [];
  const fallen = last.data["fighter"];
  const before = (index: number, fits: (event: EventInfo) => boolean): number => events.slice(0, Math.max(0, index)).findLastIndex(fits);
  const about =
    (...kinds: string[]) =>
    (event: EventInfo): boolean =>
      kinds.includes(event.kind) && event.data["fighter"] === fallen;
  const low = { death: before(end, about("wound", "bleeding")), resigned: -1 }[last.kind] ?? before(end, about(...LAYING_LOW));
  const cause = events[low];
  // Bled to death: the blow that cut the artery.
  const cut = (event: EventInfo): boolean =>
    about("wound")(event) && event.data["critical"] === stage.artery && event.data["area"] === cause?.data["area"];
  const wound = cause?.kind === "bleeding" ? before(low, cut) : cause?.kind === "wound" ? low : -1;
  const blow = before(wound, ({ kind, data }) => ["attack", "thrown-weapon"].includes(kind) && data["target"] === fallen);
  return [...new Set([blow, wound, low, end])].filter((index) => index >= 0).map((index) => events[index]!);
}

/** All of a side together. */
export function together(all: Deeds[]): Deeds {
  const sum = noDeeds();
  for (const each of all)
    for (const [key, value] of Object.entries(each) as [keyof Deeds, number | number[]][])
      if (key === "wounds") sum.wounds = sum.wounds.map((number, area) => number + each.wounds[area]!);
      else sum[key] += value as number;
  return sum;
}
