// What is under the hammer, read out of the events.
import type { EventInfo } from "../../lib/types";

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
  const from = events.findLastIndex((event) => event.kind === "put-up");
  if (from < 0) return null;
  const since = events.slice(from);
  if (since.some((event) => event.kind === "sold")) return null;
  const { seat, lot, is, least } = since[0]!.data as { seat: number; lot: string; is: string; least: number };
  return { seller: seat, lot, words: is, least, bids: since.filter((event) => event.kind === "bid").map((event) => event.data as unknown as Bid) };
}
