// A race in numbers, read out of its events.
import type { EventInfo } from "../../lib/types";
import type { Circuit } from "./circuit";

export interface Deeds {
  fastest: number;
  whips: number;
  strains: number;
  dealt: number; // attacks
  suffered: number;
  finished: number; // the turn; 0: never
}

export interface Annals {
  deeds: Map<string, Deeds>;
  /** From the first to the last, at the start of every turn and at the end. */
  order: string[][];
}

const MOVES = ["drive", "lane-change", "sideslip", "evaded", "braked-away"];

export function annalsOf(events: EventInfo[], circuit: Circuit): Annals {
  const deeds = new Map<string, Deeds>();
  const places = new Map<string, { square: number; leg: number }>();
  const finished: string[] = [];
  const order: string[][] = [];
  let turn = 0;

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
    order.push([...finished, ...[...places.keys()].sort((one, other) => progress(other) - progress(one))]);
  };

  for (const { kind, data } of events) {
    const who = String(data["chariot"] ?? "");
    if (kind === "grid")
      for (const [faction, name] of Object.entries(data["grid"] as Record<string, string>))
        places.set(faction, { square: circuit.find(name), leg: 0 });
    else if (kind === "turn") {
      turn = Number(data["turn"]);
      lineUp();
    } else if (kind === "speed") of(who).fastest = Math.max(of(who).fastest, Number(data["total"]));
    else if (kind === "whip") of(who).whips += 1;
    else if (kind === "strain") of(who).strains += 1;
    else if (kind === "attack") {
      of(who).dealt += 1;
      of(data["target"]).suffered += 1;
    } else if (kind === "finish") {
      of(who).finished = turn;
      finished.push(who);
      places.delete(who);
    } else if (kind === "end") order.push(data["ranking"] as string[]);
    else if (kind === "out" || kind === "team-stopped") places.delete(who);
    else if (MOVES.includes(kind)) {
      const [place, square] = [places.get(who), circuit.find(data["to"])];
      if (!place || square < 0) continue;
      places.set(who, { square, leg: place.leg + circuit.legsBetween(place.square, square) });
    }
  }
  return { deeds, order };
}
