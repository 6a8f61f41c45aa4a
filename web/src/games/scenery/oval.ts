// A race track of straights and equal corners, as points on the screen. Ticks along the lap become points: every tick
// is one line straight across all lanes, so whoever is ahead on the table is ahead on the screen.

export interface Point {
  x: number;
  y: number;
}

export interface Pose extends Point {
  angle: number; // of the direction of travel, in degrees
}

export interface Stretch {
  from: number; // in ticks
  to: number;
  turn: number; // in radians; 0 on a straight, negative against the clock
  length: number; // along the edge of the spina
}

interface Piece extends Stretch {
  x: number;
  y: number;
  heading: number; // in radians
}

export const RIM = 74; // the stands around the track

export class Oval {
  readonly width: number;
  readonly height: number;
  readonly lap: number; // in ticks
  readonly depth: number; // of all lanes together
  readonly lane: number; // width of one
  readonly lanes: number;
  #pieces: Piece[] = [];

  constructor(stretches: Stretch[], lanes: number, lane: number) {
    this.lane = lane;
    this.lanes = lanes;
    this.depth = lanes * lane;
    this.lap = stretches.at(-1)?.to ?? 0;
    // The first straight is the near one; the chariots run against the clock.
    let [x, y, heading] = [0, 0, 0];
    for (const stretch of stretches) {
      const piece = { ...stretch, x, y, heading };
      this.#pieces.push(piece);
      ({ x, y } = along(piece, 1, 0));
      heading += stretch.turn;
    }
    const edge = this.#arc(0, this.lap - 0.01, this.depth + RIM);
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
    const wrapped = ((tick % this.lap) + this.lap) % this.lap;
    const piece = this.#pieces.find(({ from, to }) => wrapped >= from && wrapped < to) ?? this.#pieces[0]!;
    const share = (wrapped - piece.from) / (piece.to - piece.from);
    const heading = piece.heading + piece.turn * share;
    return { ...along(piece, share, out), angle: (heading * 180) / Math.PI };
  }

  /** The outline of a stretch of track. */
  patch(rear: number, front: number, inside: number, outside: number): string {
    const inner = this.#arc(rear, front, inside);
    const outer = this.#arc(rear, front, outside).reverse();
    return `M${[...inner, ...outer].map(show).join("L")}Z`;
  }

  /** A line along the track. */
  line(from: number, to: number, out: number): string {
    return `M${this.#arc(from, to, out).map(show).join("L")}`;
  }

  /** A line right round it. */
  ring(out: number): string {
    return `${this.line(0, this.lap - 0.01, out)}Z`;
  }

  across(tick: number, inside: number, outside: number): string {
    return `M${show(this.at(tick, inside))}L${show(this.at(tick, outside))}`;
  }

  /** The short way round: a step over the line goes on, a lane change may lead a little back. */
  ticksBetween(from: number, to: number): number {
    return ((((to - from + this.lap / 2) % this.lap) + this.lap) % this.lap) - this.lap / 2;
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

export const show = ({ x, y }: Point): string => `${x.toFixed(1)} ${y.toFixed(1)}`;
