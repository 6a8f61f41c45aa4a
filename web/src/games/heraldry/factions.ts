// Every faction has a colour, a letter, a pattern and the shape of its crest, so that nobody needs the colour.

export interface Faction {
  letter: string;
  colour: string;
  deep: string; // the same, darker: lines and patterns
  ink: string; // of the letter
  pattern: string; // path of one tile, 8 by 8
  crest: string; // outline within -12 .. 12
  letterAt?: number; // its baseline, where the middle of the crest is not the middle of its room
  bold?: boolean; // the pattern has dots, which need more ink than lines
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
    letterAt: 2.4,
    bold: true,
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
  gold: {
    letter: "Au",
    colour: "#dba51f",
    deep: "#8a5f06",
    ink: "#2b2320",
    pattern: "M0 2 4 6 8 2",
    crest: "M-6-9.500H6L11-3.500 0 11.400-11-3.500Z",
  },
  black: {
    letter: "Bk",
    colour: "#2e2a2b",
    deep: "#8b8480",
    ink: "#ffffff",
    pattern: "M0 0 8 8M8 0 0 8",
    crest: "M0-11 10.6-3.4 6.6 9H-6.6L-10.6-3.4Z",
  },
  orange: {
    letter: "O",
    colour: "#d96c1c",
    deep: "#86390a",
    ink: "#1f1712",
    pattern: "M-1 4H9",
    crest: "M-4.2-10H4.2L10-4.2V4.2L4.2 10H-4.2L-10 4.2V-4.2Z",
  },
  silver: {
    letter: "S",
    colour: "#b9c0c6",
    deep: "#5d666d",
    ink: "#2b2320",
    pattern: "M4 1.5 6.500 4 4 6.500 1.500 4Z",
    crest: "M-9.500-9.500H9.500L6.500 0 9.500 9.500H-9.500L-6.500 0Z",
  },
  brown: {
    letter: "Br",
    colour: "#6e4526",
    deep: "#3a2110",
    ink: "#ffffff",
    pattern: "M0 2H8M0 6H8M2 2V6M6-2V2",
    crest: "M0-11.500 10-3V9.500H-10V-3Z",
  },
  pink: {
    letter: "Pk",
    colour: "#e28aa8",
    deep: "#96405f",
    ink: "#2b2320",
    pattern: "M4 2h.1M0 6h.1M8 6h.1",
    crest: "M0 11C-13 2-11-9-5-9.500-2-9.500-.5-7 0-5 .5-7 2-9.500 5-9.500 11-9 13 2 0 11Z",
  },
  teal: {
    letter: "T",
    colour: "#1f7d7b",
    deep: "#0c4443",
    ink: "#ffffff",
    pattern: "M0 0Q4 4 8 0M0 5Q4 9 8 5",
    crest: "M0-12C6-5 9.500-1 9.500 3A9.500 9 0 0 1-9.500 3C-9.500-1-6-5 0-12Z",
  },
  crimson: {
    letter: "C",
    colour: "#7c1234",
    deep: "#d98aa0",
    ink: "#ffffff",
    pattern: "M1 7 4 1 7 7",
    crest: "M-4.500-11H4.500V-4.500H11V4.500H4.500V11H-4.500V4.500H-11V-4.500H-4.500Z",
  },
  azure: {
    letter: "A",
    colour: "#4aa3d6",
    deep: "#1b5a84",
    ink: "#14222c",
    pattern: "M4 0V8M0 2H2M6 6H8",
    crest: "M0-12 3.500-6.500 9.500-7.500 8-1.500 12 3 6.500 5.500 5 11.500 0 8-5 11.500-6.500 5.500-12 3-8-1.500-9.500-7.500-3.500-6.500Z",
  },
  olive: {
    letter: "Ol",
    colour: "#757a2c",
    deep: "#3c4010",
    ink: "#ffffff",
    pattern: "M1 4Q4 1 7 4 4 7 1 4",
    crest: "M-11.500 0Q-6-9.500 0-9.500T11.500 0Q6 9.500 0 9.500T-11.500 0Z",
  },
  ivory: {
    letter: "I",
    colour: "#efe3c4",
    deep: "#8b7748",
    ink: "#2b2320",
    pattern: "M0 4H8M4 0V4",
    crest: "M-9.500-10H-5.500V-7H-2V-10H2V-7H5.500V-10H9.500V10H-9.500Z",
  },
  burgundy: {
    letter: "Bu",
    colour: "#661a3d",
    deep: "#d08aa6",
    ink: "#ffffff",
    pattern: "M-1-1 9 9M7-1 9 1M-1 7 1 9",
    crest: "M-4-11.800H4V-8Q12-5 10.500 1.500 9 8 0 12-9 8-10.500 1.500-12-5-4-8Z",
    letterAt: 4.4,
  },
  grey: {
    letter: "Gy",
    colour: "#8d939b",
    deep: "#41464d",
    ink: "#16181b",
    pattern: "M1 2H4.500M5 6H8.500M-3 6H.5",
    crest: "M-9.500 10.500V-1.500A9.500 9.500 0 0 1 9.500-1.500V10.500Z",
    letterAt: 5,
  },
  jade: {
    letter: "J",
    colour: "#2fb79a",
    deep: "#0a5a4a",
    ink: "#06251e",
    pattern: "M4 1.200A2.800 2.800 0 1 1 4 6.800 2.800 2.800 0 1 1 4 1.200",
    crest: "M0-12.500Q20 0 0 12.500-20 0 0-12.500Z",
  },
  "light blue": {
    letter: "Lb",
    colour: "#86c5ee",
    deep: "#2b6591",
    ink: "#10222f",
    pattern: "M3-1 5.500 1 3 4 5.500 6.500 3 9",
    crest: "M-5.500-5.500A5.900 5.900 0 1 1 5.500-5.500 5.900 5.900 0 1 1 5.500 5.500 5.900 5.900 0 1 1-5.500 5.500 5.900 5.900 0 1 1-5.500-5.500Z",
    letterAt: 3.4,
  },
  "light green": {
    letter: "Lg",
    colour: "#a5d65c",
    deep: "#4c7217",
    ink: "#1a2609",
    pattern: "M2-1V9M6 2h.1M6 6h.1",
    crest: "M-6.500-9.500H6.500L12 9.500H-12Z",
    letterAt: 5,
    bold: true,
  },
  sand: {
    letter: "Sa",
    colour: "#d3b075",
    deep: "#74521a",
    ink: "#2b1f0c",
    pattern: "M1 0 6 4 1 8",
    crest: "M0-12.500 12.500 8.800H-12.500Z",
    letterAt: 6.4,
  },
};

export const factionOf = (colour: string): Faction => FACTIONS[colour] ?? NOBODY;
export const patternId = (colour: string): string => `pattern-${colour.replaceAll(" ", "-")}`;
export const COLOURS = Object.keys(FACTIONS);
