import type { Sound } from "../../lib/sound";
import type { GameClient } from "../registry";
import Badge from "./Badge.svelte";
import Board from "./Board.svelte";
import Field from "./Field.svelte";
import Learn from "./Learn.svelte";
import Poster from "./Poster.svelte";
import { afterEvent, asStage, eventLasts } from "./race";
import Sheet from "./Sheet.svelte";
import Tray from "./Tray.svelte";
import { groups, hints, joins, toneOf } from "./words";

const SOUNDS: Record<string, Sound> = {
  drive: "hooves",
  javelin: "crack",
  ram: "crash",
  wreck: "crash",
  heap: "crash",
  lap: "cheer",
  finish: "cheer",
};

export const chariotRace: GameClient = {
  id: "chariot-race",
  title: "Chariot Race",
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
  groups,
  tone: toneOf,
  hints,
  joins,
  together: (events) => `${events.at(-1)!.text} (${events.length} spaces)`,
  minor: (event) => event.kind === "drive",
  sound: (event) => SOUNDS[event.kind] ?? null,
  ways: "Two ways to get there",
  answersInTray: (decision) => decision.name === "dice",
};
