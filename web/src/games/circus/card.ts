import type { GameCard } from "../registry";
import Poster from "./Poster.svelte";

const RIVALS = 7;
const MODELS = 16; // of the epic race

const count = (chariots: number): string => (chariots === 1 ? "1 chariot" : `${chariots} chariots`);

/** What can be said of the game before it is loaded. */
export const card: GameCard = {
  id: "circus",
  title: "Circus",
  place: "circus",
  playNow: "To the start",
  reported: true,
  charted: true,
  opponents: () => Array.from({ length: RIVALS }, () => "rivals-gentle"),
  strengths: [
    { field: "rivals-gentle", title: "Gentle" },
    { field: "rivals", title: "Rivals" },
    { field: "rivals-hard", title: "Masters" },
  ],
  weighed: true,
  aim: "Be the first over the line after three laps. Each turn all write a speed in secret, colours are drawn from the cup, and whoever is drawn drives all of it.",
  seating: "Take several seats to drive for several factions, or to share this screen: pass the mouse, or the phone. With few seats each drives several chariots.",
  seatsOf: { "match-race": 2 },
  asksWithSeats: "each",
  shares: (seats, option) => {
    const betters = option("patronage") === "off" ? 0 : Number(option("betters"));
    const owners = seats - betters;
    if (owners < 2) return "At least two seats must race.";
    const betting = betters ? `${betters} only ${betters === 1 ? "bets" : "bet"}.` : "";
    if (option("edition") !== "epic") {
      const each = Number(option("each") ?? 0);
      const field = each ? owners * each : Math.max(Number(option("field")), owners);
      const sand = field % owners ? `${owners} owners share ${field} chariots` : `${owners} owners race ${count(field / owners)} each: ${field} on the sand`;
      return betting ? `${sand}; ${betting}` : `${sand}.`;
    }
    const each = Math.min(Number(option("entries")), Math.floor(MODELS / Math.max(1, owners)));
    const sand = `${owners} owners race ${count(each)} each: ${owners * each} on the sand`;
    return betting ? `${sand}; ${betting}` : `${sand}.`;
  },
  Poster,
};
