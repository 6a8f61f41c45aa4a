import { PACE, motion, settings } from "./settings.svelte";
import type { EventInfo, Position, Stage } from "./types";

/** What a game must know to tell its events one at a time. */
export interface Teller {
  /** The position shown after an event. Only for the eye: the server's position follows when all is told. */
  show(position: Position, event: EventInfo, stage: Stage): Position;
  /** How long the event is on stage, in milliseconds. */
  lasts(event: EventInfo, reducedMotion: boolean): number;
}

type Item = EventInfo | { settle: Position };

/** Tells what happened one event at a time, and then shows the position as the server has it. */
export class Story {
  position = $state.raw<Position | null>(null);
  cue = $state.raw<EventInfo | null>(null); // the event on stage
  heard = $state(-1); // the newest event told
  busy = $state(false);
  missed = $state.raw<EventInfo[]>([]); // told without a picture, since somebody here last answered
  #skipping = false;
  #arrived = false;
  #queue: Item[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  #teller: Teller;
  #stage: Stage;

  constructor(teller: Teller, stage: Stage) {
    this.#teller = teller;
    this.#stage = stage;
  }

  /** At once, nothing told. */
  settle(position: Position, events: EventInfo[]): void {
    this.#stop();
    this.position = position;
    this.heard = events.at(-1)?.n ?? -1;
  }

  push(events: EventInfo[], position: Position): void {
    this.#queue.push(...events, { settle: position });
    if (!this.busy) this.#next();
  }

  /** Tell nothing more until somebody here is asked. */
  skip(): void {
    if (!this.busy) return;
    clearTimeout(this.#timer);
    this.#skipping = true;
    this.#next();
  }

  /** Somebody here has answered: what he missed before is behind him. */
  answered(): void {
    this.missed = [];
  }

  /** What was pushed last, or comes next, ends with a question to somebody here: skipping ends there too. */
  arrive(): void {
    this.#arrived = true;
  }

  #stop(): void {
    clearTimeout(this.#timer);
    this.#queue = [];
    this.cue = null;
    this.busy = false;
  }

  /** To the next event that takes a while. What comes at once is shown at once: the page is not drawn for each of it. */
  #next(): void {
    let { position, heard, missed } = this;
    let staged: { event: EventInfo; wait: number } | null = null;
    while (!staged) {
      const item = this.#queue.shift();
      if (!item) break;
      if ("settle" in item) {
        position = item.settle;
        continue;
      }
      heard = item.n;
      const pace = this.#skipping || document.hidden ? 0 : PACE[settings.speed];
      const lasts = this.#teller.lasts(item, motion.reduced);
      if (lasts > 0 && !pace) missed = [...missed, item];
      // Without a pace nothing is on stage before the position settles.
      if (position && pace) position = this.#teller.show(position, item, this.#stage);
      if (pace * lasts > 0) staged = { event: item, wait: pace * lasts };
    }
    this.position = position;
    this.heard = heard;
    this.missed = missed;
    this.cue = staged && staged.event;
    this.busy = staged !== null;
    if (staged) this.#timer = setTimeout(() => this.#next(), staged.wait);
    else if (this.#arrived) this.#skipping = this.#arrived = false;
  }
}
