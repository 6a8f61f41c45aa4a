// An order in the making: where to go, which way to face there, and what else to do. Board and tray share it: the board
// calls `go` and `face`, and draws `plotting.path`, `plotting.to` and `plotting.facing`.
import type { AnswerInfo, Decision } from "../../lib/types";
import { type Fighter, asAnswer, facingOf } from "./arena";
import { type Hex, keyOf, same, step, turned } from "./hexes";
import { type Gait, type Plot, gaitOf, readPlot, tidy } from "./notation";

/** A legal order, and where it leads if nobody is in the way. */
export interface Order {
  answer: AnswerInfo;
  plot: Plot;
  to: Hex;
  facing: number;
  gait: Gait;
}

const GAITS: Gait[] = ["still", "charge", "forward", "sidestep", "backwards", "roll"];
const STILL = ["-", "X", "X-UP", "KN", "R", "S"];

/** What is asked of an order; what is missing may be anything. */
interface Wish {
  to?: Hex;
  facing?: number;
  gait?: Gait;
  action?: string;
  special?: string;
}

class Plotting {
  /** Whose order it is; null: none is being written. */
  man = $state.raw<Fighter | null>(null);
  orders = $state.raw<Order[]>([]);
  /** The order as it stands; null: what is typed is none of those that are offered. */
  order = $state.raw<Order | null>(null);
  /** The notation, as chosen or as typed. */
  text = $state("");
  #question = "";

  /** Begin a new order; the same question again changes nothing. */
  begin(question: string, decision: Decision, man: Fighter, draft: string): void {
    this.man = man;
    if (question === this.#question) return;
    this.#question = question;
    this.orders = decision.answers.flatMap((answer) => {
      const plot = readPlot(String(answer.choice));
      const { to, facing } = asAnswer(answer);
      return plot && to ? [{ answer, plot, to, facing: facingOf(facing), gait: gaitOf(plot) }] : [];
    });
    this.type(draft || String(decision.default));
  }

  end(): void {
    this.man = this.order = null;
    this.orders = [];
    this.text = this.#question = "";
  }

  /** Where the order leads, as far as it can be read. */
  get to(): Hex | null {
    return this.order?.to ?? this.path.at(-1) ?? this.man?.place ?? null;
  }
  get facing(): number | null {
    const { man, order, typed } = this;
    if (order) return order.facing;
    return man && typed ? turned(man.facing, typed.before + typed.after) : (man?.facing ?? null);
  }
  /** Every hex he steps into. */
  get path(): Hex[] {
    const { man, order } = this;
    const plot = order?.plot ?? this.typed;
    if (!man || !plot) return [];
    const way = turned(man.facing, plot.before + plot.direction);
    return Array.from({ length: plot.hexes }, (_, index) => step(man.place, way, index + 1));
  }
  /** What is typed, taken apart. */
  get typed(): Plot | null {
    return readPlot(tidy(this.text));
  }
  /** The hexes that can be chosen, each once. */
  get targets(): Hex[] {
    return [...new Map(this.orders.map(({ to }) => [keyOf(to), to])).values()];
  }
  /** The ways to face in the hex that is chosen. */
  get facings(): number[] {
    const { to } = this;
    return [...new Set(this.orders.filter((each) => to && same(each.to, to)).map(({ facing }) => facing))].sort();
  }
  /** The orders that lead there with that facing, one for every way to walk. */
  get gaits(): Order[] {
    const { order } = this;
    if (!order) return [];
    return GAITS.flatMap((gait) => this.#best({ to: order.to, facing: order.facing, special: order.plot.special, gait }) ?? []).filter(
      ({ gait }) => gait !== "still",
    );
  }
  /** What he can do without leaving his hex. */
  get stills(): string[] {
    return STILL.filter((action) => this.orders.some(({ plot }) => plot.action === action));
  }
  /** Nets, kicks and the like that are open to him. */
  get specials(): string[] {
    return [...new Set(this.orders.map(({ plot }) => plot.special))].filter(Boolean);
  }

  /** Go there, and keep facing as now or as near to it as can be. */
  go(place: Hex): void {
    const { man, facing } = this;
    if (!man) return;
    const special = this.order?.plot.special ?? "";
    this.#take(this.#best({ to: place, facing: facing ?? man.facing, special }) ?? this.#nearest(place, special) ?? this.#nearest(place, ""));
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
    const { special, action } = order?.plot ?? { special: "", action: "" };
    this.#take(
      this.#best({ to, facing, special, action: order?.gait === "still" ? action : undefined }) ??
        this.#best({ to, facing, special, gait: order?.gait }) ??
        this.#best({ to, facing, special }) ??
        this.#best({ to, facing }),
    );
  }

  turn(by: number): void {
    const { facing, facings } = this;
    if (facing === null) return;
    for (let next = turned(facing, by); next !== facing; next = turned(next, by)) if (facings.includes(next)) return this.face(next);
  }

  /** Stay in his hex and do this. */
  stay(action: string): void {
    const { facing, order } = this;
    const special = order?.plot.special ?? "";
    this.#take(
      this.#best({ action, facing: facing ?? undefined, special }) ?? this.#best({ action, special }) ?? this.#best({ action, special: "" }),
    );
  }

  /** Do this besides; nothing: no more. */
  add(special: string): void {
    const { to, facing } = this;
    if (!to || facing === null) return;
    this.#take(this.#best({ to, facing, special }) ?? this.#nearest(to, special) ?? this.#best({ special }));
  }

  /** The notation as it is typed. */
  type(text: string): void {
    this.text = text;
    this.order = this.orders.find(({ plot }) => plot.text === tidy(text)) ?? null;
  }

  choose(order: Order): void {
    this.#take(order);
  }

  #take(order: Order | undefined): void {
    if (!order) return;
    this.order = order;
    this.text = order.plot.text;
  }

  /** The plainest order that is as wished: the fewest turns, rather forwards than backwards. */
  #best(wish: Wish): Order | undefined {
    const fits = this.orders.filter(
      ({ to, facing, gait, plot }) =>
        (!wish.to || same(to, wish.to)) &&
        (wish.facing === undefined || facing === wish.facing) &&
        (!wish.gait || gait === wish.gait) &&
        (wish.action === undefined || plot.action === wish.action) &&
        (wish.special === undefined || plot.special === wish.special),
    );
    return fits.sort((one, other) => rank(one) - rank(other))[0];
  }

  /** There, facing as near to the present facing as can be. */
  #nearest(to: Hex, special: string): Order | undefined {
    const facing = this.facing ?? 0;
    for (const turn of [0, 1, -1, 2, -2, 3]) {
      const found = this.#best({ to, special, facing: turned(facing, turn) });
      if (found) return found;
    }
    return undefined;
  }
}

const rank = ({ plot, gait }: Order): number => 100 * plot.turns + 10 * GAITS.indexOf(gait) + STILL.indexOf(plot.action);

export const plotting = new Plotting();
