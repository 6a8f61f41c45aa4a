import type { ClockInfo } from "./types";

const TICK = 250;

/** The clock of a match, counted down here from what the server said last. */
export class Clock {
  info = $state.raw<ClockInfo | null>(null);
  #heardAt = 0;
  #now = $state(0);
  #ticking: ReturnType<typeof setInterval> | undefined;

  hear(info: ClockInfo | null): void {
    this.info = info;
    this.#heardAt = this.#now = performance.now();
    this.stop();
    if (info && Object.keys(info.left).length)
      this.#ticking = setInterval(() => (this.#now = performance.now()), TICK);
  }

  /** Seconds this seat has left; null where no clock runs for it. */
  left(seat: number): number | null {
    const left = this.info?.left[seat];
    return left === undefined ? null : Math.max(0, left - (this.#now - this.#heardAt) / 1000);
  }

  /** Whether this seat must hurry: the last ten seconds, or more of a long time. */
  presses(seat: number): boolean {
    const seconds = this.info?.seconds ?? 0;
    const last = Math.max(Math.min(10, seconds / 2), Math.min(300, seconds / 10));
    const left = this.left(seat);
    return left !== null && left <= last;
  }

  stop(): void {
    clearInterval(this.#ticking);
  }
}
