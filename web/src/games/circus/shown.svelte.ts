/** Whose sheet is open over the table; "": nobody's. */
export const shown = $state({ faction: "" });
