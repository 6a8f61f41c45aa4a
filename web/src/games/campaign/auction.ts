// What is under the hammer, read out of the events.
import type { EventInfo } from "../../lib/types";
import { BANK } from "./season";

export interface Bid {
  seat: number;
  bid: number;
}

export interface Sale {
  seller: number;
  lot: string; // its name, such as "horse 12"
  words: string;
  least: number;
  bids: Bid[]; // the highest last
}

/** The auction that is going on; null: none. */
export function saleIn(events: EventInfo[]): Sale | null {
  const from = events.findLastIndex(({ kind }) => kind === "put-up" || kind === "lot");
  if (from < 0) return null;
  const [first, ...since] = events.slice(from) as [EventInfo, ...EventInfo[]];
  if (since.some(({ kind }) => kind === "sold" || kind === "unsold")) return null;
  // A stable's, or a new man of the school's.
  const { seat = BANK, lot = "", is = first.text, least = 0 } = first.data as { seat?: number; lot?: string; is?: string; least?: number };
  return { seller: seat, lot, words: is, least, bids: since.filter((event) => event.kind === "bid").map((event) => event.data as unknown as Bid) };
}
