import type { GameClient } from "../registry";
import Badge from "./Badge.svelte";
import Board from "./Board.svelte";
import { card } from "./card";
import Detail from "./Detail.svelte";
import Field from "./Field.svelte";
import FieldMark from "./FieldMark.svelte";
import { hints } from "./hints";
import Learn from "./Learn.svelte";
import { afterEvent, asRace, chariotsOf, eventLasts } from "./race";
import Sheet from "./Sheet.svelte";
import Summary from "./Summary.svelte";
import Tray from "./Tray.svelte";

const SECRET = ["build", "speed", "enter", "skullduggery", "bets", "lap_bets", "side_bet"];

export const circus: GameClient = {
  ...card,
  near: true,
  tall: true,
  Board,
  Field,
  Sheet,
  Tray,
  Badge,
  Detail,
  FieldMark,
  Summary,
  Learn,
  show: afterEvent,
  lasts: eventLasts,
  hints,
  crestOf: ({ position }, seat) => ({ colour: chariotsOf(asRace(position), seat)[0]?.faction ?? "" }),
  piecesOf: ({ position }, seat) => chariotsOf(asRace(position), seat).map(({ faction }) => faction),
  isSecret: ({ name }) => SECRET.includes(name),
  ways: "What will you do there?",
  answersInTray: () => false,
};
