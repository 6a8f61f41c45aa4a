// The grain of the sand: a small picture laid like tiles. A filter that makes noise would be worked out again for every
// part of the ground that comes into sight.
import { chance } from "./scenery";

export const TILE = 192;
const [RED, GREEN, BLUE] = [89, 56, 20] as const;

let made = "";

export function grain(): string {
  if (made) return made;
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = TILE;
  const brush = canvas.getContext("2d");
  if (!brush) return "";
  const picture = brush.createImageData(TILE, TILE);
  const next = chance(4);
  for (let at = 0; at < picture.data.length; at += 4) {
    const speck = (next() + next() + next()) / 3;
    // One by one: there would be 36,864 small lists.
    picture.data[at] = RED;
    picture.data[at + 1] = GREEN;
    picture.data[at + 2] = BLUE;
    picture.data[at + 3] = Math.max(0, 255 * (0.62 * speck - 0.24));
  }
  brush.putImageData(picture, 0, 0);
  return (made = canvas.toDataURL());
}
