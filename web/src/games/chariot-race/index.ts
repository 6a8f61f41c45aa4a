import type { GameClient } from "../registry";
import Badge from "./Badge.svelte";
import Board from "./Board.svelte";
import { card } from "./card";
import Field from "./Field.svelte";
import Learn from "./Learn.svelte";
import { afterEvent, asRace, asStage, chariotsOf, eventLasts } from "./race";
import Sheet from "./Sheet.svelte";
import Tray from "./Tray.svelte";
import { hints } from "./words";

export const chariotRace: GameClient = {
  ...card,
  tall: true,
  Board,
  Field,
  Sheet,
  Tray,
  Badge,
  Learn,
  show: (position, event, stage) => afterEvent(position, event, asStage(stage).faces),
  lasts: eventLasts,
  hints,
  crestOf: ({ position }, seat) => ({ colour: chariotsOf(asRace(position), seat)[0]?.[0] ?? "" }),
  piecesOf: ({ position }, seat) => chariotsOf(asRace(position), seat).map(([colour]) => colour),
  ways: "Two ways to get there",
  answersInTray: (decision) => decision.name === "dice",
};
