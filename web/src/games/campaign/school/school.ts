// A school of gladiators as the server shows it: men with careers, and, where owners bet, purses.
import type { Position } from "../../../lib/types";
import { type Transfer, change } from "../season";

export interface Man {
  number: number;
  name: string;
  nation: string;
  owner: number;
  training: number;
  strength: number;
  agility: number;
  constitution: number;
  wound_factor: number;
  type: string; // empty: chosen for each match
  points: number;
  fights: number;
  wins: number;
  kills: number;
  wounds: number[];
  status: "alive" | "dead" | "free";
  armour?: string[]; // over head, chest, groin, arms and legs
  shield?: string;
}

export interface School {
  men: Record<string, Man>;
  gone: { seat: number; round: number; why: string }[];
  round: number; // or match
  step: string;
  ledger?: { transfers: Transfer[] };
  sent?: number[]; // the men of the match under way
  card?: { men: number[] }[]; // of the gala
}

export const asSchool = (position: Position): School => position as unknown as School;

/** All men of a seat, those who live first, then by victories. */
export const menOf = ({ men }: School, seat: number): Man[] =>
  Object.values(men)
    .filter((man) => man.owner === seat)
    .sort((one, other) => Number(other.status === "alive") - Number(one.status === "alive") || other.wins - one.wins || one.number - other.number);

export const purseOf = ({ ledger }: School, seat: number): number | null => ledger?.transfers.reduce((sum, each) => sum + change(each, seat), 0) ?? null;

/** The most victories that one man of a seat has. */
export const bestOf = (school: School, seat: number): number => Math.max(0, ...menOf(school, seat).map((man) => man.wins));

export const RATINGS = [
  ["training", "Training", "TR"],
  ["strength", "Strength", "ST"],
  ["agility", "Agility", "AG"],
  ["constitution", "Constitution", "CON"],
  ["wound_factor", "Wounds", "W"],
] as const;
