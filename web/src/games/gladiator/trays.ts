// Which questions the tray answers itself, instead of the list.
import type { Decision } from "../../lib/types";

const OWN = ["plot", "allocate", "team-allocate", "bonus", "order", "cross-out"];
export const answersInTray = ({ name }: Decision): boolean => OWN.includes(name);

/** Names a question in this browser. */
export const questionOf = (match: string, { number, seat, about }: Decision): string => `${match} ${number} ${seat} ${about}`;
