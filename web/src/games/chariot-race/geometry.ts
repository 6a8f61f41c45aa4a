// Where things are on the drawn circuit.
import { Oval, type Point, type Pose, show } from "../scenery/oval";

export type { Pose } from "../scenery/oval";

export interface Space {
  name: string;
  lane: string;
  number: number;
  rear: number;
  front: number;
  safe: number;
  heap: boolean;
}

export interface BoardData {
  name: string;
  lap_ticks: number;
  lanes: string[];
  sections: ["straight" | "corner", number, number][];
  start_spaces: string[];
  spaces: Space[];
}

export const LANE = 62; // width of a lane
export const SPINA = 104; // from the middle of the spina to the inner lane
const STRAIGHT = 590; // length of the longest straight

/** A circuit made of straights and equal corners. */
export class Circuit extends Oval {
  readonly data: BoardData;
  readonly spaces: Map<string, Space>;

  constructor(data: BoardData) {
    const corners = data.sections.filter(([kind]) => kind === "corner").length || 1;
    const scales = straightScales(data);
    const stretches = data.sections.map(([kind, from, to], index) => {
      const turn = kind === "corner" ? -(2 * Math.PI) / corners : 0;
      return { from, to, turn, length: turn ? SPINA * Math.abs(turn) : (to - from) * scales[index]! };
    });
    super(stretches, data.lanes.length, LANE);
    this.data = data;
    this.spaces = new Map(data.spaces.map((space) => [space.name, space]));
  }

  laneOf(space: Space): number {
    return this.data.lanes.indexOf(space.lane);
  }

  middleOf(name: string): { tick: number; lane: number } {
    const space = this.spaces.get(name)!;
    return { tick: (space.rear + space.front) / 2, lane: this.laneOf(space) };
  }

  poseOf(name: string): Pose {
    const { tick, lane } = this.middleOf(name);
    return this.at(tick, (lane + 0.5) * LANE);
  }

  /** Near the rear border, clear of the number in the middle. */
  rearOf(name: string): Pose {
    const space = this.spaces.get(name)!;
    return this.at(space.rear + (space.front - space.rear) * 0.25, (this.laneOf(space) + 0.5) * LANE);
  }

  outline(space: Space, inset = 0): string {
    const lane = this.laneOf(space);
    const trim = inset / 5;
    return this.patch(space.rear + trim, space.front - trim, lane * LANE + inset, (lane + 1) * LANE - inset);
  }

  /** A smooth way through spaces, for previews. */
  way(names: string[]): string {
    const points: Point[] = [];
    let before: { tick: number; lane: number } | null = null;
    for (const name of names) {
      const next = this.middleOf(name);
      if (before) {
        const ticks = this.ticksBetween(before.tick, next.tick);
        for (let step = 1; step <= 5; step++) {
          const share = step / 5;
          const lane = before.lane + (next.lane - before.lane) * share;
          points.push(this.at(before.tick + ticks * share, (lane + 0.5) * LANE));
        }
      } else points.push(this.poseOf(name));
      before = next;
    }
    return points.length ? `M${points.map(show).join("L")}` : "";
  }
}

/** Units per tick for every section. Two straights are drawn equally long, so that the circuit closes. */
function straightScales(data: BoardData): number[] {
  const runs: number[][] = [];
  data.sections.forEach(([kind], index) => {
    if (kind !== "straight") return;
    if (data.sections[index - 1]?.[0] === "straight") runs.at(-1)!.push(index);
    else runs.push([index]);
  });
  // The straight through the finish line is one.
  if (runs.length > 1 && runs[0]![0] === 0 && runs.at(-1)!.at(-1) === data.sections.length - 1) runs[0]!.push(...runs.pop()!);
  const ticks = runs.map((run) => run.reduce((sum, index) => sum + data.sections[index]![2] - data.sections[index]![1], 0));
  const scales = data.sections.map(() => 1);
  runs.forEach((run, number) => {
    for (const index of run) scales[index] = STRAIGHT / (runs.length === 2 ? ticks[number]! : Math.max(...ticks));
  });
  return scales;
}
