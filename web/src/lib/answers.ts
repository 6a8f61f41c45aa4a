// How answers are laid out: under which titles, in which colours, and which of them comes first. What belongs together,
// how it may turn out and what is wise, the engine says.
import type { AnswerInfo, Choice, Decision } from "./types";

/** From harmless to ruinous; the same colours everywhere. */
export type Tone = NonNullable<AnswerInfo["tone"]>;

export interface AnswerGroup {
  title: string;
  answers: AnswerInfo[];
  small: boolean; // a row of small buttons
}

export const toneOf = (answer: AnswerInfo): Tone => answer.tone ?? "plain";
export const isPerilous = (answer: AnswerInfo): boolean => answer.tone === "bad" || answer.tone === "dire";

/** What is under the finger first: the default of the rules, or what is wiser. */
export const firstOf = (decision: Decision): Choice =>
  decision.answers.find((answer) => answer.advised)?.choice ?? decision.default;

/** To be asked twice. */
export const isFolly = (decision: Decision, answer: AnswerInfo): boolean =>
  answer.folly ?? decision.shunned?.includes(answer.choice) ?? false;

/** First what comes first and what has no title, then the titles one by one, rows of small buttons after the others;
 * what is shunned at the end. */
export function groupsOf(decision: Decision, first: Choice): AnswerGroup[] {
  const titled = new Map<string, AnswerInfo[]>();
  for (const answer of decision.answers) titled.set(answer.group ?? "", [...(titled.get(answer.group ?? "") ?? []), answer]);
  const isFirst = ({ choice }: AnswerInfo): boolean => choice === first;
  const untitled = (titled.get("") ?? []).filter((answer) => !isFirst(answer));
  const top: AnswerGroup = { title: "", answers: [...decision.answers.filter(isFirst), ...untitled], small: false };
  const groups = [...titled].flatMap(([title, answers]): AnswerGroup[] => {
    if (!title) return [];
    const small = answers.every(({ short }) => short);
    // Of a row of numbers none is left out, else counting is hard.
    const shown = small && answers.length > 1 ? answers : answers.filter((answer) => !isFirst(answer));
    return shown.length ? [{ title, answers: shown, small }] : [];
  });
  const rank = ({ answers, small }: AnswerGroup): number =>
    answers.every(({ choice }) => decision.shunned?.includes(choice)) ? 2 : Number(small);
  return [top, ...groups.sort((one, other) => rank(one) - rank(other))].filter(({ answers }) => answers.length);
}
