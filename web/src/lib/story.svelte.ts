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

  #next(): void {
    for (;;) {
      const item = this.#queue.shift();
      if (!item) {
        this.cue = null;
        this.busy = false;
        if (this.#arrived) this.#skipping = this.#arrived = false;
        return;
      }
      if ("settle" in item) {
        this.position = item.settle;
        continue;
      }
      this.heard = item.n;
      const pace = this.#skipping || document.hidden ? 0 : PACE[settings.speed];
      const lasts = this.#teller.lasts(item, motion.reduced);
      const wait = pace * lasts;
      if (lasts > 0 && !pace) this.missed = [...this.missed, item];
      if (this.position) this.position = this.#teller.show(this.position, item, this.#stage);
      if (wait > 0) {
        this.cue = item;
        this.busy = true;
        this.#timer = setTimeout(() => this.#next(), wait);
        return;
      }
    }
  }
}
