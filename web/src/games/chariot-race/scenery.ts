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

export interface House {
  x: number;
  y: number;
  width: number;
  height: number;
  tilt: number;
  shade: number; // 0 .. 2
}

const BLOCK = 62;
export const OUTSKIRTS = 420; // how far the city is drawn around the circus

/** The roofs of the city around the circus, and the cypresses between them. */
export function city(circuit: Circuit): { houses: House[]; trees: Point[] } {
  const next = chance(41);
  const edge = Array.from({ length: 96 }, (_, step) =>
    circuit.at((circuit.data.lap_ticks * step) / 96, circuit.depth + 73),
  );
  const middle = { x: circuit.width / 2, y: circuit.height / 2 };
  const clear = ({ x, y }: Point, room: number): boolean =>
    edge.every((point) => Math.hypot(point.x - x, point.y - y) > room) && !inside(edge, { x, y }) && (x !== middle.x || y !== middle.y);
  const houses: House[] = [];
  const trees: Point[] = [];
  for (let y = -OUTSKIRTS; y < circuit.height + OUTSKIRTS; y += BLOCK)
    for (let x = -OUTSKIRTS; x < circuit.width + OUTSKIRTS; x += BLOCK) {
      const at = { x: x + next() * 22, y: y + next() * 22 };
      if (next() < 0.24) {
        for (let count = 0; count < 3; count++) {
          const tree = { x: at.x + (next() - 0.5) * 50, y: at.y + (next() - 0.5) * 50 };
          if (clear(tree, 26)) trees.push(tree);
        }
      } else if (clear(at, 52)) {
        const [width, height] = [34 + next() * 26, 26 + next() * 22];
        houses.push({ ...at, width, height, tilt: (next() - 0.5) * 16, shade: Math.floor(next() * 3) });
      }
    }
  return { houses, trees };
}

function inside(edge: Point[], { x, y }: Point): boolean {
  let odd = false;
  edge.forEach((one, index) => {
    const other = edge[(index + 1) % edge.length]!;
    if (one.y > y !== other.y > y && x < ((other.x - one.x) * (y - one.y)) / (other.y - one.y) + one.x) odd = !odd;
  });
  return odd;
}

/** Torches along the wall and the spina, lit at night. */
export function torches(circuit: Circuit): Point[] {
  const lap = circuit.data.lap_ticks;
  const along = (count: number, out: number): Point[] =>
    Array.from({ length: count }, (_, step) => circuit.at((lap * (step + 0.5)) / count, out));
  return [...along(18, circuit.depth + 6), ...along(8, -14)];
}
