import { keepDraft, recall, recallDraft, remember } from "./storage";
import type { ChatLine, ClientMessage } from "./types";

type Say = Extract<ClientMessage, { type: "say" }>;

const KEEP = 50; // matches whose talk we know to have been read

/** What is said at the table. A line that is under way holds up nothing else. */
export class Chat {
  lines = $state.raw<ChatLine[]>([]);
  refusal = $state("");
  saying = $state.raw<Say | null>(null); // on its way to the server
  #read = $state(0); // the newest line seen here
  #draft = $state("");
  #match: string;
  #send: (message: Say) => void;

  constructor(match: string, send: (message: Say) => void) {
    this.#match = match;
    this.#send = send;
    this.#draft = recallDraft("talk", match, "");
    this.#read = recall<[string, number][]>("talk", []).find(([id]) => id === match)?.[1] ?? 0;
  }

  get draft(): string {
    return this.#draft;
  }

  set draft(text: string) {
    this.#draft = text;
    keepDraft("talk", this.#match, text);
  }

  /** Lines of others than these seats that nobody has looked at. */
  unread(mine: number[]): ChatLine[] {
    return this.lines.filter((line) => line.number > this.#read && (line.seat === null || !mine.includes(line.seat)));
  }

  read(): void {
    const newest = this.lines.at(-1)?.number ?? 0;
    if (newest <= this.#read) return;
    this.#read = newest;
    const others = recall<[string, number][]>("talk", []).filter(([id]) => id !== this.#match);
    remember("talk", [...others, [this.#match, newest]].slice(-KEEP));
  }

  say(id: string, seat: number | null, name: string | null): void {
    const text = this.draft.trim();
    if (!text || this.saying) return;
    this.refusal = "";
    this.saying = { type: "say", id, seat, name, text };
    this.again();
  }

  /** The server counts what comes twice once. */
  again(): void {
    if (this.saying) this.#send(this.saying);
  }

  /** Whether it was a line of ours that the server answered. */
  answered(id: string | null, refusal = ""): boolean {
    if (!this.saying || id !== this.saying.id) return false;
    this.saying = null;
    this.refusal = refusal;
    if (!refusal) this.draft = "";
    return true;
  }
}
