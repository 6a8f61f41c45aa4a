import type { GameCard } from "../registry";
import Poster from "./Poster.svelte";

const RIVALS = 7;

/** What can be said of the game before it is loaded. */
export const card: GameCard = {
  id: "campaign",
  title: "Campaign",
  picture: "A season",
  playNow: "To your stable",
  alsoNow: { epic: "An epic campaign", careers: "A career", owners: "A school" },
  seatsOf: { careers: 4, owners: 4, epic: 6 },
  // All of the middle strength: seven rivals are many.
  opponents: (bots) => Array.from({ length: RIVALS }, (_, index) => bots.slice(-2)[index % Math.min(2, bots.length || 1)] ?? "random"),
  aim: "Lead your family, stable or school to more fame and money than the others. Year by year you buy and train, enter contests, and live with how they end.",
  seating: "Each seat owns a stable or a school. Whoever is away leaves standing orders, or lets a bot stand in and takes the seat back later.",
  shares: (seats, option) => {
    const bettors = option("campaign") === "season" ? Number(option("bettors")) : 0;
    return bettors ? `${seats - bettors} own a stable; ${bettors} only ${bettors === 1 ? "bets" : "bet"}.` : "";
  },
  place: "forum",
  reported: true,
  Poster,
};
