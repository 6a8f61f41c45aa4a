// Money at the races, as far as the seats held here may know of it.
import type { Chariot, Coffers, Envelope, Race } from "./race";

export const coffersOf = (race: Race): Coffers | undefined => race.parts["patronage"] as Coffers | undefined;

/** What a seat has: the sum of all that came and went. */
export const purseOf = (coffers: Coffers, seat: number): number =>
  coffers.transfers.reduce((sum, { payer, payee, sum: paid }) => sum + (payee === seat ? paid : 0) - (payer === seat ? paid : 0), 0);

export const sesterces = (sum: number): string => `${sum.toLocaleString("en-GB")}s`;

const byNumber = (race: Race): Map<number, Chariot> => new Map(Object.values(race.chariots).map((chariot) => [chariot.number, chariot]));

/** A chariot on the betting sheet: its odds, and what each seat has put on it before the race and after its laps. */
export interface Backed {
  faction: string;
  odds: number; // 0: nobody has backed it
  bets: { seat: number; sum: number }[];
  total: number;
}

/** The betting sheet, the favourite first. Nothing before all bets are placed. */
export function bettingSheet(race: Race, coffers: Coffers): Backed[] {
  const found = new Map<number, Map<number, number>>();
  for (const round of [coffers.bets, ...coffers.later])
    for (const [seat, bets] of Object.entries(round))
      for (const [number, sum] of Object.entries(bets)) {
        const on = found.get(Number(number)) ?? new Map<number, number>();
        on.set(Number(seat), (on.get(Number(seat)) ?? 0) + sum);
        found.set(Number(number), on);
      }
  const chariots = byNumber(race);
  return [...found]
    .map(([number, on]) => ({
      faction: chariots.get(number)?.faction ?? "",
      odds: coffers.odds[number] ?? coffers.match_odds,
      bets: [...on].map(([seat, sum]) => ({ seat, sum })),
      total: [...on.values()].reduce((sum, each) => sum + each, 0),
    }))
    .sort((one, other) => other.total - one.total || one.faction.localeCompare(other.faction));
}

/** What an envelope says, line by line. */
export function envelopeLines(race: Race, { target, rival, bribe, aim, drugs, sabotage, guards }: Envelope, names: string[]): { words: string; sum: number }[] {
  const chariots = byNumber(race);
  const against = chariots.get(target)?.faction ?? names[rival] ?? "";
  return [
    { words: `bribe of ${against}’s driver ${aim === "speed" ? "to hold his team back" : "not to attack you"}`, sum: bribe },
    { words: `drugs for ${against}’s horses`, sum: drugs },
    { words: `sabotage of ${against}’s car`, sum: sabotage },
    ...guards.map(([number, kind, sum]) => ({ words: `${chariots.get(number)?.faction} guarded against ${kind}`, sum })),
  ].filter(({ sum }) => sum > 0);
}
