// What the event on stage makes the men do.
import type { EventInfo } from "../../lib/types";
import { type Stage, resultOf } from "./arena";
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
export function actOf(cue: EventInfo | null, name: string, stage: Stage): string {
  if (!cue) return "";
  const told = toldOf(cue);
  const result = resultOf(stage, told.effect ?? told.result);
  switch (cue.kind) {
    case "attack":
      if (name === told.fighter) return "strike";
      return name === told.target ? ({ shield: "guard", hit: "struck", parry: "strike" }[result] ?? "") : "";
    case "thrown-weapon":
      return name === told.target ? ({ shield: "guard", hit: "struck" }[result] ?? "") : "";
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
