import type { EventInfo } from "../../lib/types";
import type { GameClient, Page, Part } from "../registry";
import Badge from "./Badge.svelte";
import Detail from "./Detail.svelte";
import { hints } from "./hints";
import Learn from "./Learn.svelte";
import Accounts from "./pages/Accounts.svelte";
import Forum from "./pages/Forum.svelte";
import Market from "./pages/Market.svelte";
import Stable from "./pages/Stable.svelte";
import Pick from "./Pick.svelte";
import Poster from "./Poster.svelte";
import Men from "./school/Men.svelte";
import Sand from "./school/Sand.svelte";
import Summary from "./Summary.svelte";
import Tray from "./Tray.svelte";

const RIVALS = 7;
const FEW = 9; // choices that have room side by side

const SECRET = ["builds", "offer", "accept", "purchases", "horse_price", "entries", "improve", "spare"];

// The page beside which a question is best answered; right after a race that is the forum, with its result.
const PAGE_OF: Record<string, string> = {
  accept: "market",
  bid: "market",
  lot: "stable",
  spare: "stable",
  purchases: "stable",
  horse_price: "market",
  arrange: "stable",
  entries: "stable",
};

// Milliseconds on stage; what is not here is told at once.
const LASTS: Record<string, number> = { "put-up": 900, bid: 700, sold: 1400, entries: 1200, places: 1600, killed: 1600, departure: 1400, joined: 900, "horse-bought": 900 };

const SEASON: Page[] = [
  { name: "forum", title: "Forum", Page: Forum },
  { name: "stable", title: "Stable", Page: Stable },
  { name: "market", title: "Market", Page: Market },
  { name: "accounts", title: "Accounts", Page: Accounts },
];

const CAREERS: Page[] = [
  { name: "forum", title: "Forum", Page: Sand },
  { name: "school", title: "School", Page: Men },
];
const PAGES: Record<string, Page[]> = { season: SEASON, careers: CAREERS, owners: [...CAREERS, { name: "accounts", title: "Accounts", Page: Accounts }] };

const RACE: Part = {
  next: "In the next race",
  ways: [
    { value: "drive", title: "I drive", about: "every turn is yours" },
    { value: "driver", title: "My driver drives", about: "you bet, bribe and guard; he races" },
    { value: "run", title: "Have it run", about: "read in the forum how it went" },
  ],
};
const FIGHT: Part = {
  next: "In the next match",
  ways: [
    { value: "drive", title: "I fight", about: "every plot is yours" },
    { value: "run", title: "Have it fought", about: "read in the forum how it went" },
  ],
};

export const campaign: GameClient = {
  id: "campaign",
  title: "Campaign",
  picture: "A season",
  playNow: "To your stable",
  alsoNow: { careers: "A career", owners: "A school" },
  seatsOf: { careers: 4, owners: 4 },
  // All of the middle strength: seven rivals are many.
  opponents: (bots) => Array.from({ length: RIVALS }, (_, index) => bots.slice(-2)[index % Math.min(2, bots.length || 1)] ?? "random"),
  seating: "Each seat owns a stable or a school. Whoever is away leaves standing orders, or lets a bot stand in and takes the seat back later.",
  shares: (seats, option) => {
    const bettors = option("campaign") === "season" ? Number(option("bettors")) : 0;
    return bettors ? `${seats - bettors} own a stable; ${bettors} only ${bettors === 1 ? "bets" : "bet"}.` : "";
  },
  place: "forum",
  reported: true,
  pages: ({ ruleset }) => PAGES[ruleset] ?? SEASON,
  hands: ({ ruleset }) => (ruleset === "season" ? RACE : FIGHT),
  pageOf: ({ name }) => PAGE_OF[name] ?? "",
  Poster,
  Tray,
  Badge,
  Detail,
  Pick,
  Summary,
  // Builds, and whatever is a choice of few.
  picks: ({ kind, name, choices }) => kind === "one-of" && (/^chariot_\d/.test(name) || name === "sell" || (choices?.length ?? 0) <= FEW),
  Learn,
  show: (position) => position,
  lasts: ({ kind }: EventInfo) => LASTS[kind] ?? 0,
  hints,
  isSecret: ({ name }) => SECRET.includes(name),
  ways: "Which of these?",
  answersInTray: ({ name, bare }) => !bare && (name === "bid" || name === "entries"),
};
