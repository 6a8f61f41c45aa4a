// An order in the making: where to go, which way to face there, and what else to do. Board and tray share it: the board
// calls `go` and `face`, and draws `targets`, `path`, `to` and `facing`.
import type { AnswerInfo, Decision } from "../../lib/types";
import { type Fighter, type Reach, asAnswer, facingOf } from "./arena";
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
  /** What each foe could reach by an order of his, and whether it is drawn. */
  reaches = $state.raw<Reach[]>([]);
  showReach = $state(true);
  /** The notation, as chosen or as typed. */
  text = $state("");
  #question = "";

  /** What is written, taken apart; null: it cannot be read. */
  readonly plot: Plot | null = $derived(readPlot(tidy(this.text)));
  /** The order as it stands; null: it is none of those that are offered. */
  readonly order: Order | null = $derived(this.orders.find(({ plot }) => plot.text === tidy(this.text)) ?? null);
  /** Every hex he steps into. */
  readonly path: Hex[] = $derived.by(() => {
    const { man, plot } = this;
    if (!man || !plot) return [];
    const way = turned(man.facing, plot.before + plot.direction);
    return Array.from({ length: plot.hexes }, (_, index) => step(man.place, way, index + 1));
  });
  /** Where the order leads. */
  readonly to: Hex | null = $derived(this.path.at(-1) ?? this.man?.place ?? null);
  readonly facing: number | null = $derived(
    this.man ? turned(this.man.facing, (this.plot?.before ?? 0) + (this.plot?.after ?? 0)) : null,
  );
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
    if (!order || order.gait === "still") return [];
    const { to, facing, plot } = order;
    return GAITS.flatMap((gait) => this.#best({ to, facing, gait, special: plot.special }) ?? []);
  });
  /** What he can do without leaving his hex. */
  readonly stills: string[] = $derived(STILL.filter((action) => this.orders.some(({ plot }) => plot.action === action)));
  /** Nets, kicks and the like that are open to him. */
  readonly specials: string[] = $derived([...new Set(this.orders.map(({ plot }) => plot.special))].filter(Boolean));
  readonly charge: Order | undefined = $derived(this.orders.find(({ gait }) => gait === "charge"));

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
    this.reaches = decision.answers.map((answer) => asAnswer(answer).foes).find(Boolean) ?? [];
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
    const special = this.plot?.special ?? "";
    this.#take(this.#nearest(place, special) ?? this.#nearest(place, "") ?? this.#best({ to: place }));
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
    const special = order?.plot.special ?? "";
    this.#take(
      (order && this.#best({ to, facing, special, ...(order.gait === "still" ? { action: order.plot.action } : { gait: order.gait }) })) ??
        this.#best({ to, facing, special }) ??
        this.#best({ to, facing }),
    );
  }

  /** A hexside to the left or right, or further to the next that is possible. */
  turn(by: number): void {
    const { facing, facings } = this;
    if (facing === null) return;
    for (let next = turned(facing, by); next !== facing; next = turned(next, by)) if (facings.includes(next)) return this.face(next);
  }

  /** Stay in his hex and do this. */
  stay(action: string): void {
    const { facing, man } = this;
    const special = this.plot?.special ?? "";
    this.#take(
      this.#best({ action, facing: facing ?? undefined, special }) ??
        this.#best({ action, facing: man?.facing, special: "" }) ??
        this.#best({ action }),
    );
  }

  /** Do this besides; nothing: no more of it. */
  add(special: string): void {
    const { to, facing } = this;
    if (!to || facing === null) return;
    this.#take(this.#best({ to, facing, special }) ?? this.#nearest(to, special) ?? this.#best({ special }));
  }

  choose(order: Order): void {
    this.#take(order);
  }

  #take(order: Order | undefined): void {
    if (order) this.text = order.plot.text;
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
    for (const turn of [0, 1, -1, 2, -2, 3]) {
      const found = this.#best({ to, special, facing: turned(this.facing ?? 0, turn) });
      if (found) return found;
    }
    return undefined;
  }
}

const rank = ({ plot, gait }: Order): number => 100 * plot.turns + 10 * GAITS.indexOf(gait) + STILL.indexOf(plot.action);

export const plotting = new Plotting();
