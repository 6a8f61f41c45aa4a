// Which questions the tray answers itself, instead of the list.
import type { Decision } from "../../lib/types";

export const answersInTray = (_decision: Decision): boolean => false;
