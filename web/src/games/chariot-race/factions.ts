// Every chariot has a colour, a letter, a pattern and the shape of its crest, so that nobody needs the colour.

export interface Faction {
  letter: string;
  colour: string;
  deep: string; // the same, darker: lines and patterns
  ink: string; // of the letter
  pattern: string; // path of one tile, 8 by 8
  crest: string; // outline within -10 .. 10
}

const NOBODY: Faction = {
  letter: "?",
  colour: "#8a8178",
  deep: "#4d4640",
  ink: "#ffffff",
  pattern: "",
  crest: "M0-9A9 9 0 1 1 0 9 9 9 0 1 1 0-9Z",
};

const FACTIONS: Record<string, Faction> = {
  blue: {
    letter: "B",
    colour: "#2a62a8",
    deep: "#163a69",
    ink: "#ffffff",
    pattern: "M-1 2q2.5-3 5 0t5 0M-1 6q2.5-3 5 0t5 0",
    crest: "M0-9.6A9.6 9.6 0 1 1 0 9.6 9.6 9.6 0 1 1 0-9.6Z",
  },
  red: {
    letter: "R",
    colour: "#b3262e",
    deep: "#6b1018",
    ink: "#ffffff",
    pattern: "M-1 9 9-1M-1 1 1-1M7 9 9 7",
    crest: "M-8.8-8.8H8.8V8.8H-8.8Z",
  },
  green: {
    letter: "G",
    colour: "#37753a",
    deep: "#1a4320",
    ink: "#ffffff",
    pattern: "M2 2h.1M6 6h.1M6 2h.1M2 6h.1",
    crest: "M0 11 10.8-7.6H-10.8Z",
  },
  yellow: {
    letter: "Y",
    colour: "#e9b52c",
    deep: "#8f6508",
    ink: "#2b2320",
    pattern: "M0 6 4 2 8 6",
    crest: "M0-11.4 11.4 0 0 11.4-11.4 0Z",
  },
  purple: {
    letter: "P",
    colour: "#74409b",
    deep: "#43205f",
    ink: "#ffffff",
    pattern: "M4-1V9M-1 4H9",
    crest: "M-5.4-9.4H5.4L10.8 0 5.4 9.4H-5.4L-10.8 0Z",
  },
  white: {
    letter: "W",
    colour: "#f7f3ea",
    deep: "#6d6459",
    ink: "#2b2320",
    pattern: "M2-1V9M6-1V9",
    crest: "M-9-9H9V1.5Q9 8.5 0 11.5-9 8.5-9 1.5Z",
  },
};

export const factionOf = (colour: string): Faction => FACTIONS[colour] ?? NOBODY;
export const patternId = (colour: string): string => `pattern-${colour}`;
export const COLOURS = Object.keys(FACTIONS);
