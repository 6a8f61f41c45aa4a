// How a fight's answers are sorted and coloured, and which events read as one line.
import type { AnswerInfo, Choice, Decision, EventInfo } from "../../lib/types";
import type { AnswerGroup, Tone } from "../registry";

/** Orders by what the legs do; the first that fits counts. */
const ORDERS: [string, (order: string) => boolean][] = [
  ["Net", (order) => /TN|SN|LN/.test(order)],
  ["Stand still", (order) => /^(\([LR]\))*(-|X|X-UP|S|R|KN)(\([LR]\))*$/.test(order)],
  ["Step", (order) => /^F/.test(order) || /^C/.test(order)],
  ["Back", (order) => /^B/.test(order)],
  ["Sidestep", (order) => /^S[FB][LR]/.test(order)],
  ["Roll", (order) => order.includes("RO-")],
  ["Watch for the net", (order) => order.includes("RN")],
  ["Kick", (order) => /K\d/.test(order)],
  ["Turn first", () => true],
];

/** What may be thrown: at somebody, or only away. */
function throws(decision: Decision): AnswerGroup[] {
  const [keep, ...others] = decision.answers;
  const [aimed, away] = [others.filter(({ hint }) => hint), others.filter(({ hint }) => !hint)];
  return [
    { title: "", answers: keep ? [keep] : [] },
    ...(aimed.length ? [{ title: "At somebody, or for good reasons", answers: aimed }] : []),
    ...(away.length ? [{ title: "Only away", answers: away, short: ({ label }: AnswerInfo) => label.replace("Throw the ", "") }] : []),
  ];
}

export function groups(decision: Decision, first: Choice): AnswerGroup[] {
  if (decision.name === "throw") return throws(decision);
  // The most is what most men give.
  if (decision.name === "free") return [{ title: "", answers: decision.answers.toReversed() }];
  if (decision.name !== "plot") return [{ title: "", answers: decision.answers }];
  const preset = decision.answers.filter((answer) => answer.choice === first);
  const found: AnswerGroup[] = [{ title: "", answers: preset }];
  const rest = new Set(decision.answers.filter((answer) => answer.choice !== first));
  for (const [title, fits] of ORDERS) {
    const answers = [...rest].filter((answer) => fits(String(answer.choice)));
    answers.forEach((answer) => rest.delete(answer));
    if (answers.length) found.push({ title, answers });
  }
  return found;
}

/** How much an answer costs whoever gives it. */
export function toneOf(answer: AnswerInfo): Tone {
  const hint = answer.hint ?? "";
  if (hint.includes("to fall")) return "bad";
  if (hint.includes("overexertion")) return "fair";
  return "plain";
}

/** Checks that a blow or a fall brings with it are one line with it. */
const TAILS = ["shield-drop-check", "weapon-drop-check", "trident-check"];
export const joins = (before: EventInfo, event: EventInfo): boolean =>
  event.kind === "moved" || (TAILS.includes(event.kind) && before.data["fighter"] === event.data["fighter"]);

/** Where everybody has gone can be seen on the sand; in the log the orders are enough. */
export const together = (events: EventInfo[]): string =>
  events
    .filter(({ kind }) => kind !== "moved")
    .map(({ text }) => text)
    .join(" ");

/** Too small to be said aloud. */
const MINOR = ["moved", "faces", "pivots", "recovers", "stumble-check", "places", "attacks", "weakened"];
export const minor = (event: EventInfo): boolean => MINOR.includes(event.kind);
