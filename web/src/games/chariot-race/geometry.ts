// Where things are on the drawn circuit. Ticks along the lap become points: every tick is one line straight
// across all lanes, so whoever is ahead on the table is ahead on the screen.

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

export interface Point {
  x: number;
  y: number;
}

export interface Pose extends Point {
  angle: number; // of the direction of travel, in degrees
}

export const LANE = 62; // width of a lane
export const SPINA = 104; // from the middle of the spina to the inner lane
const STRAIGHT = 590; // length of the longest straight
const RIM = 74; // the stands around the track

interface Piece {
  from: number;
  to: number;
  x: number;
  y: number;
  heading: number; // in radians
  turn: number; // in radians over the piece; 0 on a straight
  length: number;
}

/** A circuit made of straights and equal corners. */
export class Circuit {
  readonly data: BoardData;
  readonly width: number;
  readonly height: number;
  readonly depth: number; // of all lanes together
  readonly spaces: Map<string, Space>;
  #pieces: Piece[] = [];

  constructor(data: BoardData) {
    this.data = data;
    this.depth = LANE * data.lanes.length;
    this.spaces = new Map(data.spaces.map((space) => [space.name, space]));
    const corners = data.sections.filter(([kind]) => kind === "corner").length || 1;
    const scales = straightScales(data);
    // The line is on the near straight; the chariots run against the clock.
    let [x, y, heading] = [0, 0, 0];
    data.sections.forEach(([kind, from, to], index) => {
      const turn = kind === "corner" ? -(2 * Math.PI) / corners : 0;
      const length = turn ? SPINA * Math.abs(turn) : (to - from) * scales[index]!;
      const piece = { from, to, x, y, heading, turn, length };
      this.#pieces.push(piece);
      ({ x, y } = along(piece, 1, 0));
      heading += turn;
    });
    const edge = this.#arc(0, data.lap_ticks - 0.01, this.depth + RIM);
    const left = Math.min(...edge.map((point) => point.x));
    const top = Math.min(...edge.map((point) => point.y));
    for (const piece of this.#pieces) {
      piece.x -= left;
      piece.y -= top;
    }
    this.width = Math.max(...edge.map((point) => point.x)) - left;
    this.height = Math.max(...edge.map((point) => point.y)) - top;
  }

  /** The point at this tick, so far out from the edge of the spina. */
  at(tick: number, out: number): Pose {
    const lap = this.data.lap_ticks;
    const wrapped = ((tick % lap) + lap) % lap;
    const piece = this.#pieces.find(({ from, to }) => wrapped >= from && wrapped < to) ?? this.#pieces[0]!;
    const share = (wrapped - piece.from) / (piece.to - piece.from);
    const heading = piece.heading + piece.turn * share;
    return { ...along(piece, share, out), angle: (heading * 180) / Math.PI };
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

  /** The outline of a stretch of track. */
  patch(rear: number, front: number, inside: number, outside: number): string {
    const inner = this.#arc(rear, front, inside);
    const outer = this.#arc(rear, front, outside).reverse();
    return `M${[...inner, ...outer].map(show).join("L")}Z`;
  }

  outline(space: Space, inset = 0): string {
    const lane = this.laneOf(space);
    const trim = inset / 5;
    return this.patch(space.rear + trim, space.front - trim, lane * LANE + inset, (lane + 1) * LANE - inset);
  }

  /** A line along the track, or right round it. */
  line(from: number, to: number, out: number): string {
    return `M${this.#arc(from, to, out).map(show).join("L")}`;
  }

  across(tick: number, inside: number, outside: number): string {
    return `M${show(this.at(tick, inside))}L${show(this.at(tick, outside))}`;
  }

  /** The short way round: a step over the line goes on, a lane change may lead a little back. */
  ticksBetween(from: number, to: number): number {
    const lap = this.data.lap_ticks;
    return ((((to - from + lap / 2) % lap) + lap) % lap) - lap / 2;
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

  #arc(from: number, to: number, out: number): Point[] {
    const steps = Math.max(2, Math.ceil(Math.abs(to - from) / 3));
    return Array.from({ length: steps + 1 }, (_, step) => this.at(from + ((to - from) * step) / steps, out));
  }
}

function along(piece: Piece, share: number, out: number): Point {
  const { x, y, heading, turn, length } = piece;
  // To the right of travel is outwards.
  const side = (at: number): Point => ({ x: -Math.sin(at), y: Math.cos(at) });
  if (!turn) {
    const edge = side(heading);
    return { x: x + Math.cos(heading) * length * share + edge.x * out, y: y + Math.sin(heading) * length * share + edge.y * out };
  }
  const radius = length / Math.abs(turn);
  const start = side(heading);
  const centre = { x: x - start.x * radius, y: y - start.y * radius };
  const edge = side(heading + turn * share);
  return { x: centre.x + edge.x * (radius + out), y: centre.y + edge.y * (radius + out) };
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

const show = ({ x, y }: Point): string => `${x.toFixed(1)} ${y.toFixed(1)}`;
