import type { GameClient } from "../registry";
import Badge from "./Badge.svelte";
import Board from "./Board.svelte";
import Field from "./Field.svelte";
import Learn from "./Learn.svelte";
import Poster from "./Poster.svelte";
import { afterEvent, asStage, eventLasts } from "./race";
import Sheet from "./Sheet.svelte";
import Tray from "./Tray.svelte";
import { hints } from "./words";


export const chariotRace: GameClient = {
  id: "chariot-race",
  title: "Chariot Race",
  place: "circus",
  playNow: "Race now",
  // One of them a little better than the rest.
  opponents: (bots) => [1, 1, 2].map((strength) => bots[Math.min(strength, bots.length - 1)] ?? "random"),
  seating: "Take several seats to drive for several factions, or to share this screen: pass the mouse, or the phone.",
  Poster,
  Board,
  Field,
  Sheet,
  Tray,
  Badge,
  Learn,
  show: (position, event, stage) => afterEvent(position, event, asStage(stage).faces),
  lasts: eventLasts,
  hints,
  ways: "Two ways to get there",
  answersInTray: (decision) => decision.name === "dice",
};
