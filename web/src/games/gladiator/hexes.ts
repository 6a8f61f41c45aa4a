// The ground: an endless plane of flat-topped hexes. Directions and facings are 0 to 5, clockwise from north.
import { type Point, show } from "../scenery/oval";

export type Hex = readonly [q: number, r: number];

export const POINTS = ["N", "NE", "SE", "S", "SW", "NW"] as const;
const STEPS: readonly Hex[] = [
  [0, -1],
  [1, -1],
  [1, 0],
  [0, 1],
  [-1, 1],
  [-1, 0],
];

export const SIZE = 60; // from the middle of a hex to its corner
export const HIGH = Math.sqrt(3) * SIZE; // from the middle of a hex to that of the next

export const same = (one: Hex, other: Hex): boolean => one[0] === other[0] && one[1] === other[1];
export const keyOf = ([q, r]: Hex): string => `${q} ${r}`;
export const turned = (facing: number, by: number): number => (((facing + by) % 6) + 6) % 6;
export const step = ([q, r]: Hex, direction: number, hexes = 1): Hex => {
  const [dq, dr] = STEPS[turned(direction, 0)]!;
  return [q + hexes * dq, r + hexes * dr];
};
export const neighbours = (hex: Hex): Hex[] => STEPS.map((_, direction) => step(hex, direction));

export function distance(one: Hex, other: Hex): number {
  const [q, r] = [one[0] - other[0], one[1] - other[1]];
  return Math.max(Math.abs(q), Math.abs(r), Math.abs(q + r));
}

/** The middle of a hex. */
export const middle = ([q, r]: Hex): Point => ({ x: 1.5 * SIZE * q, y: HIGH * (r + q / 2) });

/** A facing as an angle on the screen, in degrees clockwise from the top. */
export const angleOf = (facing: number): number => 60 * facing;

/** The outline of a hex, so far inside its border. */
export function outline(hex: Hex, inset = 0): string {
  const at = middle(hex);
  const radius = SIZE - inset;
  const corners = Array.from({ length: 6 }, (_, corner) => ({
    x: at.x + radius * Math.cos((corner * Math.PI) / 3),
    y: at.y + radius * Math.sin((corner * Math.PI) / 3),
  }));
  return `M${corners.map(show).join("L")}Z`;
}

/** All hexes up to so far away. */
export function disc(centre: Hex, reach: number): Hex[] {
  const found: Hex[] = [];
  for (let q = -reach; q <= reach; q++)
    for (let r = Math.max(-reach, -q - reach); r <= Math.min(reach, reach - q); r++) found.push([centre[0] + q, centre[1] + r]);
  return found;
}

/** From one hex to another as the crow flies: an angle on the screen, in degrees clockwise from the top. */
export function aim(from: Hex, to: Hex): number {
  const [one, other] = [middle(from), middle(to)];
  return (Math.atan2(other.x - one.x, one.y - other.y) * 180) / Math.PI;
}
