// The circus around the race: seats, spectators, sand. Drawn from the circuit, the same every time.
import { type Circuit, LANE, type Point } from "./geometry";

/** A small generator of our own, so that the crowd sits where it sat. */
function chance(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 48271) % 2147483647) / 2147483647;
}

const dot = ({ x, y }: Point): string => `M${x.toFixed(1)} ${y.toFixed(1)}h.1`;

export const CROWD = 6; // colours of clothes

/** Spectators, one path for each colour of clothes. */
export function crowd(circuit: Circuit): string[] {
  const next = chance(7);
  const paths: string[] = Array<string>(CROWD).fill("");
  for (let row = 0; row < 5; row++) {
    const out = circuit.depth + 24 + row * 10.5;
    for (let tick = 0; tick < circuit.data.lap_ticks; tick += 0.5 + next() * 1.5) {
      if (next() < 0.16) continue;
      const colour = Math.floor(next() ** 1.4 * CROWD);
      paths[colour] += dot(circuit.at(tick, out + next() * 3));
    }
  }
  return paths;
}

/** Stairs between the blocks of seats. */
export function stairs(circuit: Circuit): string {
  let path = "";
  for (let tick = 6; tick < circuit.data.lap_ticks; tick += 12)
    path += circuit.across(tick, circuit.depth + 16, circuit.depth + 70);
  return path;
}

/** Ruts of wheels, densest where everybody drives. */
export function ruts(circuit: Circuit): string {
  const next = chance(23);
  let path = "";
  circuit.data.lanes.forEach((_, lane) => {
    for (let count = 0; count < 46; count++) {
      const start = next() * circuit.data.lap_ticks;
      const out = (lane + 0.5 + (next() + next() - 1) * 0.42) * LANE;
      path += circuit.line(start, start + 4 + next() * 22, out);
    }
  });
  return path;
}

/** Pebbles and hoof prints. */
export function grains(circuit: Circuit): string {
  const next = chance(99);
  let path = "";
  for (let count = 0; count < 620; count++)
    path += dot(circuit.at(next() * circuit.data.lap_ticks, 3 + next() * (circuit.depth - 6)));
  return path;
}

export const ROMAN = ["I", "II", "III", "IV", "V", "VI", "VII", "VIII"];
