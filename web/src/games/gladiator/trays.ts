// Which questions the tray answers itself, instead of the list.
import { isTyping } from "../../lib/keys";
import type { Decision } from "../../lib/types";

const OWN = ["plot", "allocate", "team-allocate", "bonus", "order", "cross-out"];
/** Without explanations a desk has nothing to show. */
export const answersInTray = ({ name, bare }: Decision): boolean => !bare && OWN.includes(name);

/** Names a question in this browser. */
export const questionOf = (match: string, { number, seat, about }: Decision): string => `${match} ${number} ${seat} ${about}`;

/** After a click on a desk Enter sends what is written; who walks with Tab stays where he is. */
export function handOn(event: MouseEvent & { currentTarget: HTMLElement }): void {
  if (event.detail && !isTyping(event.target)) event.currentTarget.querySelector<HTMLElement>("[data-default]")?.focus({ preventScroll: true });
}
