/** A value and the column it stands in: turns or races, and the end. */
export type Curve = { at: number; value: number }[];
