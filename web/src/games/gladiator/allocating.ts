// Combat factors shared out over what is struck at and what is guarded: the form, its limits, and a few ways to fill it in.
import type { Decision } from "../../lib/types";
import { type ArenaAnswer, asAnswer } from "./arena";

/** A box of the form. */
export interface Box {
  name: string;
  index: number; // in the answer
  strike: boolean;
  foe: string; // whose area it is, of an attack
  area: string;
  most: number;
}

export interface Form {
  boxes: Box[];
  budget: number;
  unused: number; // the place of what is left over
  few: [number, number] | null; // of the first so many boxes at most so many may be used
}

export function readForm(decision: Decision): Form {
  const budget = decision.budget ?? 0;
  const names = Object.entries(decision.boxes ?? {});
  const meanings = meaningsOf(decision);
  const boxes = names.flatMap(([name, cap], index): Box[] => {
    const { deed, foe = "", area = name } = meanings.get(name) ?? {};
    if (deed === "unused") return [];
    const strike = deed === "strike";
    return [{ name, index, strike, foe: strike ? foe : "", area, most: Math.min(cap, budget) }];
  });
  const unused = names.findIndex(([name]) => meanings.get(name)?.deed === "unused");
  return { boxes, budget, unused, few: decision.few as [number, number] | null };
}

/** What the engine says of each box. */
const meaningsOf = (decision: Decision): Map<string, ArenaAnswer> =>
  new Map(decision.answers.map(asAnswer).flatMap((entry) => (entry.box && entry.deed ? [[entry.box, entry]] : [])));

/** What is not given to any box. */
export const leftOf = ({ boxes, budget }: Form, shares: number[]): number =>
  budget - boxes.reduce((sum, { index }) => sum + (shares[index] ?? 0), 0);

/** How much a box could get at most, with the others as they are. */
export function roomOf(form: Form, shares: number[], box: Box): number {
  const own = shares[box.index] ?? 0;
  if (form.few && box.index < form.few[0] && !own) {
    const used = shares.slice(0, form.few[0]).filter((points) => points > 0).length;
    if (used >= form.few[1]) return 0;
  }
  return Math.min(box.most, own + leftOf(form, shares));
}

/** A box gets so many points, or as many as the limits allow; what is left over stays unused. */
export function give(form: Form, shares: number[], box: Box, points: number): number[] {
  const next = [...shares];
  next[box.index] = Math.max(0, Math.min(points, roomOf(form, shares, box)));
  if (form.unused >= 0) next[form.unused] = leftOf(form, next);
  return next;
}

export function emptyShares(form: Form): number[] {
  const shares = Array.from({ length: form.boxes.length + (form.unused < 0 ? 0 : 1) }, () => 0);
  if (form.unused >= 0) shares[form.unused] = form.budget;
  return shares;
}

/** Whether shares from another time still fit. */
export const fits = (form: Form, shares: number[]): boolean =>
  shares.length === emptyShares(form).length &&
  leftOf(form, shares) === (form.unused < 0 ? 0 : shares[form.unused]) &&
  form.boxes.every((box) => shares[box.index]! <= box.most) &&
  (!form.few || shares.slice(0, form.few[0]).filter((points) => points > 0).length <= form.few[1]);

/** The engine's odds, by box and points. */
export class Table {
  #entries: Map<string, ArenaAnswer>;
  /** With how many factors he can strike one area at most. */
  readonly hardest: number;
  /** Whose blows a guard is reckoned against. */
  readonly foe: string;
  #meanings: Map<string, ArenaAnswer>;

  constructor(decision: Decision) {
    const told = decision.answers.map(asAnswer);
    this.#entries = new Map(told.map((entry) => [`${entry.box} ${entry.points}`, entry]));
    this.#meanings = meaningsOf(decision);
    const guards = told.filter(({ deed, odds }) => deed === "guard" && odds);
    this.hardest = (guards[0]?.odds?.length ?? 1) - 1;
    this.foe = guards[0]?.foe ?? "";
  }

  /** Why a blow at this area has not all its strength. */
  weak({ name }: Box): ArenaAnswer["weak"] {
    return this.#meanings.get(name)?.weak;
  }

  /** Whether no guard counts against it. */
  unguarded({ name }: Box): boolean {
    return this.#meanings.get(name)?.unguarded ?? false;
  }

  /** The best guard that still lets something through any of these boxes, and one more. */
  guard(boxes: Box[]): number {
    const rows = boxes.flatMap((box) => Array.from({ length: box.most }, (_, index) => this.#entries.get(`${box.name} ${index + 1}`)?.odds?.length ?? 1));
    return Math.max(1, ...rows) - 1;
  }

  /** What comes of it with so many points against so many; null: nothing is known of it. */
  row({ name, strike }: Box, points: number, against: number): number[] | null {
    let entry = this.#entries.get(`${name} ${points}`);
    // More than enough guard is as good as enough.
    for (let fewer = points; !strike && !entry && fewer > 0; fewer--) entry = this.#entries.get(`${name} ${fewer}`);
    const rows = entry?.odds;
    return rows?.[Math.min(against, rows.length - 1)] ?? null;
  }
}

// -- a few ways to fill it in ----------------------------------------------------------------------------

/** How much a man fears an outcome, or wishes it on another. */
const DEATH = 4;
const FEEBLE = 2; // a blow with less than this part of the most is not worth its while
const harm = (row: number[] | null): number => (row ? row[4]! + DEATH * row[5]! : 0);

/** Strike where it hurts most, with up to so many points in all. */
function strike(form: Form, shares: number[], table: Table, points: number): number[] {
  const boxes = form.boxes.filter((box) => box.strike);
  let left = points;
  while (left > 0) {
    const open = boxes.filter((box) => !shares[box.index] && roomOf(form, shares, box) > 0);
    const worth = (box: Box): number => harm(table.row(box, Math.min(left, roomOf(form, shares, box)), 0));
    const best = open.sort((one, other) => worth(other) - worth(one))[0];
    // What is left for a tap with the flat of the blade guards better.
    if (!best || FEEBLE * Math.min(left, roomOf(form, shares, best)) < best.most) break;
    const before = leftOf(form, shares);
    shares = give(form, shares, best, Math.min(left, roomOf(form, shares, best)));
    left -= before - leftOf(form, shares);
  }
  return shares;
}

/** Guard with up to so many points what is in most danger. */
function guard(form: Form, shares: number[], table: Table, points: number): number[] {
  const boxes = form.boxes.filter((box) => !box.strike && box.most > 0);
  for (let left = points; left > 0; left--) {
    const danger = (box: Box): number => harm(table.row(box, shares[box.index] ?? 0, table.hardest));
    const worst = boxes
      .filter((box) => roomOf(form, shares, box) > (shares[box.index] ?? 0))
      .sort((one, other) => danger(other) - danger(one) || (shares[one.index] ?? 0) - (shares[other.index] ?? 0))[0];
    if (!worst) break;
    shares = give(form, shares, worst, (shares[worst.index] ?? 0) + 1);
  }
  return shares;
}

export type Plan = "all-out" | "balanced" | "guard";

export function fill(form: Form, table: Table, plan: Plan): number[] {
  const { budget } = form;
  const canStrike = form.boxes.some((box) => box.strike && box.most > 0);
  const share = !canStrike ? 0 : plan === "all-out" ? budget : plan === "balanced" ? Math.ceil(budget / 2) : 0;
  let shares = strike(form, emptyShares(form), table, share);
  shares = guard(form, shares, table, leftOf(form, shares));
  return shares;
}
