import { Chat } from "./chat.svelte";
import { Clock } from "./clock.svelte";
import { adoptSeats } from "./contests";
import { applyPatch } from "./patch";
import { Story, type Teller } from "./story.svelte";
import { tokensOf } from "./tokens";
import { adoptTable } from "./tournaments";
import type { Choice, ClientMessage, Decision, DecisionInfo, EventInfo, MatchInfo, ServerMessage, Stage, Suggestion, View } from "./types";

export type Link = "connecting" | "live" | "reconnecting" | "back" | "gone";

const BACK_FOR = 2500; // how long "back in step" is shown
const PING_EVERY = 20_000;
const GIVE_UP_AFTER = 45_000; // of silence
const UNKNOWN_MATCH = 4404;

/** What happened at the table besides the game, and after which event. */
export interface Note {
  after: number;
  text: string;
}

/** The games that can be drawn, and those that must be loaded first. */
export interface Games {
  isLoaded(game: string): boolean;
  load(game: string): Promise<unknown>;
}

/** A match as this browser sees it, kept in step with the server over one socket. */
export class MatchTable {
  link = $state<Link>("connecting");
  match = $state.raw<MatchInfo | null>(null);
  stage = $state.raw<Stage | null>(null);
  views = $state.raw<Record<string, View>>({});
  events = $state.raw<EventInfo[]>([]);
  connected = $state.raw<number[]>([]);
  watching = $state(0);
  sent = $state<string | null>(null); // the message that is not acknowledged yet
  refusal = $state("");
  note = $state("");
  notes = $state.raw<Note[]>([]);
  story = $state.raw<Story | null>(null);
  active = $state("watch"); // the view that is shown
  suggestion = $state.raw<Suggestion | null>(null); // to the last question that somebody wanted one for
  readonly clock = new Clock();
  readonly chat: Chat;

  #held = $state.raw<number[]>([]);
  #id: string;
  #teller: (game: string) => Teller;
  #games: Games;
  #waiting: ServerMessage[] | null = null; // until the game is loaded
  #number: number | null = null;
  #socket: WebSocket | null = null;
  #unanswered: ClientMessage | null = null;
  #written: { since: number; choices: Record<string, Choice> } | null = null;
  #attempt = 0;
  #closed = false;
  #timers: ReturnType<typeof setTimeout>[] = [];
  #heardAt = 0;

  constructor(id: string, teller: (game: string) => Teller, games: Games) {
    this.#id = id;
    this.#games = games;
    this.#teller = teller;
    this.chat = new Chat(id, (message) => this.#send(message));
    this.#connect();
    addEventListener("online", this.#hurry);
  }

  /** The seats held here. Before the start there are no views yet; then the tokens say it. */
  get seats(): number[] {
    const keys = Object.keys(this.views);
    if (keys.length) return keys.filter((key) => key !== "watch").map(Number);
    return this.#held.filter((seat) => this.match?.seats[seat]?.kind === "human");
  }

  get view(): View | null {
    return this.views[this.active] ?? null;
  }

  /** The question to this browser, once the story has come to it and its answers are explained. */
  readonly decision: Decision | null = $derived.by(() => {
    const asked = this.view?.decision;
    return asked && this.asks(asked.seat) && isExplained(asked) && !this.story?.busy ? withBareAnswers(asked) : null;
  });

  /** Whether a seat held here is asked something that nobody answers for it. */
  asks(seat: number | string): boolean {
    const decision = this.views[seat]?.decision;
    if (!decision) return false;
    const hands = this.match?.seats[decision.seat]?.hands;
    return hands === "drive" || (hands === "driver" && decision.owners);
  }

  answer(choice: Choice): void {
    const decision = this.view?.decision;
    if (!decision || this.sent) return;
    this.story?.answered();
    this.#ask({ type: "answer", id: newId(), seat: decision.seat, decision: decision.number, choice });
  }

  /** What would a strong bot answer? It comes as `suggestion`. */
  advise({ seat, number }: Decision): void {
    this.#send({ type: "advise", seat, decision: number });
  }

  undo(seat: number): void {
    this.#ask({ type: "undo", id: newId(), seat });
  }

  resign(seat: number): void {
    this.#ask({ type: "resign", id: newId(), seat });
  }

  /** All others have left: the victory is taken as it stands. */
  decide(seat: number): void {
    this.#ask({ type: "decide", id: newId(), seat });
  }

  /** The line that is written, by a seat held here or by a spectator of this name. */
  say(seat: number | null, name: string | null): void {
    this.chat.say(newId(), seat, name);
  }

  /** With other tokens than before. */
  rejoin(): void {
    this.#number = null;
    this.#hello();
  }

  close(): void {
    this.#closed = true;
    removeEventListener("online", this.#hurry);
    this.#timers.forEach(clearTimeout);
    this.clock.stop();
    this.#socket?.close();
  }

  // -- the socket --------------------------------------------------------------------------

  #connect(): void {
    const address = new URL(`/api/matches/${this.#id}/socket`, location.href);
    address.protocol = address.protocol.replace("http", "ws");
    const socket = (this.#socket = new WebSocket(address));
    socket.onopen = () => {
      this.#heardAt = Date.now();
      this.#hello();
      this.#keepAlive(socket);
    };
    socket.onmessage = (message) => {
      this.#heardAt = Date.now();
      this.#take(JSON.parse(message.data as string) as ServerMessage, socket);
    };
    socket.onclose = (event) => this.#lost(socket, event.code);
  }

  #hello(): void {
    const held = tokensOf(this.#id);
    this.#held = held.map((each) => each.seat);
    this.#send({ type: "hello", tokens: held.map((each) => each.token), have: this.#number });
  }

  #keepAlive(socket: WebSocket): void {
    if (socket !== this.#socket || socket.readyState !== WebSocket.OPEN) return;
    if (Date.now() - this.#heardAt > GIVE_UP_AFTER) return socket.close();
    this.#send({ type: "ping" });
    this.#later(() => this.#keepAlive(socket), PING_EVERY);
  }

  #lost(socket: WebSocket, code: number): void {
    if (this.#closed || socket !== this.#socket) return;
    if (code === UNKNOWN_MATCH) {
      this.link = "gone";
      return;
    }
    this.link = "reconnecting";
    const wait = Math.min(8000, 250 * 2 ** this.#attempt++) * (0.75 + Math.random() / 2);
    this.#later(() => this.#hurry(), wait);
  }

  #hurry = (): void => {
    if (!this.#closed && this.link === "reconnecting" && this.#socket?.readyState === WebSocket.CLOSED) this.#connect();
  };

  #later(act: () => void, wait: number): void {
    this.#timers = [...this.#timers.slice(-8), setTimeout(act, wait)];
  }

  #send(message: ClientMessage): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  #ask(message: Extract<ClientMessage, { id: string }>): void {
    this.refusal = "";
    this.sent = message.id;
    this.#unanswered = message;
    this.#send(message);
  }

  // -- what the server says ------------------------------------------------------------------

  /** One message after the other; the first ones wait until the game can be drawn. */
  #take(message: ServerMessage, socket: WebSocket): void {
    if (this.#waiting) {
      this.#waiting.push(message);
    } else if (message.type === "sync" && !this.#games.isLoaded(message.match.game)) {
      const waiting = (this.#waiting = [message]);
      const goOn = (): void => {
        this.#waiting = null;
        if (!this.#closed && this.#socket === socket) waiting.forEach((each) => this.#receive(each));
      };
      this.#games.load(message.match.game).then(goOn, () => {
        this.#waiting = null;
        socket.close(); // and try again
      });
    } else {
      this.#receive(message);
    }
  }

  #receive(message: ServerMessage): void {
    switch (message.type) {
      case "sync":
        return this.#sync(message);
      case "update":
        return this.#update(message);
      case "explained":
        return this.#explain(message);
      case "suggested":
        this.suggestion = message;
        return;
      case "presence":
        this.connected = message.connected;
        this.watching = message.watching;
        return;
      case "ack":
        if (!this.chat.answered(message.id)) this.#answered(message.id);
        return;
      case "refused":
        if (this.chat.answered(message.id, message.message)) return;
        this.refusal = message.message;
        return this.#answered(message.id);
      case "pong":
        return;
    }
  }

  #sync(message: Extract<ServerMessage, { type: "sync" }>): void {
    this.#number = message.number;
    this.match = message.match;
    this.clock.hear(message.match.clock);
    this.chat.lines = message.chat;
    this.notes = message.notes.map(({ since, text }) => ({ after: since - 1, text }));
    this.stage = message.stage;
    this.views = message.views;
    this.events = message.events;
    this.#choose();
    if (message.stage && this.view) {
      this.story ??= new Story(this.#teller(message.match.game), message.stage);
      this.story.settle(this.view.position, message.events);
    }
    this.#inStep();
    if (adoptSeats(message.match)) this.rejoin();
    else if (message.match.tournament) void adoptTable(message.match).then((found) => found && this.rejoin(), () => undefined);
  }

  #update(message: Extract<ServerMessage, { type: "update" }>): void {
    if (this.#number === null || message.number <= this.#number) return;
    if (message.number !== this.#number + 1) {
      this.link = "reconnecting";
      return this.#send({ type: "resync" });
    }
    this.#inStep();
    this.#number = message.number;
    if (message.match) this.match = message.match;
    this.clock.hear(message.clock);
    if (message.said) this.chat.lines = [...this.chat.lines, message.said];
    else this.note = message.note;
    if (message.note) this.notes = [...this.notes, { after: message.since - 1, text: message.note }];
    const kept = this.events.filter((event) => event.n < message.since);
    const takenBack = kept.length < this.events.length;
    this.events = [...kept, ...message.events];
    const views = { ...this.views };
    for (const [key, patch] of Object.entries(message.patches)) {
      const view = views[key];
      if (view) views[key] = applyPatch(view, patch);
    }
    this.views = views;
    // The next question says as much as an acknowledgement, and must not find the table still waiting for it.
    const open = this.#unanswered;
    if (open?.type === "answer" && views[open.seat]?.decision?.number !== open.decision) this.#answered(open.id);
    this.#choose();
    if (!this.view || !this.story) return;
    if (takenBack) this.story.settle(this.view.position, this.events);
    else this.story.push(message.events, this.view.position);
  }

  /** What was written on a sheet for a question that comes later; given once. */
  takeWritten({ seat, about }: Decision): Choice | undefined {
    const key = `${seat} ${about}`;
    const found = this.#written && this.#written.since === (this.events.at(-1)?.n ?? -1) ? this.#written.choices[key] : undefined;
    if (found !== undefined) delete this.#written!.choices[key];
    return found;
  }

  /** Several numbers at once: the first is the answer to what is asked, the others wait for their questions. */
  writeSheet(seat: number, written: { about: string; choice: Choice }[]): void {
    const [first, ...rest] = written;
    this.#written = {
      since: this.events.at(-1)?.n ?? -1,
      choices: { ...this.#written?.choices, ...Object.fromEntries(rest.map(({ about, choice }) => [`${seat} ${about}`, choice])) },
    };
    this.answer(first!.choice);
  }

  #explain({ seat, decision, answers, sheet }: Extract<ServerMessage, { type: "explained" }>): void {
    const view = this.views[seat];
    if (view?.decision?.number !== decision) return;
    this.views = { ...this.views, [seat]: { ...view, decision: { ...view.decision, answers, sheet } } };
  }

  /** Show the seat that is asked; else stay with the one shown last. */
  #choose(): void {
    const asked = Object.keys(this.views).find((key) => this.asks(key));
    if (asked !== undefined) this.active = asked;
    else if (!(this.active in this.views)) this.active = Object.keys(this.views)[0] ?? "watch";
    if (this.story && (asked !== undefined || this.match?.status === "over")) this.story.arrive();
  }

  /** A connection is good again; what was sent into the dark is sent once more (the server counts it once). */
  #inStep(): void {
    this.#attempt = 0;
    if (this.link === "live" || this.link === "back") return;
    const lost = this.link === "reconnecting";
    this.link = lost ? "back" : "live";
    if (!lost) return;
    this.#later(() => {
      if (this.link === "back") this.link = "live";
    }, BACK_FOR);
    if (this.#unanswered) this.#send(this.#unanswered);
    this.chat.again();
  }

  #answered(id: string | null): void {
    if (id !== null && id !== this.sent) return;
    this.sent = null;
    this.#unanswered = null;
  }
}

/** Where nothing is said of the choices, they speak for themselves. */
const withBareAnswers = (decision: Decision): Decision =>
  decision.answers.length
    ? decision
    : {
        ...decision,
        answers: (decision.choices ?? []).map((choice) => ({ choice, label: String(choice), hint: "" })),
        bare: true,
      };

const isExplained = (decision: DecisionInfo): decision is Decision => decision.answers !== null;

const newId = (): string => `${Date.now().toString(36)}-${Math.random().toString(36).slice(2, 10)}`;
