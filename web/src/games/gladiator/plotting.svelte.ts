// An order in the making: where to go, which way to face there, and what else to do. Board and tray share it: the board
// calls `go` and `face`, and draws `targets`, `to` and `facing`.
import type { Decision } from "../../lib/types";
import { type ArenaAnswer, type Fighter, type Price, type Reach, type Stage, asAnswer, facingOf } from "./arena";
import { type Hex, keyOf, same, step, turned } from "./hexes";

/** As it is meant: people write small letters and spaces too. */
export const tidy = (text: string): string => text.toUpperCase().replace(/\s+/g, "");

/** A legal order, and where it leads if nobody is in the way. */
export interface Order {
  answer: ArenaAnswer;
  text: string; // in the rulebook's notation
  to: Hex;
  facing: number;
  walk: string; // how the legs go
  does: string; // without a step, or with three
  also: string; // besides
  rank: number; // the plainest is the lowest
}

/** What is asked of an order; what is missing may be anything. */
interface Wish {
  to?: Hex;
  facing?: number;
  walk?: string;
  does?: string;
  also?: string;
}

class Plotting {
  /** Whose order it is; null: none is being written. */
  man = $state.raw<Fighter | null>(null);
  orders = $state.raw<Order[]>([]);
  /** What each foe could reach by an order of his, and whether it is drawn. */
  reaches = $state.raw<Reach[]>([]);
  showReach = $state(true);
  /** The notation, as chosen or as typed. */
  text = $state("");
  /** What each price is; and whether he has a move for this phase. */
  prices = $state.raw<Record<string, Price>>({});
  free = $state(true);
  #question = "";
  #walks = $state.raw<string[]>([]);
  #deeds = $state.raw<string[]>([]);

  /** The order as it stands; null: it is none of those that are offered. */
  readonly order: Order | null = $derived(this.orders.find(({ text }) => text === tidy(this.text)) ?? null);
  /** Where the order leads. */
  readonly to: Hex | null = $derived(this.order?.to ?? this.man?.place ?? null);
  readonly facing: number | null = $derived(this.order?.facing ?? this.man?.facing ?? null);
  /** The hexes that can be chosen, each once. */
  readonly targets: Hex[] = $derived([...new Map(this.orders.map(({ to }) => [keyOf(to), to])).values()]);
  /** The ways to face in the hex that is chosen. */
  readonly facings: number[] = $derived.by(() => {
    const { to } = this;
    return [...new Set(this.orders.filter((each) => to && same(each.to, to)).map(({ facing }) => facing))].sort();
  });
  /** The orders that lead there with that facing, one for every way to walk. */
  readonly gaits: Order[] = $derived.by(() => {
    const { order } = this;
    if (!order || same(order.to, this.man?.place ?? order.to)) return [];
    const { to, facing, also } = order;
    return this.#walks.flatMap((walk) => this.#best({ to, facing, walk, also }) ?? []);
  });
  /** What he can do without a step, or with three. */
  readonly stills: string[] = $derived(this.#deeds.filter((does) => this.orders.some((each) => each.does === does)));
  /** Nets, kicks and the like that are open to him. */
  readonly specials: string[] = $derived([...new Set(this.orders.map(({ also }) => also))].filter(Boolean));

  /** Begin a new order; the same question again changes nothing. */
  begin(question: string, decision: Decision, man: Fighter, { walks, deeds }: Stage, draft: string): void {
    this.man = man;
    if (question === this.#question) return;
    this.#question = question;
    this.#walks = walks;
    this.#deeds = Object.keys(deeds);
    const answers = decision.answers.map(asAnswer);
    this.orders = answers.flatMap((answer) => {
      const { choice, to, facing, walk = "", does = "", also = "", turns = 0 } = answer;
      const rank = 100 * turns + 10 * walks.indexOf(walk) + this.#deeds.indexOf(does);
      return to ? [{ answer, text: String(choice), to, facing: facingOf(facing), walk, does, also, rank }] : [];
    });
    const shared = answers.find(({ prices }) => prices);
    this.reaches = shared?.foes ?? [];
    this.prices = shared?.prices ?? {};
    this.free = shared?.free ?? true;
    this.text = draft || String(decision.default);
  }

  /** Over with this question; another may have begun already. */
  end(question: string): void {
    if (question !== this.#question) return;
    this.man = null;
    this.orders = [];
    this.reaches = [];
    this.text = this.#question = "";
  }

  /** Go there, and keep facing as now or as near to it as can be. */
  go(place: Hex): void {
    const also = this.order?.also ?? "";
    this.#take(this.#nearest(place, also) ?? this.#nearest(place, "") ?? this.#best({ to: place }));
  }

  /** One hex further in this direction of the screen, or one back towards where he stands. */
  walk(direction: number): void {
    const { man, to } = this;
    if (!man || !to) return;
    const on = [step(to, direction), step(man.place, direction)].find((hex) => this.targets.some((each) => same(each, hex)));
    if (on) this.go(on);
  }

  /** Face this way in the end. */
  face(facing: number): void {
    const { order, to } = this;
    if (!to) return;
    const also = order?.also ?? "";
    this.#take(
      (order && this.#best({ to, facing, also, ...(order.does ? { does: order.does } : { walk: order.walk }) })) ??
        this.#best({ to, facing, also }) ??
        this.#best({ to, facing }),
    );
  }

  /** A hexside to the left or right, or further to the next that is possible. */
  turn(by: number): void {
    const { facing, facings } = this;
    if (facing === null) return;
    for (let next = turned(facing, by); next !== facing; next = turned(next, by)) if (facings.includes(next)) return this.face(next);
  }

  /** Do this, which takes no step or three. */
  stay(does: string): void {
    const { facing, man } = this;
    const also = this.order?.also ?? "";
    this.#take(
      this.#best({ does, facing: facing ?? undefined, also }) ??
        this.#best({ does, facing: man?.facing, also: "" }) ??
        this.#best({ does }),
    );
  }

  /** Do this besides; nothing: no more of it. */
  add(also: string): void {
    const { to, facing } = this;
    if (!to || facing === null) return;
    this.#take(this.#best({ to, facing, also }) ?? this.#nearest(to, also) ?? this.#best({ also }));
  }

  choose(order: Order): void {
    this.#take(order);
  }

  #take(order: Order | undefined): void {
    if (order) this.text = order.text;
  }

  /** The plainest order that is as wished: the fewest turns, rather forwards than backwards. */
  #best(wish: Wish): Order | undefined {
    const fits = this.orders.filter(
      ({ to, facing, walk, does, also }) =>
        (!wish.to || same(to, wish.to)) &&
        (wish.facing === undefined || facing === wish.facing) &&
        (wish.walk === undefined || walk === wish.walk) &&
        (wish.does === undefined || does === wish.does) &&
        (wish.also === undefined || also === wish.also),
    );
    return fits.sort((one, other) => one.rank - other.rank)[0];
  }

  /** There, facing as near to the present facing as can be. */
  #nearest(to: Hex, also: string): Order | undefined {
    for (const turn of [0, 1, -1, 2, -2, 3]) {
      const found = this.#best({ to, also, facing: turned(this.facing ?? 0, turn) });
      if (found) return found;
    }
    return undefined;
  }
}

export const plotting = new Plotting();
