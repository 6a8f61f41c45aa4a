/** Whose stable and whose accounts are looked at; none: one's own. */
export const shown = $state<{ seat: number | null }>({ seat: null });
