// What standing orders and forms that a match asks for have in common.

import type { FormField, Orders } from "./types";

/** Some fields are asked for only where another has one of certain values. */
export const counts = ({ only }: FormField, values: Orders): boolean => !only || only.values.includes(String(values[only.field]));
