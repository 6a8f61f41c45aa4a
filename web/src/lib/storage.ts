/** What the browser remembers, as JSON. A browser that forbids it simply forgets. */
export function recall<T>(key: string, otherwise: T): T {
  try {
    const text = localStorage.getItem(`ludus.${key}`);
    return text === null ? otherwise : (JSON.parse(text) as T);
  } catch {
    return otherwise;
  }
}

export function remember(key: string, value: unknown): void {
  try {
    localStorage.setItem(`ludus.${key}`, JSON.stringify(value));
  } catch {
    // Private windows may refuse; the page works without.
  }
}
