/** Whose sheet is open over the table, and whose front is shown on the sand; "": nobody's. */
export const shown = $state({ sheet: "", front: "" });
