// What came to a player's own pieces while he looked elsewhere.
import type { EventInfo } from "./types";

/** Whether the event came to one of these pieces, and was not done by it: others did it, or it went badly. */
export function cameTo(event: EventInfo, mine: readonly string[]): boolean {
  if (event.weight === "minor" || !event.about?.some((piece) => mine.includes(piece))) return false;
  if (event.weight === "dire" || !mine.includes(event.about[0]!)) return true;
  const { call } = event;
  return !!call && mine.includes(call.over) && (call.tone === "bad" || call.tone === "dire");
}

export const title = (things: number): string => `${things === 1 ? "One thing" : `${things} things`} happened to you`;
