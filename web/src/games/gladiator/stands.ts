// The ring of stands around the fight. The ground has no edge, so it goes along when the men come too near to it.
import type { Box } from "../scenery/camera.svelte";
import type { Point } from "../scenery/oval";
import { chance, patchworks } from "../scenery/scenery";
import { HIGH } from "./hexes";

export interface Ring extends Point {
  radius: number; // of the sand
}

const LEAST = 8.5 * HIGH;
const CLEAR = 6.5 * HIGH; // between the outermost man and the wall
const STRAY = 2.5 * HIGH; // how far the fight may go before the ring follows
export const STANDS = 150;

/** The ring for men at these places; the same as before while it is wide enough. */
export function ringAround(points: Point[], before: Ring | null): Ring {
  const centre = centreOf(points);
  const spread = Math.max(0, ...points.map((point) => Math.hypot(point.x - centre.x, point.y - centre.y)));
  const radius = Math.max(LEAST, CLEAR + Math.ceil(spread / HIGH) * HIGH);
  if (before && before.radius === radius && Math.hypot(before.x - centre.x, before.y - centre.y) < STRAY) return before;
  return { ...centre, radius };
}

function centreOf(points: Point[]): Point {
  if (!points.length) return { x: 0, y: -2 * HIGH };
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
  return { x: (Math.min(...xs) + Math.max(...xs)) / 2, y: (Math.min(...ys) + Math.max(...ys)) / 2 };
}

export function boxOf({ x, y, radius }: Ring): Box {
  const out = radius + STANDS;
  return { x: x - out, y: y - out, width: 2 * out, height: 2 * out };
}

/** The smallest box around these points, with room on every side. */
export function boxAround(points: Point[], room: number): Box {
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  return { x: left - room, y: top - room, width: Math.max(...xs) - left + 2 * room, height: Math.max(...ys) - top + 2 * room };
}

const COLOURS = 6; // of clothes
const ROWS = 7;

/** Spectators around a sand of this size, by the colour of their clothes. */
export function people(radius: number): string[][] {
  const next = chance(11);
  const clothes = patchworks(COLOURS);
  for (let row = 0; row < ROWS; row++) {
    const out = radius + 36 + row * 16;
    const seats = Math.floor((2 * Math.PI * out) / 15);
    for (let seat = 0; seat < seats; seat++) {
      const angle = ((seat + next() * 0.5) / seats) * 2 * Math.PI;
      if (next() < 0.13 || isStair(angle) || isPodium(angle)) continue;
      const [x, y] = [Math.sin(angle) * (out + next() * 4), -Math.cos(angle) * (out + next() * 4)];
      clothes[Math.floor(next() ** 1.4 * COLOURS)]!.add({ x, y }, `M${x.toFixed(1)} ${y.toFixed(1)}h.1`);
    }
  }
  return clothes.map(({ paths }) => paths);
}

const BLOCKS = 16;
const isStair = (angle: number): boolean => {
  const at = (angle / (2 * Math.PI)) * BLOCKS;
  return Math.abs(at - Math.round(at)) < 0.04;
};
/** Straight north the emperor sits. */
const isPodium = (angle: number): boolean => Math.abs(((angle + Math.PI) % (2 * Math.PI)) - Math.PI) < 0.14;

export function stairs(radius: number): string {
  return Array.from({ length: BLOCKS }, (_, block) => {
    const angle = (block / BLOCKS) * 2 * Math.PI;
    const [x, y] = [Math.sin(angle), -Math.cos(angle)];
    return `M${(x * (radius + 24)).toFixed(1)} ${(y * (radius + 24)).toFixed(1)}L${(x * (radius + STANDS)).toFixed(1)} ${(y * (radius + STANDS)).toFixed(1)}`;
  }).join("");
}
