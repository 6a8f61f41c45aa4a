import type { GameClient } from "../registry";
import Badge from "./Badge.svelte";
import Board from "./Board.svelte";
import Detail from "./Detail.svelte";
import Field from "./Field.svelte";
import { hints } from "./hints";
import Learn from "./Learn.svelte";
import Poster from "./Poster.svelte";
import { afterEvent, eventLasts } from "./race";
import Sheet from "./Sheet.svelte";
import Summary from "./Summary.svelte";
import Tray from "./Tray.svelte";

const RIVALS = 7;

export const circus: GameClient = {
  id: "circus",
  title: "Circus",
  playNow: "To the start",
  // The two best there are, in turns.
  opponents: (bots) => Array.from({ length: RIVALS }, (_, index) => bots.slice(-2)[index % Math.min(2, bots.length || 1)] ?? "random"),
  seating: "Take several seats to drive for several factions, or to share this screen: pass the mouse, or the phone. With few seats each drives several chariots.",
  near: true,
  tall: true,
  Poster,
  Board,
  Field,
  Sheet,
  Tray,
  Badge,
  Detail,
  Summary,
  Learn,
  show: afterEvent,
  lasts: eventLasts,
  hints,
  isSecret: ({ name }) => name === "build" || name === "speed",
  ways: "What will you do there?",
  answersInTray: () => false,
};
