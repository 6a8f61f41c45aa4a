// The circus in squares, as the engine counts them, and where they are on the screen.
import { Oval, type Pose, show } from "../scenery/oval";

export interface TrackData {
  name: string;
  laps: number;
  straight: number;
  lanes: { corner: number; safe: number }[];
  gray: number[];
  first_row_car: number;
  second_row_car: number;
  sections: string[];
}

const BACK = 2;
export const LANE = 40; // width of a lane
export const SPINA = 90; // from the middle of the spina to the inner lane
export const SQUARE = 38; // length of a square of a straight
const SQUARE_TICKS = 5;
const CORNER_TICKS = 110;

/** Where a square lies; lanes count from 1 at the spina. */
export interface Place {
  lane: number;
  section: number;
  index: number;
}

/** A point of the track: how far round, and in which lane. In between, both are fractions. */
export interface Spot {
  tick: number;
  lane: number;
}

const isCorner = (section: number): boolean => section % 2 === 1;

export class Circuit extends Oval {
  readonly track: TrackData;
  readonly places: Place[] = [];
  readonly lastLeg: number; // the finish line is at its end
  #numbers = new Map<string, number>();
  #names = new Map<string, number>();

  constructor(track: TrackData) {
    const length = track.straight * SQUARE;
    const ticks = track.straight * SQUARE_TICKS;
    const half = { turn: -Math.PI, length: Math.PI * SPINA };
    super(
      [
        { from: 0, to: ticks, turn: 0, length },
        { from: ticks, to: ticks + CORNER_TICKS, ...half },
        { from: ticks + CORNER_TICKS, to: 2 * ticks + CORNER_TICKS, turn: 0, length },
        { from: 2 * ticks + CORNER_TICKS, to: 2 * (ticks + CORNER_TICKS), ...half },
      ],
      track.lanes.length,
      LANE,
    );
    this.track = track;
    this.lastLeg = 4 * (track.laps - 1) + BACK;
    for (let lane = 1; lane <= track.lanes.length; lane++)
      for (let section = 0; section < 4; section++)
        for (let index = 0; index < this.length(lane, section); index++) {
          this.#numbers.set(`${lane} ${section} ${index}`, this.places.length);
          this.places.push({ lane, section, index });
          this.#names.set(this.name(this.places.length - 1), this.places.length - 1);
        }
  }

  /** How many squares a lane has in a section. */
  length(lane: number, section: number): number {
    return isCorner(section) ? (this.track.lanes[lane - 1]?.corner ?? 0) : this.track.straight;
  }

  number(lane: number, section: number, index: number): number {
    return this.#numbers.get(`${lane} ${section} ${index}`) ?? -1;
  }

  /** The square with a name such as "lane 3, backstretch 12"; -1 for anything else. */
  find(name: unknown): number {
    return this.#names.get(String(name)) ?? -1;
  }

  name(square: number): string {
    const { lane, section, index } = this.places[square]!;
    return `lane ${lane}, ${this.track.sections[section]} ${index}`;
  }

  ahead(square: number, steps = 1): number {
    let { lane, section, index } = this.places[square]!;
    index += steps;
    while (index >= this.length(lane, section)) {
      index -= this.length(lane, section);
      section = (section + 1) % 4;
    }
    while (index < 0) {
      section = (section + 3) % 4;
      index += this.length(lane, section);
    }
    return this.number(lane, section, index);
  }

  /** Legs driven and the share of this one. */
  progress(square: number, leg: number): number {
    const { lane, section, index } = this.places[square]!;
    return leg + (index + 1) / this.length(lane, section);
  }

  /** How many sections a move crosses; a step back crosses -1. */
  legsBetween(from: number, to: number): number {
    const crossed = (this.places[to]!.section - this.places[from]!.section + 4) % 4;
    return crossed === 3 ? -1 : crossed;
  }

  // -- on the screen --------------------------------------------------------------------------

  #start(section: number): number {
    const ticks = this.track.straight * SQUARE_TICKS;
    return [0, ticks, ticks + CORNER_TICKS, 2 * ticks + CORNER_TICKS][section] ?? 0;
  }

  #edge(lane: number, section: number, index: number): number {
    const ticks = isCorner(section) ? CORNER_TICKS : this.track.straight * SQUARE_TICKS;
    return this.#start(section) + (ticks * index) / this.length(lane, section);
  }

  spot(square: number): Spot {
    const { lane, section, index } = this.places[square]!;
    return { tick: this.#edge(lane, section, index + 0.5), lane };
  }

  pose({ tick, lane }: Spot): Pose {
    return this.at(tick, (lane - 0.5) * LANE);
  }

  poseOf(square: number): Pose {
    return this.pose(this.spot(square));
  }

  /** The tick where a square begins. */
  rear(square: number): number {
    const { lane, section, index } = this.places[square]!;
    return this.#edge(lane, section, index);
  }

  outline(square: number, inset = 0): string {
    const { lane, section, index } = this.places[square]!;
    const [rear, front] = [this.#edge(lane, section, index), this.#edge(lane, section, index + 1)];
    const trim = (inset / SQUARE) * (front - rear);
    return this.patch(rear + trim, front - trim, (lane - 1) * LANE + inset, lane * LANE - inset);
  }

  /** The whole corner of one lane. */
  bend(section: number, lane: number): string {
    const to = section === 3 ? this.lap - 0.01 : this.#start(section + 1) - 0.01;
    return this.patch(this.#start(section), to, (lane - 1) * LANE + 2, lane * LANE - 2);
  }

  /** From one spot to another at an even pace: along a lane square by square, else straight over. */
  between(from: Spot, to: Spot): (share: number) => Spot {
    const ticks = this.ticksBetween(from.tick, to.tick);
    if (from.lane !== to.lane)
      return (share) => ({ tick: from.tick + ticks * share, lane: from.lane + (to.lane - from.lane) * share });
    const [start, end] = [this.#count(from), this.#count(to)];
    const round = this.#count({ tick: this.lap - 1e-6, lane: from.lane });
    const way = ticks >= 0 ? (end - start + 2 * round) % round : -((start - end + 2 * round) % round);
    return (share) => ({ tick: this.#uncount(start + way * share, from.lane), lane: from.lane });
  }

  /** Squares of a lane from the start of the front straight up to a spot, as a fraction. */
  #count({ tick, lane }: Spot): number {
    const wrapped = ((tick % this.lap) + this.lap) % this.lap;
    let count = 0;
    for (let section = 0; section < 4; section++) {
      const [from, to] = [this.#start(section), section === 3 ? this.lap : this.#start(section + 1)];
      const length = this.length(Math.round(lane), section);
      if (wrapped < to) return count + (length * (wrapped - from)) / (to - from);
      count += length;
    }
    return count;
  }

  #uncount(count: number, lane: number): number {
    const lengths = [0, 1, 2, 3].map((section) => this.length(Math.round(lane), section));
    const round = lengths.reduce((sum, length) => sum + length, 0);
    let left = ((count % round) + round) % round;
    for (let section = 0; section < 4; section++) {
      if (left < lengths[section]!) return this.#edge(Math.round(lane), section, left);
      left -= lengths[section]!;
    }
    return 0;
  }

  /** A line through squares, for previews. */
  way(squares: number[]): string {
    const points = squares.flatMap((square, index) => {
      if (!index) return [this.poseOf(square)];
      const glide = this.between(this.spot(squares[index - 1]!), this.spot(square));
      const steps = 4 + Math.ceil(Math.abs(this.ticksBetween(this.spot(squares[index - 1]!).tick, this.spot(square).tick)) / 3);
      return Array.from({ length: steps }, (_, step) => this.pose(glide((step + 1) / steps)));
    });
    return points.length ? `M${points.map(show).join("L")}` : "";
  }
}
