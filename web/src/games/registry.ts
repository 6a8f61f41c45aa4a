// The games this client can draw. A game moves in by adding itself here.
import type { Component } from "svelte";
import type { Teller } from "../lib/story.svelte";
import type { AnswerInfo, DecisionInfo, EventInfo, MatchInfo, Position, Stage } from "../lib/types";
import { chariotRace } from "./chariot-race";

/** From harmless to ruinous; the same colours everywhere. */
export type Tone = "good" | "fair" | "bad" | "dire" | "plain";

export interface AnswerGroup {
  title: string;
  answers: AnswerInfo[];
}

/** What every part of a game's page is given. */
export interface Scene {
  match: MatchInfo;
  stage: Stage;
  position: Position;
  mine: number[]; // the seats held here
  cue: EventInfo | null; // the event on stage
  decision: DecisionInfo | null;
  marked: AnswerInfo | null; // the answer under the pointer or the focus
  onmark: (answer: AnswerInfo | null) => void;
  onpick: (answers: AnswerInfo[]) => void; // one: play it; several: let the player say which
}

export interface GameClient extends Teller {
  id: string;
  title: string;
  playNow: string; // on the button that starts a match against bots
  Poster: Component;
  Board: Component<{ scene: Scene }>;
  /** A short line for every seat, under the board. */
  Field: Component<{ scene: Scene }>;
  /** All about the pieces of one seat. */
  Sheet: Component<{ scene: Scene; seat: number }>;
  /** Dice and the like, above the answers. */
  Tray: Component<{ scene: Scene }>;
  Badge: Component<{ scene: Scene; seat: number }>;
  Learn: Component;
  /** Answers in the order and under the titles in which they are easiest to read. */
  groups(decision: DecisionInfo): AnswerGroup[];
  tone(answer: AnswerInfo): Tone;
  /** The tray offers the answers itself; the list folds away. */
  answersInTray(decision: DecisionInfo): boolean;
  /** For newcomers: what this question is about, and what is usually wise. */
  advice(decision: DecisionInfo): string;
  /** Events that read better as one line, told by the newest of them. */
  joins(before: EventInfo, event: EventInfo): boolean;
}

export const GAMES: Record<string, GameClient> = { [chariotRace.id]: chariotRace };

export function findGame(id: string): GameClient {
  const game = GAMES[id];
  if (!game) throw new Error(`this client cannot draw the game ${id}`);
  return game;
}
