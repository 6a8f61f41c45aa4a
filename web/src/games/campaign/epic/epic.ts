// An epic campaign as the server shows it: families with stables and schools, a market, races and galas.
import type { EventInfo, MatchInfo, Position, Stage } from "../../../lib/types";
import type { Man } from "../school/school";
import { BANK, type Charts, type Chariot, type Finish, type Season } from "../season";

export interface Bout {
  men: number[];
}

export interface Wager {
  backer: number;
  layer: number;
  man: number;
  stake: number;
  against: number;
}

export type EventKind = "race" | "gala" | "match race" | "duel";

export interface EventDay {
  number: number;
  kind: EventKind;
  winners: string[];
  finishes: Finish[]; // of everybody who took part
  hashes: string[];
}

export interface Deed {
  event: number;
  who: Record<string, string>; // names by lot
  giver: number;
  taker: number;
  how: string;
  price: number;
}

export interface Champion {
  name: string;
  kind: string;
  seat: number;
  event: number;
  wins: number;
}

export interface Epic extends Omit<Season, "days" | "race" | "entered"> {
  men: Record<string, Man>;
  market: Chariot[];
  round: number;
  event: "" | "race" | "gala";
  racing: number[];
  card: Bout[];
  wagers: Wager[];
  days: EventDay[];
  champions: Champion[];
  deeds: Deed[];
  slaves: { seat: number; kind: string; number: number }[];
}

/** What never changes. */
export interface EpicCharts extends Pick<Charts, "horse_prices" | "horse_speeds" | "improvement"> {
  events: number;
  goal: number;
  prizes: number[];
  drivers: Record<string, number>; // prices by modifier
  cars: Record<string, number>; // by kind
  stakes: number[]; // the least of the challenged, at 1-1 and on
  opening: { chariot: number; gladiator: number }; // dice, times `step`
  step: number;
  pot: number; // for each man of a gala
  champion: { wins: number; reward: number };
  types: Record<string, string>; // of gladiators, in words
}

export const isEpic = (position: Position): boolean => "deeds" in position;
export const asEpic = (position: Position): Epic => position as unknown as Epic;
export const asEpicCharts = (stage: Stage): EpicCharts => stage as unknown as EpicCharts;

/** The campaign as forum and account book know seasons: each event a day, with whoever won in it. */
export function chronicle(position: Position): Season {
  const epic = asEpic(position);
  const days = eventsOf(epic).map(({ number, days }) => ({
    race: number,
    hash: "",
    finishes: days.flatMap((day) => day.finishes),
  }));
  return { ...epic, days, race: epic.round, entered: [] };
}

export interface EventOf {
  number: number;
  kind: "race" | "gala" | ""; // none: only challenges, so far
  days: EventDay[];
}

/** What was held, event by event; challenges stand with the event that they came before. */
export function eventsOf({ days }: Pick<Epic, "days">): EventOf[] {
  const found = new Map<number, EventOf>();
  for (const day of days) {
    const event = found.get(day.number) ?? { number: day.number, kind: "", days: [] };
    found.set(day.number, { ...event, kind: day.kind === "race" || day.kind === "gala" ? day.kind : event.kind, days: [...event.days, day] });
  }
  return [...found.values()];
}

/** Who won in it, by family. */
export const victorsOf = ({ days }: EventOf): number[] => [...new Set(days.flatMap((day) => day.finishes.filter(({ place }) => place === 1).map(({ seat }) => seat)))];

const TITLES: Partial<Record<EventKind, string>> = { "match race": "A match race", duel: "A duel" };

/** The matches that a day was made of, where they can be read of. */
export function contestsOf(match: MatchInfo, { days }: Pick<Epic, "days">, day: EventDay): MatchInfo["contests"] {
  const title = TITLES[day.kind];
  const over = match.contests.filter(({ status }) => status === "over");
  if (!title) return over.filter((each) => new RegExp(`^Event ${day.number}\\b`).test(each.title));
  const nth = days.filter(({ kind }) => kind === day.kind).indexOf(day);
  return over.filter((each) => each.title === title).slice(nth, nth + 1);
}

/** His combat factors, and his open wounds. */
export const factorsOf = (man: Man): number => man.training + man.strength + man.agility;
export const woundsOf = (man: Man): number => man.wounds.reduce((sum, each) => sum + each, 0);

// -- challenges -----------------------------------------------------------------------------------------------

export interface Challenge {
  n: number; // of the event that told of it
  by: number;
  to: number;
  kind: "match race" | "duel";
  number: number; // a side
  odds: number;
  stake: number; // of the challenged
  own: number; // of the challenger
  state: "open" | "declined" | "accepted" | "over";
  winner: number | null;
  clauses: string[];
  event: number;
}

type Told = { by: number; to: number; accepted?: boolean; winner?: number | null; kind?: string; event?: number; own?: number; stake?: number };

/** All challenges that were ever called out, out of the events. */
export function challengesIn(events: EventInfo[]): Challenge[] {
  const found: Challenge[] = [];
  let round = 0;
  for (const { n, kind, data, clauses } of events) {
    const told = data as unknown as Told;
    const last = found.findLast(({ by, to, state }) => by === told.by && to === told.to && state !== "declined" && state !== "over");
    if (kind === "council") round = told.event ?? round;
    else if (kind === "challenge") found.push({ ...(data as unknown as Challenge), n, state: "open", winner: null, clauses, event: round });
    else if (kind === "answered" && last)
      Object.assign(last, { state: told.accepted ? "accepted" : "declined", own: told.own ?? last.own, stake: told.stake ?? last.stake });
    else if (kind === "stakes" && last) Object.assign(last, { state: "over", winner: told.winner ?? null });
  }
  return found;
}

// -- whose somebody was ---------------------------------------------------------------------------------------

export interface Life {
  lot: string; // "horse 12"
  name: string;
  kind: "driver" | "horse" | "gladiator";
  deeds: Deed[];
  wins: number;
  fights: number;
  nation: string;
  owner: number; // -1: nobody's any more
  end: { words: string; event: number; seat: number } | null; // dead, or free
}

interface Known {
  wins: number;
  fights: number;
  nation: string;
  owner: number;
}

/** Everybody who was ever owned, the most famous first. */
export function livesOf(epic: Epic): Life[] {
  const known = new Map<string, Known>();
  for (const man of Object.values(epic.men)) known.set(`gladiator ${man.number}`, { wins: man.wins, fights: man.fights, nation: man.nation, owner: man.status === "alive" ? man.owner : BANK });
  for (const [owner, { chariots, drivers, horses }] of epic.stables.entries()) {
    for (const driver of [...chariots.map((each) => each.driver), ...drivers])
      if (driver) known.set(`driver ${driver.id}`, { wins: driver.career.places[0] ?? 0, fights: driver.career.races, nation: driver.nation, owner: driver.hits ? owner : BANK });
    for (const { team } of chariots)
      for (const horse of team?.horses ?? [])
        if (horse) known.set(`horse ${horse.id}`, { wins: team!.career.places[0] ?? 0, fights: team!.career.races, nation: "", owner: horse.now ? owner : BANK });
    for (const horse of horses) known.set(`horse ${horse.id}`, { wins: 0, fights: 0, nation: "", owner });
  }
  const lives = new Map<string, Life>();
  for (const deed of epic.deeds)
    for (const [lot, name] of Object.entries(deed.who)) {
      const life = lives.get(lot) ?? { lot, name, kind: lot.split(" ")[0] as Life["kind"], deeds: [], wins: 0, fights: 0, nation: "", owner: BANK, end: null, ...known.get(lot) };
      lives.set(lot, { ...life, deeds: [...life.deeds, deed] });
    }
  for (const life of lives.values()) {
    const champion = life.kind === "horse" ? undefined : epic.champions.find(({ name }) => name === life.name);
    const grave = epic.graves.find(({ lot }) => lot === life.lot);
    if (champion) Object.assign(life, { wins: champion.wins, end: { words: "set free by the Emperor", event: champion.event, seat: champion.seat } });
    else if (grave) Object.assign(life, { wins: Math.max(life.wins, grave.wins), fights: Math.max(life.fights, grave.races), end: { words: "dead", event: grave.race, seat: grave.seat } });
  }
  return [...lives.values()].sort((one, other) => other.wins - one.wins || Number(one.kind === "horse") - Number(other.kind === "horse") || other.deeds.length - one.deeds.length || other.fights - one.fights || one.name.localeCompare(other.name));
}
