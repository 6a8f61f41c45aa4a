import type { GameClient } from "../registry";
import Badge from "./Badge.svelte";
import Board from "./Board.svelte";
import Detail from "./Detail.svelte";
import Field from "./Field.svelte";
import FieldMark from "./FieldMark.svelte";
import { hints } from "./hints";
import Learn from "./Learn.svelte";
import Poster from "./Poster.svelte";
import { afterEvent, eventLasts } from "./race";
import Sheet from "./Sheet.svelte";
import Summary from "./Summary.svelte";
import Tray from "./Tray.svelte";

const RIVALS = 7;
const MODELS = 16; // of the epic race

const SECRET = ["build", "speed", "enter", "skullduggery", "bets", "lap_bets", "side_bet"];

export const circus: GameClient = {
  id: "circus",
  title: "Circus",
  place: "circus",
  playNow: "To the start",
  reported: true,
  // The two best there are, in turns.
  opponents: (bots) => Array.from({ length: RIVALS }, (_, index) => bots.slice(-2)[index % Math.min(2, bots.length || 1)] ?? "random"),
  seating: "Take several seats to drive for several factions, or to share this screen: pass the mouse, or the phone. With few seats each drives several chariots.",
  seatsOf: { "match-race": 2 },
  shares: (seats, option) => {
    const betters = option("patronage") === "off" ? 0 : Number(option("betters"));
    const owners = seats - betters;
    if (owners < 2) return "At least two seats must race.";
    const betting = betters ? `${betters} only ${betters === 1 ? "bets" : "bet"}.` : "";
    if (option("edition") !== "epic") return betting && `${owners} owners race; ${betting}`;
    const each = Math.min(Number(option("entries")), Math.floor(MODELS / Math.max(1, owners)));
    const sand = `${owners} owners race ${each} ${each === 1 ? "chariot" : "chariots"} each: ${owners * each} on the sand`;
    return betting ? `${sand}; ${betting}` : `${sand}.`;
  },
  near: true,
  tall: true,
  Poster,
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
  isSecret: ({ name }) => SECRET.includes(name),
  ways: "What will you do there?",
  answersInTray: () => false,
};
