// What a newcomer should know, at the moment it matters.
import { isPerilous } from "../../lib/answers";
import type { Hint } from "../../lib/hints.svelte";
import type { Decision, EventInfo } from "../../lib/types";
import type { Scene } from "../registry";
import { EPIC_HINTS } from "./epicHints";
import { type Chariot, type Race, asAnswer, asRace, circuitOf, lapOf } from "./race";

const LOW_ENDURANCE = 12;
const WRECK_IN_SIGHT = 12; // squares
const JUST_NOW = 14; // events

const HINTS: Record<string, [text: string, clause: string]> = {
  build: [
    "Your points are few. A quick team wins straights, endurance pays for corners and whips, a good driver survives both. One of each is forgiving, but slow.",
    "CM 3.6",
  ],
  speed: [
    "All write in secret, and you must drive all of it. Look where you would end; the bars under the slider are the chances in every lane of the corner.",
    "CM 6.11",
  ],
  "speed-corner": [
    "A corner is in reach. Above the safe speed of its lane every point costs endurance, and three dice decide. The inside is slow, the outside is long.",
    "CM 7.2",
  ],
  whip: ["A die of extra speed for as much endurance. Good on an open straight, dangerous before a corner: the corner counts it too.", "CM 6.523"],
  step: [
    "Press a glowing square or a button; a pale square further off is driven to step by step. A lane inwards costs more than one outwards.",
    "CM 6.4",
  ],
  corner: [
    "Too fast for this corner! Move outwards while you can, it costs no more than driving on: every lane further out is safer. The colours show how much.",
    "CM 7.31",
  ],
  strain: [
    "That was corner strain. S slides you out a lane, J jostles the driver (worse at everything for a while), LH and RH hurt a horse, FP flips the car.",
    "CM 7.33",
  ],
  attack: [
    "Somebody is beside your car: you may attack it. The bars show what it may do to him and to you. It is never a must.",
    "CM 9.11",
  ],
  defend: [
    "You are attacked. Hold and take it, or try to get away: dice and your driver against his, and equal is enough. Braking then costs endurance, evading costs movement later.",
    "CM 9.3",
  ],
  avoid: ["Something comes at you. Braking costs endurance, evading costs movement in your next phase; holding costs nothing if you are lucky.", "CM 9.6b"],
  slip: ["The way is blocked. A sideslip is dear and leads straight sideways; or brake off what you have left.", "CM 6.73a"],
  brake: [
    "Braking throws factors away for a point of endurance each. It does not make you slower in the corner: it lets you stop in front of it.",
    "CM 6.61",
  ],
  tired: ["Little endurance left. At 0 the team is exhausted: slower every turn, and any strain flips you without a roll. No more whips; corners at safe speed.", "CM 8.4"],
  wreck: ["A wreck ahead in your lane. Over it costs a die of endurance and a nasty roll, and ending on it flips you. Drive round it in time.", "CM 14.2a"],
  "last-lap": ["The last lap. Endurance behind the line is worth nothing: spend it now. Of those who cross in the same turn the one with most factors left wins.", "CM 10.4"],
  end: ["The race is over. The replay shows every move again, and every line of the log names its rule.", "CM 10.2"],
  take: ["A lash makes a team run: these factors are a gift, but the corner counts them too.", "CM 9.41b"],
  pay: ["Every point of endurance you pay makes the jump over the wreck safer.", "CM 14.2b"],
  cut: ["While a dead horse hangs in the harness the chariot stands still. Cutting costs speed you wrote; what is left you drive.", "CM 9.53a"],
  loose: ["You are dragged behind the team: cut the reins, or hang on and hope for the finish line. Alive over the line is over the line.", "CM 16.2a"],
  walk: ["On foot: get off the sand before somebody comes round the corner.", "CM 17.2"],
  injury: ["Spread the wounds, or sacrifice one horse? A horse without boxes is dead and stops the chariot.", "CM 9.61b"],
};

// Money at the races of a season.
const MONEY: Record<string, [text: string, clause: string]> = {
  skullduggery: [
    "All optional: seal it as it is, and nothing is spent. One rival chariot, each trick once; guards count against everybody who tries that trick on yours.",
    "CM 24.1",
  ],
  bets: [
    "At least 100s on your own, and on others no more than on those. The odds are all bets over those on a chariot: at 6 to 1 you get 600s back for 100s, and nothing if another wins.",
    "CM 26.2b",
  ],
  lap_bets: ["You may put as much again on whom you have backed, at the odds from before the race. If too much is due in the end, the smallest winners get less.", "CM 26.3"],
  side_bet: ["A bet between two of you, on your own terms, outside the odds. Most races are run without: just seal it.", "CM 26.1d"],
  reveal: ["Your bribe works only once it is shown, and a die decides. Show it when it hurts; until then nobody knows.", "CM 24.32a"],
  drug_horses: ["Weaken all a little, or let one collapse? A horse that is down stops a chariot until it is cut free; after the race it is well again.", "CM 24.42"],
  which_wheel: ["Ten points take a wheel off. The side that is rammed more often breaks sooner.", "CM 24.52"],
};
const SECOND_HINTS = { ...HINTS, ...MONEY };

/** The hints that fit this moment, the most pressing first, out of the book that is played. */
export function hints(scene: Scene, events: EventInfo[]): Hint[] {
  const { decision } = scene;
  const book = isEpic(decision?.clause ?? events.at(-1)?.clauses[0]) ? EPIC_HINTS : SECOND_HINTS;
  const ids = decision ? [...moments(scene, decision, events), decision.name] : scene.match.status === "over" ? ["end"] : [];
  return ids.flatMap((id) => {
    const hint = book[id];
    return hint ? [{ id: book === EPIC_HINTS ? `epic-${id}` : id, text: hint[0], clause: hint[1] }] : [];
  });
}

const isEpic = (clause: string | undefined): boolean => clause?.startsWith("E2 ") ?? false;

function* moments(scene: Scene, decision: Decision, events: EventInfo[]): Generator<string> {
  const race = asRace(scene.position);
  const chariot = race.chariots[decision.about];
  if (decision.name === "step") yield* whileMoving(decision);
  if (!chariot || chariot.square < 0) return;
  const circuit = circuitOf(scene.stage);
  if (decision.name === "speed") {
    yield "speed";
    if (decision.answers.some(isPerilous)) yield "speed-corner";
    if (lapOf(circuit, chariot) === circuit.track.laps) yield "last-lap";
  }
  const ahead = (steps: number): number => circuit.ahead(chariot.square, steps);
  if (["speed", "step"].includes(decision.name) && wreckAhead(race, ahead)) yield "wreck";
  if (strained(chariot, events)) yield "strain";
  if (["speed", "whip"].includes(decision.name) && chariot.endurance < LOW_ENDURANCE) yield "tired";
}

function* whileMoving(decision: Decision): Generator<string> {
  const book = isEpic(decision.clause) ? EPIC_HINTS : HINTS;
  const offered = (hint: string): boolean => decision.answers.some((answer) => asAnswer(answer).clause === book[hint]![1]);
  const preset = decision.answers.find((answer) => answer.choice === decision.default);
  if (preset && asAnswer(preset).strain && isPerilous(preset)) yield "corner";
  yield "step";
  if (decision.answers.some((answer) => asAnswer(answer).attack)) yield "attack";
  if (offered("slip")) yield "slip";
  if (offered("brake")) yield "brake";
}

const wreckAhead = (race: Race, ahead: (steps: number) => number): boolean =>
  Array.from({ length: WRECK_IN_SIGHT }, (_, index) => ahead(index + 1)).some((square) => square in race.wrecks);

const strained = (chariot: Chariot, events: EventInfo[]): boolean =>
  events.slice(-JUST_NOW).some((event) => event.kind === "strain" && event.data["chariot"] === chariot.faction);
