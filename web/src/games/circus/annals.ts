// A race in numbers, read out of its events.
import type { EventInfo } from "../../lib/types";
import type { Curve } from "../sheets/curve";
import type { Circuit } from "./circuit";

export interface Deeds {
  fastest: number;
  whips: number;
  strains: number;
  dealt: number; // attacks
  suffered: number;
  finished: number; // the turn; 0: never
}

/** How often one struck another, and how. */
export interface Blows {
  by: string;
  target: string;
  ways: Map<string, Way>;
}

interface Way {
  kind: string;
  at: string;
  times: number;
}

export interface Annals {
  deeds: Map<string, Deeds>;
  blows: Blows[];
  endurance: Map<string, Curve>;
  speeds: Map<string, Curve>;
  /** From the first to the last, at the start of every turn and at the end. */
  order: string[][];
}

export function annalsOf(events: EventInfo[], circuit: Circuit): Annals {
  const deeds = new Map<string, Deeds>();
  const places = new Map<string, { square: number; leg: number }>();
  const finished: string[] = [];
  const order: string[][] = [];
  const blows = new Map<string, Blows>();
  const left = new Map<string, number>(); // endurance
  const endurance = new Map<string, Curve>();
  const speeds = new Map<string, Curve>();
  let turn = 0;

  const draw = (curves: Map<string, Curve>, faction: string, at: number, value: number): void => {
    const curve = (curves.get(faction) ?? []).filter((point) => point.at !== at);
    curves.set(faction, [...curve, { at, value }]);
  };
  const noteEndurance = (factions: Iterable<string>, at: number): void => {
    for (const faction of factions) draw(endurance, faction, at, left.get(faction) ?? 0);
  };
  const of = (faction: unknown): Deeds => {
    const known = deeds.get(String(faction));
    if (known) return known;
    const fresh = { fastest: 0, whips: 0, strains: 0, dealt: 0, suffered: 0, finished: 0 };
    deeds.set(String(faction), fresh);
    return fresh;
  };
  const progress = (faction: string): number => {
    const { square, leg } = places.get(faction)!;
    return circuit.progress(square, leg);
  };
  const lineUp = (): void => {
    noteEndurance(places.keys(), order.length);
    order.push([...finished, ...[...places.keys()].sort((one, other) => progress(other) - progress(one))]);
  };

  for (const { kind, data } of events) {
    const who = String(data["chariot"] ?? "");
    const loser = String(data["target"] ?? who);
    if (typeof data["endurance"] === "number") left.set(who, data["endurance"]);
    else if (data["endurance_lost"]) left.set(loser, Math.max(0, (left.get(loser) ?? 0) - Number(data["endurance_lost"])));
    if (kind === "grid")
      for (const [faction, name] of Object.entries(data["grid"] as Record<string, string>))
        places.set(faction, { square: circuit.find(name), leg: 0 });
    else if (kind === "turn") {
      turn = Number(data["turn"]);
      lineUp();
    } else if (kind === "speed") {
      of(who).fastest = Math.max(of(who).fastest, Number(data["total"]));
      draw(speeds, who, turn - 1, Number(data["total"]));
    } else if (kind === "whip") of(who).whips += 1;
    else if (kind === "strain") of(who).strains += 1;
    else if (kind === "attack") {
      of(who).dealt += 1;
      of(data["target"]).suffered += 1;
      const target = String(data["target"]);
      const known = blows.get(`${who} ${target}`) ?? { by: who, target, ways: new Map<string, Way>() };
      const [how, at] = [String(data["kind"]), String(data["at"])];
      known.ways.set(`${how} ${at}`, { kind: how, at, times: (known.ways.get(`${how} ${at}`)?.times ?? 0) + 1 });
      blows.set(`${who} ${target}`, known);
    } else if (kind === "finish") {
      of(who).finished = turn;
      finished.push(who);
      noteEndurance([who], order.length);
      places.delete(who);
    } else if (kind === "driver-dead" && finished.includes(who)) {
      of(who).finished = 0; // dragged over the line, and to death
      finished.splice(finished.indexOf(who), 1);
    } else if (kind === "end") {
      noteEndurance(places.keys(), order.length);
      order.push(data["ranking"] as string[]);
    } else if (kind === "out" || kind === "team-stopped") places.delete(who);
    else if (data["to"] && kind !== "walk") {
      const [place, square] = [places.get(who), circuit.find(data["to"])];
      if (!place || square < 0) continue;
      places.set(who, { square, leg: place.leg + circuit.legsBetween(place.square, square) });
    }
  }
  return { deeds, blows: [...blows.values()], endurance, speeds, order };
}
