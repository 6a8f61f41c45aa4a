/** What the browser remembers, as JSON. A browser that forbids it simply forgets. */
function shelf(open: () => Storage) {
  return {
    recall<T>(key: string, otherwise: T): T {
      try {
        const text = open().getItem(`ludus.${key}`);
        return text === null ? otherwise : (JSON.parse(text) as T);
      } catch {
        return otherwise;
      }
    },
    remember(key: string, value: unknown): void {
      try {
        open().setItem(`ludus.${key}`, JSON.stringify(value));
      } catch {
        // Private windows may refuse; the page works without.
      }
    },
  };
}

export const { recall, remember } = shelf(() => localStorage);

/** In this tab only, over a reload: what is written and not yet sent. */
const tab = shelf(() => sessionStorage);

export function recallDraft<T>(kind: string, of: string, otherwise: T): T {
  const [last, draft] = tab.recall<[string, T]>(`draft.${kind}`, ["", otherwise]);
  return last === of ? draft : otherwise;
}

export const keepDraft = (kind: string, of: string, draft: unknown): void => tab.remember(`draft.${kind}`, [of, draft]);
