// The circus around the race: seats, spectators, sand. Drawn from the track, the same every time.
import type { Oval, Point } from "./oval";

/** A small generator of our own, so that the crowd sits where it sat. */
export function chance(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 48271) % 2147483647) / 2147483647;
}

const dot = ({ x, y }: Point): string => `M${x.toFixed(1)} ${y.toFixed(1)}h.1`;

const FIELD = 420;

/** Many small shapes, as one path for each field of the ground: a browser that draws a corner of it then draws no more. */
export class Patchwork {
  #fields = new Map<string, string>();

  add({ x, y }: Point, shape: string): void {
    const field = `${Math.floor(x / FIELD)} ${Math.floor(y / FIELD)}`;
    this.#fields.set(field, (this.#fields.get(field) ?? "") + shape);
  }

  get paths(): string[] {
    return [...this.#fields.values()];
  }
}

export const patchworks = (count: number): Patchwork[] => Array.from({ length: count }, () => new Patchwork());

const CROWD = 6; // colours of clothes

/** Spectators, by the colour of their clothes. */
export function crowd(oval: Oval): string[][] {
  const next = chance(7);
  const clothes = patchworks(CROWD);
  for (let row = 0; row < 5; row++) {
    const out = oval.depth + 24 + row * 10.5;
    for (let tick = 0; tick < oval.lap; tick += 0.5 + next() * 1.5) {
      if (next() < 0.16) continue;
      const colour = Math.floor(next() ** 1.4 * CROWD);
      const seat = oval.at(tick, out + next() * 3);
      clothes[colour]!.add(seat, dot(seat));
    }
  }
  return clothes.map(({ paths }) => paths);
}

/** Stairs between the blocks of seats. */
export function stairs(oval: Oval): string {
  let path = "";
  for (let tick = 6; tick < oval.lap; tick += 12)
    path += oval.across(tick, oval.depth + 16, oval.depth + 70);
  return path;
}

/** Ruts of wheels, densest where everybody drives. */
export function ruts(oval: Oval): string[] {
  const next = chance(23);
  const ground = new Patchwork();
  for (let lane = 0; lane < oval.lanes; lane++)
    for (let count = 0; count < 0.74 * oval.lane; count++) {
      const start = next() * oval.lap;
      const out = (lane + 0.5 + (next() + next() - 1) * 0.42) * oval.lane;
      ground.add(oval.at(start, out), oval.line(start, start + 4 + next() * 22, out));
    }
  return ground.paths;
}

/** Pebbles and hoof prints. */
export function grains(oval: Oval): string[] {
  const next = chance(99);
  const ground = new Patchwork();
  for (let count = 0; count < 620; count++) {
    const at = oval.at(next() * oval.lap, 3 + next() * (oval.depth - 6));
    ground.add(at, dot(at));
  }
  return ground.paths;
}

export const ROMAN = ["I", "II", "III", "IV", "V", "VI", "VII", "VIII"];

const BLOCK = 62;
const OUTSKIRTS = 420; // how far the city is drawn around the circus
const ROOFS = 3; // colours of tiles

/** Rome around the circus. */
export interface City {
  shadows: Patchwork;
  roofs: Patchwork[]; // one for each colour of tiles
  lit: Patchwork; // the halves of the roofs that face the sun
  trees: Patchwork;
  treeShadows: Patchwork;
}

/** A rectangle turned by so many degrees about its middle; `share` of its height, from the top. */
function slab(at: Point, width: number, height: number, tilt: number, share = 1): string {
  const [sin, cos] = [Math.sin((tilt * Math.PI) / 180), Math.cos((tilt * Math.PI) / 180)];
  const corner = (dx: number, dy: number): string =>
    `${(at.x + dx * cos - dy * sin).toFixed(1)} ${(at.y + dx * sin + dy * cos).toFixed(1)}`;
  const [right, top, bottom] = [width / 2, -height / 2, height * (share - 0.5)];
  return `M${corner(-right, top)}L${corner(right, top)}L${corner(right, bottom)}L${corner(-right, bottom)}Z`;
}

export function city(oval: Oval): City {
  const next = chance(41);
  const edge = Array.from({ length: 96 }, (_, step) =>
    oval.at((oval.lap * step) / 96, oval.depth + 73),
  );
  // Most of the city is so far out that no point of the edge need be looked at.
  const [xs, ys] = [edge.map(({ x }) => x), edge.map(({ y }) => y)];
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const beyond = ({ x, y }: Point, room: number): boolean => x < left - room || x > right + room || y < top - room || y > bottom + room;
  const clear = (at: Point, room: number): boolean =>
    beyond(at, room) || (!inside(edge, at) && edge.every((point) => Math.hypot(point.x - at.x, point.y - at.y) > room));
  const [shadows, lit, trees, treeShadows] = patchworks(4) as [Patchwork, Patchwork, Patchwork, Patchwork];
  const roofs = patchworks(ROOFS);
  for (let y = -OUTSKIRTS; y < oval.height + OUTSKIRTS; y += BLOCK)
    for (let x = -OUTSKIRTS; x < oval.width + OUTSKIRTS; x += BLOCK) {
      const at = { x: x + next() * 22, y: y + next() * 22 };
      if (next() < 0.24) {
        for (let count = 0; count < 3; count++) {
          const tree = { x: at.x + (next() - 0.5) * 50, y: at.y + (next() - 0.5) * 50 };
          if (!clear(tree, 26)) continue;
          trees.add(tree, dot(tree));
          treeShadows.add(tree, dot({ x: tree.x + 8, y: tree.y + 10 }));
        }
      } else if (clear(at, 52)) {
        const [width, height, tilt] = [34 + next() * 26, 26 + next() * 22, (next() - 0.5) * 16];
        shadows.add(at, slab({ x: at.x + 8, y: at.y + 10 }, width, height, tilt));
        roofs[Math.floor(next() * ROOFS)]!.add(at, slab(at, width, height, tilt));
        lit.add(at, slab(at, width, height, tilt, 0.5));
      }
    }
  return { shadows, roofs, lit, trees, treeShadows };
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
export function torches(oval: Oval): Point[] {
  const lap = oval.lap;
  const along = (count: number, out: number): Point[] =>
    Array.from({ length: count }, (_, step) => oval.at((lap * (step + 0.5)) / count, out));
  return [...along(18, oval.depth + 6), ...along(8, -14)];
}
