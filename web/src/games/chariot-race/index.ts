import type { GameClient } from "../registry";
import Badge from "./Badge.svelte";
import Board from "./Board.svelte";
import Field from "./Field.svelte";
import Learn from "./Learn.svelte";
import Poster from "./Poster.svelte";
import { afterEvent, asStage, eventLasts } from "./race";
import Sheet from "./Sheet.svelte";
import Tray from "./Tray.svelte";
import { advice, groups, joins, toneOf } from "./words";

export const chariotRace: GameClient = {
  id: "chariot-race",
  title: "Chariot Race",
  playNow: "Race now",
  Poster,
  Board,
  Field,
  Sheet,
  Tray,
  Badge,
  Learn,
  show: (position, event, stage) => afterEvent(position, event, asStage(stage).faces),
  lasts: eventLasts,
  groups,
  tone: toneOf,
  advice,
  joins,
  answersInTray: (decision) => decision.name === "dice",
};
