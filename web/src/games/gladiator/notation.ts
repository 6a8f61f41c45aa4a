// The rulebook's notation: `(L)(Q)B`, `RO-FL`, `(LN3)F`. It is only read here; what may be written, the engine says.

/** An order taken apart. Turns to the right are positive. */
export interface Plot {
  text: string;
  action: string;
  before: number;
  after: number;
  direction: number; // from his front, after turning; -1: he stays
  hexes: number;
  special: string; // net, kick or watching for the net; a kick with < before the step, with > after it
  turns: number;
  moves: boolean; // uses one of his moves
}

const WAYS: Record<string, number> = {
  F: 0,
  C: 0,
  SFR: 1,
  "RO-FR": 1,
  SBR: 2,
  "RO-BR": 2,
  B: 3,
  SBL: 4,
  "RO-BL": 4,
  SFL: 5,
  "RO-FL": 5,
};
const CHARGE = 3;
const TOKENS = /\(([A-Z]+\d?)\)|([A-Z]+(?:-[A-Z]+)?|-)/g;

/** As it is meant: people write small letters and spaces too. */
export const tidy = (text: string): string => text.toUpperCase().replace(/\s+/g, "");

/** An order taken apart; null where it cannot be read. */
export function readPlot(text: string): Plot | null {
  const tokens = [...text.matchAll(TOKENS)];
  const actions = tokens.filter(([, special]) => special === undefined);
  if (tokens.map(([token]) => token).join("") !== text || actions.length !== 1) return null;
  const at = tokens.indexOf(actions[0]!);
  const action = actions[0]![2]!;
  const names = tokens.map(([, special]) => special ?? "");
  const turnedIn = (part: string[]): number => part.filter((each) => each === "R").length - part.filter((each) => each === "L").length;
  const quick = names.includes("Q");
  const direction = WAYS[action] ?? -1;
  const others = names.flatMap((name, index) =>
    !name || ["L", "R", "Q"].includes(name) ? [] : [name.startsWith("K") ? `${name}${index < at ? "<" : ">"}` : name],
  );
  return {
    text,
    action,
    before: turnedIn(names.slice(0, at)),
    after: turnedIn(names.slice(at)),
    direction,
    hexes: direction < 0 ? 0 : action === "C" ? CHARGE : quick ? 2 : 1,
    special: others.join(" "),
    turns: names.filter((name) => name === "L" || name === "R").length,
    moves: action !== "-" && text !== "S",
  };
}

/** How the legs go: the same hex can be stepped into forwards, sideways or backwards. */
export type Gait = "forward" | "sidestep" | "backwards" | "roll" | "charge" | "still";

export function gaitOf({ action, direction }: Plot): Gait {
  if (direction < 0) return "still";
  if (action === "C") return "charge";
  if (action.startsWith("RO")) return "roll";
  if (action === "F") return "forward";
  return action.startsWith("SF") ? "sidestep" : "backwards";
}
