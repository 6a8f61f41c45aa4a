// Which questions the tray answers itself, instead of the list.
import { isTyping } from "../../lib/keys";
import type { Decision } from "../../lib/types";

const OWN = ["type", "plot", "allocate", "team-allocate", "bonus", "order", "cross-out"];
/** Without explanations a desk has nothing to show. */
export const answersInTray = ({ name, bare }: Decision): boolean => !bare && OWN.includes(name);

/** Nothing is to be decided: without a move left a man stands still, one blow needs no order, and nobody reaches for what he
 * cannot get. But people would see by an answer that comes at once how few blows are planned. */
export function isIdle({ name, choices, answers, default: preset }: Decision, amongPeople: boolean): boolean {
  if (choices?.length === 1) return (amongPeople ? ["plot", "recover"] : ["plot", "order", "recover"]).includes(name);
  return name === "recover" && answers.length > 1 && answers.every((answer) => answer.choice === preset || answer["success"] === 0);
}

/** Names a question in this browser. */
export const questionOf = (match: string, { number, seat, about }: Decision): string => `${match} ${number} ${seat} ${about}`;

/** After a click on a desk Enter sends what is written; who walks with Tab stays where he is. */
export function handOn(event: MouseEvent & { currentTarget: HTMLElement }): void {
  if (event.detail && !isTyping(event.target)) event.currentTarget.querySelector<HTMLElement>("[data-default]")?.focus({ preventScroll: true });
}
