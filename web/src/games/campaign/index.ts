import type { EventInfo } from "../../lib/types";
import type { GameClient, Page, Part } from "../registry";
import Badge from "./Badge.svelte";
import { card } from "./card";
import Detail from "./Detail.svelte";
import Challenges from "./epic/Challenges.svelte";
import EpicForum from "./epic/Forum.svelte";
import Hall from "./epic/Hall.svelte";
import MarketHall from "./epic/Market.svelte";
import { hints } from "./hints";
import Learn from "./Learn.svelte";
import Accounts from "./pages/Accounts.svelte";
import Forum from "./pages/Forum.svelte";
import Market from "./pages/Market.svelte";
import Stable from "./pages/Stable.svelte";
import Pick from "./Pick.svelte";
import Men from "./school/Men.svelte";
import Sand from "./school/Sand.svelte";
import Summary from "./Summary.svelte";
import Tray from "./Tray.svelte";

const FEW = 9; // choices that have room side by side

const SECRET = ["builds", "offer", "accept", "purchases", "horse_price", "entries", "improve", "spare", "council", "deal", "race", "fighter", "wager", "train", "fit"];

// The page beside which a question is best answered; right after a race that is the forum, with its result.
const PAGE_OF: Record<string, string> = {
  offer: "forum",
  improve: "forum",
  accept: "market",
  bid: "market",
  lot: "stable",
  spare: "stable",
  purchases: "stable",
  horse_price: "market",
  arrange: "stable",
  entries: "stable",
};
const EPIC_PAGE_OF: Record<string, string> = {
  council: "forum",
  challenge: "challenges",
  challenged: "challenges",
  place: "school",
  deal: "market",
  accept: "market",
  bid: "market",
  asset: "market",
  purchases: "market",
  type: "school",
  lot: "stable",
  fit: "stable",
  arrange: "stable",
  race: "stable",
  train: "stable",
  fighter: "school",
  improve: "school",
  wager: "forum",
  take_bet: "forum",
};

// Milliseconds on stage; what is not here is told at once.
const LASTS: Record<string, number> = { "put-up": 900, bid: 700, sold: 1400, entries: 1200, places: 1600, killed: 1600, departure: 1400, joined: 900, "horse-bought": 900, council: 1200, challenge: 1400, answered: 900, stakes: 1600, card: 1600, bout: 1600, champion: 2400, dead: 1200 };

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
const EPIC: Page[] = [
  { name: "forum", title: "Forum", Page: EpicForum },
  { name: "market", title: "Market", Page: MarketHall },
  { name: "stable", title: "Stable", Page: Stable },
  { name: "school", title: "School", Page: Men },
  { name: "challenges", title: "Challenges", Page: Challenges },
  { name: "accounts", title: "Accounts", Page: Accounts },
  { name: "hall", title: "Hall", Page: Hall },
];
const PAGES: Record<string, Page[]> = { season: SEASON, epic: EPIC, careers: CAREERS, owners: [...CAREERS, { name: "accounts", title: "Accounts", Page: Accounts }] };

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

const EVENT: Part = {
  next: "In the next contest",
  ways: [
    { value: "drive", title: "I drive and fight", about: "every turn is yours" },
    { value: "driver", title: "My men do it", about: "you bet, bribe and guard; they race and fight" },
    { value: "run", title: "Have it run", about: "read in the forum how it went" },
  ],
};
const PARTS: Record<string, Part> = { season: RACE, epic: EVENT };

export const campaign: GameClient = {
  ...card,
  pages: ({ ruleset }) => PAGES[ruleset] ?? SEASON,
  hands: ({ ruleset }) => PARTS[ruleset] ?? FIGHT,
  pageOf: ({ name, clause }) => (clause.startsWith("E1") ? EPIC_PAGE_OF : PAGE_OF)[name] ?? "",
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
