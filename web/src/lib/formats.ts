// The formats of tournaments, in words.
import type { TournamentInfo } from "./types";

export const FORMATS: Record<TournamentInfo["format"], { title: string; help: string }> = {
  swiss: { title: "Swiss", help: "In every round those meet who stand alike. Nobody is thrown out, and few rounds are enough." },
  "round-robin": { title: "Round robin", help: "Everybody meets everybody. Fair and long: for a small circle." },
  heats: { title: "Heats and a final", help: "As at conventions: the better half of each table goes on, through semi-finals to the final." },
};

export const STATUS: Record<TournamentInfo["status"], string> = {
  open: "open for entrants",
  running: "being played",
  waiting: "between two rounds",
  over: "over",
};

/** Points as one writes them: 2, 1.5, 0.33. */
export const inPoints = (points: number): string => String(Math.round(points * 100) / 100);
