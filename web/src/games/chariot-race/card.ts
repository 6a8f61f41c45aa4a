import type { GameCard } from "../registry";
import Poster from "./Poster.svelte";

/** What can be said of the game before it is loaded. */
export const card: GameCard = {
  id: "chariot-race",
  title: "Chariot Race",
  charted: true,
  place: "circus",
  playNow: "Race now",
  // One of them a little better than the rest.
  opponents: (bots) => [1, 1, 2].map((strength) => bots[Math.min(strength, bots.length - 1)] ?? "random"),
  weighed: true,
  aim: "Be the first over the line after two laps, with your chariot in one piece. In your turn you roll dice, roll some again if you like, set your speed with them, and drive exactly so many spaces.",
  seating: "Take several seats to drive for several factions, or to share this screen: pass the mouse, or the phone.",
  Poster,
};
