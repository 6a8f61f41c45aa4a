// The games this client can draw. A game moves in by adding itself here.
import type { Component } from "svelte";
import type { Clock } from "../lib/clock.svelte";
import type { Hint } from "../lib/hints.svelte";
import type { Teller } from "../lib/story.svelte";
import type { Strength } from "../lib/strength";
import type { AnswerInfo, Choice, ContestInfo, Decision, EventInfo, FormField, Hands, MatchInfo, Position, Stage } from "../lib/types";
import { card as campaign } from "./campaign/card";
import { card as chariotRace } from "./chariot-race/card";
import { card as circus } from "./circus/card";
import { card as gladiator } from "./gladiator/card";

export type { Tone } from "../lib/answers";

/** What every part of a game's page is given. */
export interface Scene {
  match: MatchInfo;
  stage: Stage;
  position: Position;
  mine: number[]; // the seats held here
  waiting: number[]; // those who are asked
  clock: Clock | null; // null: what is shown is over
  contest: ContestInfo | null; // the match that is played before this one goes on
  events: EventInfo[]; // as far as they are told
  cue: EventInfo | null; // the event on stage
  decision: Decision | null;
  marked: AnswerInfo | null; // the answer under the pointer or the focus
  onmark: (answer: AnswerInfo | null) => void;
  onpick: (answers: AnswerInfo[]) => void; // one: play it; several: let the player say which
  onplan: (choices: Choice[]) => void; // one after the other, until a die is thrown or one is not possible
}

/** A page of a game that has no board. */
export interface Page {
  name: string;
  title: string;
  Page: Component<{ scene: Scene; onpage: (name: string) => void }>;
}

/** How somebody may take part in a contest. */
export interface Part {
  next: string; // before the ways, between two contests
  ways: { value: Hands; title: string; about: string }[];
}

/** What can be said of a game before it is loaded. */
export interface GameCard {
  id: string;
  title: string;
  picture?: string; // the title on the home page, where it is another
  playNow: string; // on the button that starts a match against bots
  /** Other rulesets that are a game of their own, and what is on the buttons that start them. */
  alsoNow?: Record<string, string>;
  /** Whom a newcomer meets then, out of the bots there are, from the weakest to the strongest. */
  opponents(bots: string[]): string[];
  /** Fields of opponents to choose from beside that button, from the gentlest to the hardest. */
  strengths?: Strength[];
  seating: string; // what taking several seats means
  /** How many seats a ruleset is played with, where it is not as many as usual. */
  seatsOf?: Record<string, number>;
  /** An option that is asked for with the seats, as it says what they mean. */
  asksWithSeats?: string;
  /** What so many seats bring with these options, in a sentence. */
  shares?(seats: number, option: (name: string) => unknown): string;
  reported?: boolean; // the Acta has a page about it
  charted?: boolean; // its charts can be asked for odds
  weighed?: boolean; // its decisions can be weighed afterwards
  Poster: Component;
  place: string; // where it is played
  aim: string; // its goal and the order of a turn, in two sentences
}

/** All of it; loaded when it is needed. */
export interface GameClient extends GameCard, Teller {
  near?: boolean; // the camera begins close up
  keys?: [string, string][]; // of its own, and what they do
  roomy?: boolean; // its questions need much room beside the board
  tall?: boolean; // so do its questions and its sheet together, on a low screen
  /** Instead of a board, a field and sheets. */
  pages?(match: MatchInfo): Page[];
  /** How an owner takes part in the contests of a campaign. */
  hands?(match: MatchInfo): Part;
  /** The page a question is about. */
  pageOf?(decision: Decision): string;
  Board?: Component<{ scene: Scene }>;
  /** A short line for every seat, under the board. */
  Field?: Component<{ scene: Scene }>;
  /** All about the pieces of one seat. */
  Sheet?: Component<{ scene: Scene; seat: number }>;
  /** Dice and the like, above the answers. */
  Tray: Component<{ scene: Scene }>;
  Badge: Component<{ scene: Scene; seat: number }>;
  /** A small picture of what a field of a form is about, by its name. */
  FieldMark?: Component<{ scene: Scene; name: string }>;
  /** A field of a form offered in the game's own way, where it has one for it (`picks`). */
  Pick?: Component<{ scene: Scene; decision: Decision; field: FormField; value: unknown; onpick: (value: string) => void }>;
  picks?(field: FormField): boolean;
  /** What an answer may bring: a bar of outcomes with their chances; in a list of answers in brief. */
  Detail?: Component<{ scene: Scene; answer: AnswerInfo; brief: boolean }>;
  /** The whole match at a glance, under the result. */
  Summary?: Component<{ scene: Scene; events: EventInfo[] }>;
  Learn: Component<{ onplay: () => void }>;
  /** The crest of a seat, and the letters on it where they are not its own. */
  crestOf?(scene: Scene, seat: number): { colour: string; letters?: string };
  /** The pieces of a seat, as events name them. */
  piecesOf?(scene: Scene, seat: number): string[];
  /** Written while others write too, and nobody may see it: several people at one screen pass the device on. */
  isSecret?(decision: Decision): boolean;
  /** There is only one answer: it is given at once. Among people only where everybody knows it. */
  isIdle?(decision: Decision, amongPeople: boolean): boolean;
  /** Questions that somebody may do without, by their names: what they are about. The default is given for him. */
  waivable?: Record<string, string>;
  /** Over the answers that one target on the board has in common. */
  ways: string;
  /** The tray offers the answers itself; the list folds away. */
  answersInTray(decision: Decision): boolean;
  /** For newcomers: what they should know at this moment, the most pressing first. */
  hints(scene: Scene, events: EventInfo[]): Hint[];
}

export const GAMES: Record<string, GameCard> = {
  [circus.id]: circus,
  [gladiator.id]: gladiator,
  [chariotRace.id]: chariotRace,
  [campaign.id]: campaign,
};

const LOADERS: Record<string, () => Promise<GameClient>> = {
  [circus.id]: async () => (await import("./circus")).circus,
  [gladiator.id]: async () => (await import("./gladiator")).gladiator,
  [chariotRace.id]: async () => (await import("./chariot-race")).chariotRace,
  [campaign.id]: async () => (await import("./campaign")).campaign,
};

const loaded: Record<string, GameClient> = {};

export const isLoaded = (id: string): boolean => id in loaded;

export async function loadGame(id: string): Promise<GameClient> {
  const load = LOADERS[id];
  if (!load) throw new Error(`this client cannot draw the game ${id}`);
  return (loaded[id] ??= await load());
}

/** A game that is loaded. */
export function findGame(id: string): GameClient {
  const game = loaded[id];
  if (!game) throw new Error(`the game ${id} is not loaded`);
  return game;
}

export function findCard(id: string): GameCard {
  const card = GAMES[id];
  if (!card) throw new Error(`this client cannot draw the game ${id}`);
  return card;
}
