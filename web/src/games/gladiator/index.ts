import type { GameClient } from "../registry";
import Badge from "./Badge.svelte";
import Board from "./Board.svelte";
import { card } from "./card";
import Detail from "./Detail.svelte";
import Field from "./Field.svelte";
import { hints } from "./hints";
import Learn from "./Learn.svelte";
import Sheet from "./Sheet.svelte";
import { afterEvent, eventLasts } from "./aftermath";
import { asArena, colourOf, lettersOf, menOf, ofSeat } from "./arena";
import Summary from "./Summary.svelte";
import Tray from "./Tray.svelte";
import { answersInTray, isIdle } from "./trays";

// Everything else is asked of all at once, and nobody sees what another says.
const OPEN = ["appeal", "net-target", "grabbed-net", "ruined"];

export const gladiator: GameClient = {
  ...card,
  near: true,
  roomy: true,
  keys: [
    ["Q W E A S D", "an order: where to go"],
    [", .", "an order: which way to face there"],
    ["X K N /", "an order: pause, kneel, use the net; type it"],
    ["A D B", "factors: what you strike, what you guard, a balanced share"],
    ["Shift", "as long as it is held: where everybody can strike"],
  ],
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
  crestOf: ({ position }, seat) => ({ colour: colourOf(seat), letters: lettersOf(ofSeat(asArena(position), seat)?.name ?? "") }),
  piecesOf: ({ position }, seat) => menOf(asArena(position)).filter((man) => man.seat === seat).map(({ name }) => name),
  isIdle,
  waivable: { throw: "throws" }, // not the draw: an answer that comes at once would tell that he fights on
  isSecret: ({ name }) => !OPEN.includes(name),
  ways: "How do you get there?",
  answersInTray,
};
