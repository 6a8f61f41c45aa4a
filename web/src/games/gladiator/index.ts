import type { GameClient } from "../registry";
import Badge from "./Badge.svelte";
import Board from "./Board.svelte";
import Detail from "./Detail.svelte";
import Field from "./Field.svelte";
import { hints } from "./hints";
import Learn from "./Learn.svelte";
import Poster from "./Poster.svelte";
import Sheet from "./Sheet.svelte";
import { afterEvent, eventLasts } from "./aftermath";
import Summary from "./Summary.svelte";
import Tray from "./Tray.svelte";
import { answersInTray } from "./trays";

// Everything else is asked of all at once, and nobody sees what another says.
const OPEN = ["appeal", "net-target", "grabbed-net", "ruined"];

export const gladiator: GameClient = {
  id: "gladiator",
  title: "Gladiator",
  place: "arena",
  playNow: "Into the arena",
  reported: true,
  // A duel, with somebody who is no fool.
  opponents: (bots) => [bots[Math.min(1, bots.length - 1)] ?? "random"],
  seating: "One seat is one man. Two fight a duel; more are two sides, in any mix of people and bots. Take several seats to lead several men, or to share this screen.",
  near: true,
  roomy: true,
  keys: [
    ["Q W E A S D", "an order: where to go"],
    [", .", "an order: which way to face there"],
    ["X K N /", "an order: pause, kneel, use the net; type it"],
    ["A D B", "factors: what you strike, what you guard, a balanced share"],
    ["Shift", "as long as it is held: where everybody can strike"],
  ],
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
  // Without a move left a man stands still, as all can see.
  isIdle: ({ name, choices }) => name === "plot" && choices?.length === 1,
  waivable: { throw: "throws" }, // not the draw: an answer that comes at once would tell that he fights on
  isSecret: ({ name }) => !OPEN.includes(name),
  ways: "How do you get there?",
  answersInTray,
};
