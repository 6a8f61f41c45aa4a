// How strong the opponents should be: the house remembers how the last games went, and offers the next.
import type { GameInfo, MyMatch } from "./types";

export interface Strength {
  field: string; // of opponents
  title: string;
}

const LAST = 2; // games that are looked at

/** How a finished game of mine against such a field went: 0 is the first place, 1 the last. */
function places({ fields }: GameInfo, strengths: Strength[], mine: MyMatch[], game: string): { strength: number; place: number }[] {
  const bots = strengths.map(({ field }) => fields.find((each) => each.name === field)?.bot);
  return mine
    .filter(({ match }) => match.game === game && match.outcome && !match.scenario && !match.parent)
    .toSorted((one, other) => one.match.created.localeCompare(other.match.created))
    .flatMap(({ match, seats }) => {
      const met = match.seats.find((seat) => seat.kind === "bot")?.bot?.split("-")[0];
      const strength = bots.indexOf(met);
      const [own] = seats;
      if (strength < 0 || own === undefined || match.seats.length < 2) return [];
      return [{ strength, place: (match.outcome!.places[own]! - 1) / (match.seats.length - 1) }];
    });
}

/** The strength to offer: a newcomer begins with the gentlest; a good place leads on, two bad ones lead back. */
export function offered(info: GameInfo, strengths: Strength[], mine: MyMatch[]): string {
  const played = places(info, strengths, mine, info.id);
  const last = played.at(-1);
  if (!last) return strengths[0]!.field;
  const lately = played.slice(-LAST).filter(({ strength }) => strength === last.strength);
  let next = last.strength;
  if (last.place <= 1 / 3) next += 1;
  else if (lately.length === LAST && lately.every(({ place }) => place >= 2 / 3)) next -= 1;
  return strengths[Math.max(0, Math.min(strengths.length - 1, next))]!.field;
}
