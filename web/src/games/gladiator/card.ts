import type { GameCard } from "../registry";
import Poster from "./Poster.svelte";

/** What can be said of the game before it is loaded. */
export const card: GameCard = {
  id: "gladiator",
  title: "Gladiator",
  place: "arena",
  playNow: "Into the arena",
  reported: true,
  charted: true,
  opponents: () => ["rivals-gentle"],
  strengths: [
    { field: "rivals-gentle", title: "Gentle" },
    { field: "rivals", title: "Rivals" },
    { field: "rivals-hard", title: "Masters" },
  ],
  weighed: true,
  aim: "Be the last man who stands, or have the other beg for mercy. In each of eight phases a turn both write an order in secret, both move at once, and where they meet they share their strength out over blows and guard.",
  seating: "One seat is one man. Two fight a duel; more are two sides, in any mix of people and bots. Take several seats to lead several men, or to share this screen.",
  Poster,
};
