// Words of the games that nobody knows before his first race or fight, explained where they stand.
const GLOSSARY: Record<string, string> = {
  CDM: "the chariot driver modifier: how good he is, from -1 to +3; it counts in corners, attacks and defence, and is lower while he is shaken",
  CF: "combat factors: what a man has to share out over blows and guard",
  CFs: "combat factors: what a man has to share out over blows and guard",
  cup: "colours are drawn from it one by one, and whoever is drawn moves; those still in it have their move to come",
};

export interface Piece {
  text: string;
  means?: string;
}

/** A text, cut where a word stands that is explained. */
export const glossed = (text: string): Piece[] =>
  text
    .split(/\b(CDM|CFs?|cup)\b/)
    .filter(Boolean)
    .map((part) => ({ text: part, ...(GLOSSARY[part] ? { means: GLOSSARY[part] } : {}) }));
