// What part of the ground is in the frame: all of it, near somebody, or wherever the player drags it.
import type { Point } from "./oval";

export interface View {
  x: number; // of the world's corner in the frame
  y: number;
  scale: number;
}

export interface Box extends Point {
  width: number;
  height: number;
}

const NEAR = 700; // units of ground across the shorter side of the frame
const NEAREST = 2.6;
const LEAST_NEAR = 0.72; // a phone shows less, not smaller
const ROOM = { x: 0.72, y: 0.55 }; // of the frame, clear of its buttons
const TOOLS = 34; // pixels at the top and the bottom of the frame that its buttons cover
const EDGE = 0.3; // of the frame: how far from its middle that point may be
const SLOP = 6; // pixels a finger may tremble in a click

export class Camera {
  width = $state(0);
  height = $state(0);
  free = $state.raw<View | null>(null); // where the player put it
  dragging = $state(false);
  #world: () => Box;
  #pointers = new Map<number, Point>();
  #moved = 0;

  constructor(world: () => Box) {
    this.#world = world;
  }

  get whole(): number {
    return this.#fit(this.#world());
  }

  get near(): number {
    return Math.max(this.whole, LEAST_NEAR, Math.min(this.width, this.height) / NEAR);
  }

  /** The point to look at so that both can be seen, or at least the first and what lies towards the second. */
  lead(from: Point, to: Point): Point {
    const [x, y] = [to.x - from.x, to.y - from.y];
    const share = Math.min(1, (ROOM.x * this.width) / this.near / Math.abs(x), (ROOM.y * this.height) / this.near / Math.abs(y));
    return { x: from.x + (x * share) / 2, y: from.y + (y * share) / 2 };
  }

  /** With this point in the middle; null: everything. */
  look(focus: Point | null): View {
    if (this.free) return this.free;
    return this.#around(focus ?? centreOf(this.#world()), focus ? this.near : this.whole);
  }

  /** Whether all of this is in the frame at this scale, clear of its buttons. */
  fits(box: Box, scale: number): boolean {
    return box.width * scale <= this.width && box.height * scale <= this.height - 2 * TOOLS;
  }

  /** With all of this in the frame, but no nearer than that; where it would be too small, with what lies around one point. */
  frame(box: Box, nearest: number, least: number, at: Point): View {
    if (this.free) return this.free;
    const high = this.height - 2 * TOOLS;
    const scale = Math.max(this.whole, least, Math.min(nearest, this.width / box.width, high / box.height));
    const centre = centreOf(box);
    const towards = (from: number, to: number, room: number, size: number): number =>
      size * scale <= room ? to : from + Math.max(-1, Math.min(1, (to - from) / (room * EDGE / scale))) * (room * EDGE / scale);
    return this.#around({ x: towards(at.x, centre.x, this.width, box.width), y: towards(at.y, centre.y, high, box.height) }, scale);
  }

  /** Let go of where the player put it. */
  release(): void {
    this.free = null;
  }

  zoom(view: View, factor: number, at: Point = { x: this.width / 2, y: this.height / 2 }): void {
    const scale = Math.max(this.whole, Math.min(NEAREST, view.scale * factor));
    const share = scale / view.scale;
    this.free = this.#inside({ x: at.x - (at.x - view.x) * share, y: at.y - (at.y - view.y) * share, scale });
  }

  centre(view: View, at: Point): void {
    this.free = this.#around(at, view.scale);
  }

  // -- fingers and mouse -----------------------------------------------------------------------

  down(event: PointerEvent): void {
    if (event.pointerType === "mouse" && event.button !== 0) return;
    if (!this.#pointers.size) this.#moved = 0;
    this.#pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
  }

  move(event: PointerEvent, view: View, frame: HTMLElement): void {
    const before = this.#pointers.get(event.pointerId);
    if (!before) return;
    const now = { x: event.clientX, y: event.clientY };
    const other = [...this.#pointers].find(([id]) => id !== event.pointerId)?.[1];
    this.#moved += Math.hypot(now.x - before.x, now.y - before.y);
    if (this.#moved > SLOP) {
      if (!this.dragging) frame.setPointerCapture(event.pointerId);
      this.dragging = true;
      if (other) {
        const apart = (point: Point): number => Math.hypot(point.x - other.x, point.y - other.y) || 1;
        const box = frame.getBoundingClientRect();
        this.zoom(view, apart(now) / apart(before), { x: (now.x + other.x) / 2 - box.x, y: (now.y + other.y) / 2 - box.y });
      } else this.free = this.#inside({ ...view, x: view.x + now.x - before.x, y: view.y + now.y - before.y });
    }
    this.#pointers.set(event.pointerId, now);
  }

  up(event: PointerEvent): void {
    this.#pointers.delete(event.pointerId);
    if (!this.#pointers.size) this.dragging = false;
  }

  /** Whether the last press was a drag, so that it is no click. */
  get dragged(): boolean {
    return this.#moved > SLOP;
  }

  #fit(box: Box): number {
    return Math.min(this.width / box.width, this.height / box.height) || 0.1;
  }

  #around(at: Point, scale: number): View {
    return this.#inside({ x: this.width / 2 - at.x * scale, y: this.height / 2 - at.y * scale, scale });
  }

  /** No further than the edge of the world; what is smaller than the frame stands in the middle. */
  #inside(view: View): View {
    const { scale } = view;
    const world = this.#world();
    const shift = (room: number, from: number, size: number, at: number): number =>
      (size * scale <= room ? (room - size * scale) / 2 : Math.min(0, Math.max(room - size * scale, at + from * scale))) - from * scale;
    return { scale, x: shift(this.width, world.x, world.width, view.x), y: shift(this.height, world.y, world.height, view.y) };
  }
}

const centreOf = (box: Box): Point => ({ x: box.x + box.width / 2, y: box.y + box.height / 2 });
