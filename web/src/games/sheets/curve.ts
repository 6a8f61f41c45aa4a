/** A value and the column it stands in: turns or races, and the end. */
export type Curve = { at: number; value: number }[];

/** Where the scale of a chart begins: at nothing, or higher where all are far from it, or their lines would lie on one another. */
export function beginsAt(values: number[], most: number, grain = 1): number {
  const lowest = Math.min(most, ...values);
  return lowest < most / 2 ? 0 : Math.floor(Math.min(lowest, 0.9 * most) / grain) * grain;
}
