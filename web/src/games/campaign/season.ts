// A season as the server shows it: stables, money, races. Nothing here knows a rule; it adds up what is written.
import type { Decision, MatchInfo, Position, Stage } from "../../lib/types";
import type { Curve } from "../sheets/curve";
import { chronicle, isEpic } from "./epic/epic";
import type { Man } from "./school/school";

export const BANK = -1; // the world outside

export interface Career {
  races: number;
  places: number[]; // how often first, second, third, fourth
  kills: number;
}

export interface Driver {
  id: number;
  name: string;
  nation: string;
  modifier: number;
  full: number; // hits
  hits: number;
  experience: number;
  career: Career;
  fate: string;
}

export interface Horse {
  id: number;
  name: string;
  full: number; // its speed, and its boxes
  now: number;
}

export interface Team {
  id: number;
  horses: (Horse | null)[];
  endurance: number;
  experience: number;
  career: Career;
}

export interface Car {
  id: number;
  kind: string;
  wrecked: boolean;
}

export interface Chariot {
  id: number;
  driver: Driver | null;
  team: Team | null;
  car: Car | null;
}

export interface Stable {
  chariots: Chariot[];
  drivers: Driver[]; // these and the following are kept aside
  teams: Team[];
  horses: Horse[];
  cars: Car[];
}

export interface Transfer {
  payer: number;
  payee: number;
  sum: number;
  why: string;
  clause: string;
  when: number; // the race it belongs to
}

export interface Loan {
  id: number;
  lender: number;
  borrower: number;
  lent: number;
  owed: number;
  due: number;
}

export interface Finish {
  seat: number;
  chariot: number;
  driver: string;
  place: number | null;
  alive: boolean;
  experience: number;
}

export interface RaceDay {
  race: number;
  hash: string; // none where the race was not run
  finishes: Finish[];
}

export interface Grave {
  name: string;
  kind: string;
  seat: number;
  race: number;
  races: number;
  wins: number;
  lot: string; // "horse 12"
}

export interface Season {
  ledger: { transfers: Transfer[] };
  stables: Stable[];
  race: number;
  step: string;
  loans: Loan[];
  entered: { seat: number; chariot: number }[];
  days: RaceDay[];
  graves: Grave[];
  gone: { seat: number; race: number; why: string }[];
  cash: number[]; // of every seat
  market?: Chariot[]; // the following are the epic campaign's: who is for sale, the gladiators, and players who are slaves
  men?: Record<string, Man>;
  slaves?: { seat: number; kind: string; number: number }[];
}

/** What forum, stable and account book show of a campaign. */
export const asSeason = (position: Position): Season => (isEpic(position) ? chronicle(position) : (position as unknown as Season));

// As many crests as there are owners and bettors, in the order of the race's colours.
const HERALDRY = [
  "red", "blue", "green", "white", "gold", "purple", "black", "orange",
  "silver", "brown", "pink", "teal", "crimson", "azure", "olive", "ivory",
]; // prettier-ignore

const UNDYED = "brown"; // whoever is for sale

/** The crest of a seat. */
export const colourOf = (seat: number): string => (seat < 0 ? UNDYED : HERALDRY[seat % HERALDRY.length]!);

const NUMERALS: [number, string][] = [[100, "C"], [90, "XC"], [50, "L"], [40, "XL"], [10, "X"], [9, "IX"], [5, "V"], [4, "IV"], [1, "I"]]; // prettier-ignore

/** Races are numbered as the Romans did. */
export function roman(number: number): string {
  const found = NUMERALS.find(([value]) => value <= number);
  return found ? found[1] + roman(number - found[0]) : "";
}

export const sesterces = (sum: number): string => `${sum.toLocaleString("en-GB")}s`;
export const signed = (number: number): string => (number < 0 ? `−${-number}` : `+${number}`);

/** What is asked right after a race. On a phone its result stands over the question, and not below it again. */
export const isAfterRace = (decision: Decision | null): boolean => !!decision?.clause.startsWith("CM") && ["improve", "offer"].includes(decision.name);

// -- money ------------------------------------------------------------------------------------------------

/** What a line of the book does to somebody's purse. */
export const change = ({ payer, payee, sum }: Transfer, seat: number): number => (payee === seat ? sum : 0) - (payer === seat ? sum : 0);

/** What a seat had when a race was paid. */
export const cashAfter = ({ ledger }: Season, seat: number, race: number): number =>
  ledger.transfers.reduce((sum, each) => (each.when <= race ? sum + change(each, seat) : sum), 0);

export interface Entry extends Transfer {
  change: number;
  balance: number; // after it
}

/** The account book of one seat, with a running balance. */
export function accountOf({ ledger }: Pick<Season, "ledger">, seat: number): Entry[] {
  let balance = 0;
  return ledger.transfers
    .filter((each) => each.payer === seat || each.payee === seat)
    .map((each) => ({ ...each, change: change(each, seat), balance: (balance += change(each, seat)) }));
}

// -- who is ahead -------------------------------------------------------------------------------------------

export const winsOf = ({ days }: Season, seat: number): number =>
  days.flatMap((day) => day.finishes).filter((finish) => finish.seat === seat && finish.place === 1).length;

export interface Standing {
  seat: number;
  cash: number;
  wins: number;
  gone: string; // why somebody is out of the game
}

/** Everybody, the richest first, or who has won most. */
export function standings(season: Season, seats: number, by: "money" | "victories"): Standing[] {
  const all = Array.from({ length: seats }, (_, seat) => ({
    seat,
    cash: season.cash[seat] ?? 0,
    wins: winsOf(season, seat),
    gone: season.gone.find((each) => each.seat === seat)?.why ?? "",
  }));
  const keys = ({ cash, wins }: Standing): [number, number] => (by === "money" ? [cash, wins] : [wins, cash]);
  return all.sort((one, other) => keys(other)[0] - keys(one)[0] || keys(other)[1] - keys(one)[1] || one.seat - other.seat);
}

/** A line for every seat: the start, then after each race. */
export function curvesOf(season: Season, seats: number, by: "money" | "victories"): [string, Curve][] {
  const start = (seat: number): number => season.ledger.transfers.find((each) => each.payee === seat && each.payer === BANK)?.sum ?? 0;
  return Array.from({ length: seats }, (_, seat) => [
    colourOf(seat),
    [
      { at: 0, value: by === "money" ? start(seat) : 0 },
      ...season.days.map(({ race }, index) => ({
        at: index + 1,
        value: by === "money" ? cashAfter(season, seat, race) : winsOf({ ...season, days: season.days.slice(0, index + 1) }, seat),
      })),
    ],
  ]);
}

// -- people and things --------------------------------------------------------------------------------------

export const isAlive = (driver: Pick<Driver, "hits">): boolean => driver.hits > 0;
export const horsesOf = (team: Pick<Team, "horses">): Horse[] => team.horses.filter((horse) => horse !== null);
export const speedOf = (team: Team): number => horsesOf(team).reduce((sum, horse) => sum + horse.now, 0);

export const nameOf = (match: MatchInfo, seat: number): string => (seat === BANK ? "the bank" : (match.seats[seat]?.name ?? `seat ${seat + 1}`));

/** Something that can be put up: of whom, and what. */
export interface Lot {
  seat: number;
  chariot?: Chariot;
  driver?: Driver;
  team?: Team;
  horse?: Horse;
  car?: Car;
  man?: Man;
}

/** A lot by its name, such as "horse 12", wherever it stands. */
export function findLot(season: Season, name: string): Lot | null {
  const [kind, number] = name.split(" ");
  const id = Number(number);
  const man = kind === "gladiator" ? season.men?.[id] : undefined;
  if (man) return { seat: man.owner, man };
  const market: [number, Stable] = [BANK, { chariots: season.market ?? [], drivers: [], teams: [], horses: [], cars: [] }];
  for (const [seat, stable] of [...season.stables.entries(), market]) {
    const is = (thing: { id: number } | null | undefined): boolean => thing?.id === id;
    const teams = [...stable.chariots.map((each) => each.team), ...stable.teams].filter((team) => team !== null);
    const found = {
      chariot: stable.chariots.find(is),
      driver: [...stable.chariots.map((each) => each.driver), ...stable.drivers].find(is),
      team: teams.find(is),
      horse: [...teams.flatMap(horsesOf), ...stable.horses].find(is),
      car: [...stable.chariots.map((each) => each.car), ...stable.cars].find(is),
    }[kind ?? ""];
    if (found) return { seat, [kind!]: found };
  }
  return null;
}

// -- what never changes -------------------------------------------------------------------------------------

/** The charts of the season. */
export interface Charts {
  races: number;
  bettors: number; // the last seats
  horse_prices: number[];
  horse_speeds: number[][]; // by two dice from 2, then price
  driver_prices: number[]; // by modifier
  car_price: number;
  experience: { places: number[]; gaps: number[]; bonus: number[][] };
  improvement: { driver: number; team: number }; // what a step costs in experience
}

export const asCharts = (stage: Stage): Charts => stage as unknown as Charts;
