// What the event on stage makes the men do, and the word that is called out for it.
import type { EventInfo } from "../../lib/types";
import type { Tone } from "../registry";
import type { Hex } from "./hexes";

export interface Told {
  fighter?: string;
  target?: string;
  other?: string;
  victim?: string;
  winner?: string;
  place?: Hex;
  to?: Hex;
  kind?: string;
  item?: string;
  effect?: string;
  result?: string;
  impact?: [number, number];
  wounds?: number;
  factors?: number;
  boxes?: number;
  left?: number;
  dropped?: boolean;
  falls?: boolean;
  free?: boolean;
  down?: boolean;
  spared?: boolean;
  success?: boolean;
  plots?: Record<string, string>;
  places?: Record<string, unknown[]>;
}

export const toldOf = (event: EventInfo): Told => event.data as Told;

/** The movement of one man in an event. */
export function actOf(cue: EventInfo | null, name: string): string {
  if (!cue) return "";
  const told = toldOf(cue);
  const result = (told.effect ?? told.result ?? "")[0];
  switch (cue.kind) {
    case "attack":
      if (name === told.fighter) return "strike";
      return name === told.target ? { S: "guard", H: "struck", P: "strike" }[result ?? ""] ?? "" : "";
    case "thrown-weapon":
      return name === told.target ? { S: "guard", H: "struck" }[result ?? ""] ?? "" : "";
    case "throw":
    case "net":
    case "net-missed":
    case "drag":
    case "kick":
      return name === told.fighter ? "toss" : "";
    case "collision":
      return name === told.fighter || name === told.other ? "impact" : "";
    case "wound":
    case "stun":
    case "drop":
      return name === told.fighter ? "struck" : "";
    case "shield":
      return name === told.fighter ? "guard" : "";
    default:
      return "";
  }
}

export interface Call {
  whose: string; // over this man
  words: string;
  tone: Tone;
}

const BLOWS: Record<string, [string, Tone]> = {
  M: ["misses badly", "plain"],
  "-": ["nothing", "plain"],
  S: ["on the shield", "fair"],
  P: ["parried", "fair"],
  H: ["hit!", "dire"],
};

const many = (count: number, thing: string): string => `${count} ${thing}${count === 1 ? "" : "s"}`;

/** What is called out over a man, in a word or two. */
export function callOf(cue: EventInfo): Call | null {
  const told = toldOf(cue);
  const over = (words: string, tone: Tone = "plain", whose = told.fighter ?? ""): Call => ({ whose, words, tone });
  switch (cue.kind) {
    case "attack":
    case "thrown-weapon": {
      const [words, tone] = BLOWS[(told.effect ?? told.result ?? "-")[0]!] ?? BLOWS["-"]!;
      return over(words, tone, told.target);
    }
    case "wound":
      return told.wounds ? over(told.wounds < 0 ? "mortal" : many(told.wounds, "wound"), "dire") : over("unhurt", "good");
    case "shield":
      return told.boxes ? over(told.left ? `shield −${told.boxes}` : "shield ruined", told.left ? "fair" : "bad") : over("shield holds", "good");
    case "stun":
      return told.factors ? over(`stunned ${told.factors}`, "bad") : null;
    case "collision":
      return over("holds the ground", "good", told.winner);
    case "fall-check":
      return over(told.falls ? "falls" : "keeps his feet", told.falls ? "bad" : "good");
    case "weapon-drop-check":
      return told.dropped ? over("weapon lost", "bad") : null;
    case "shield-drop-check":
      return told.dropped ? over("shield lost", "bad") : null;
    case "ensnared":
      return over("in the net!", "dire");
    case "net-missed":
      return over("net misses", "plain");
    case "struggle":
      return over(told.free ? "free!" : "still caught", told.free ? "good" : "bad");
    case "drag":
      return over(told.down ? "dragged down" : "holds out", told.down ? "dire" : "good", told.victim);
    case "recovery":
      return over(told.success ? `has the ${told.item}` : "cannot grasp it", told.success ? "good" : "fair");
    case "unconscious":
      return over("unconscious", "dire");
    case "death":
      return over("dead", "dire");
    case "verdict":
      return over(told.spared ? "he lives!" : "thumbs down", told.spared ? "good" : "dire");
    case "surrender":
      return over("gives up", "bad");
    default:
      return null;
  }
}
