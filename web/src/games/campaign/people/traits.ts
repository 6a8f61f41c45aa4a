// What somebody looks like. Nobody chose it: it follows from the name, the same on every page and every day.
import { chance } from "../../scenery/scenery";

const pick = <T>(from: readonly T[], next: () => number): T => from[Math.floor(next() * from.length)]!;

/** A number out of a name. */
export function hashOf(name: string): number {
  let hash = 2166136261;
  for (const letter of name) hash = Math.imul(hash ^ letter.codePointAt(0)!, 16777619);
  return ((hash >>> 0) % 2147483646) + 1;
}

export interface Skin {
  lit: string;
  dim: string;
}

export type Hair = "fringe" | "curls" | "long" | "cropped" | "bald" | "knot";
export type Beard = "none" | "stubble" | "short" | "full" | "moustache" | "goatee";

export interface Face {
  skin: Skin;
  hair: Hair;
  shade: string; // of the hair
  beard: Beard;
  cap: boolean; // the racing cap, of leather
  jaw: number; // how broad, about 1
  long: number; // the face, about 1
  nose: "hooked" | "straight" | "broad";
  brow: number; // how far down it comes
  old: boolean;
  scar: boolean;
  kohl: boolean; // lines around the eyes
}

interface Nation {
  skins: Skin[];
  hair: Hair[];
  shades: string[];
  beards: Beard[];
  noses: Face["nose"][];
}

const DARK = ["#1d1512", "#2b1c14", "#3a261a"];
const NATIONS: Record<string, Nation> = {
  Roman: {
    skins: [{ lit: "#dba77c", dim: "#b9805a" }, { lit: "#cf9568", dim: "#a87148" }, { lit: "#e2b78e", dim: "#c08f67" }], // prettier-ignore
    hair: ["fringe", "fringe", "cropped", "bald"],
    shades: [...DARK, "#5a3c25", "#7d776f"],
    beards: ["none", "none", "stubble", "short"],
    noses: ["hooked", "hooked", "straight"],
  },
  Greek: {
    skins: [{ lit: "#d8a274", dim: "#b17c52" }, { lit: "#c68a5c", dim: "#9d683f" }], // prettier-ignore
    hair: ["curls", "curls", "fringe", "knot"],
    shades: [...DARK, "#6b4a2a"],
    beards: ["short", "full", "none", "goatee"],
    noses: ["straight", "straight", "hooked"],
  },
  Egyptian: {
    skins: [{ lit: "#a86c42", dim: "#824d2c" }, { lit: "#8f5834", dim: "#6a3d22" }, { lit: "#b97d50", dim: "#915b36" }], // prettier-ignore
    hair: ["cropped", "bald", "cropped", "knot"],
    shades: ["#14100e", "#1d1512"],
    beards: ["none", "none", "goatee", "stubble"],
    noses: ["broad", "straight", "broad"],
  },
  Gaul: {
    skins: [{ lit: "#e8bd99", dim: "#c89572" }, { lit: "#e3b08a", dim: "#c28a66" }], // prettier-ignore
    hair: ["long", "long", "knot", "curls"],
    shades: ["#b4632a", "#c99248", "#8b4f22", "#d9b06a"],
    beards: ["moustache", "moustache", "full", "short"],
    noses: ["straight", "broad"],
  },
};

export function faceOf(name: string, nation: string): Face {
  const next = chance(hashOf(name));
  next(); // neighbours in the alphabet begin alike
  const { skins, hair, shades, beards, noses } = NATIONS[nation] ?? NATIONS["Roman"]!;
  return {
    skin: pick(skins, next),
    hair: pick(hair, next),
    shade: pick(shades, next),
    beard: pick(beards, next),
    cap: next() < 0.34,
    jaw: 0.9 + next() * 0.22,
    long: 0.95 + next() * 0.12,
    nose: pick(noses, next),
    brow: next(),
    old: next() < 0.3,
    scar: next() < 0.22,
    kohl: nation === "Egyptian" && next() < 0.7,
  };
}

export interface Coat {
  name: string;
  lit: string;
  dim: string;
  mane: string;
}

const COATS: Coat[] = [
  { name: "bay", lit: "#8f5228", dim: "#6b3a1a", mane: "#221712" },
  { name: "dark bay", lit: "#5d3620", dim: "#432513", mane: "#17100d" },
  { name: "chestnut", lit: "#b0622a", dim: "#8a481b", mane: "#c98746" },
  { name: "sorrel", lit: "#c07a3c", dim: "#97592a", mane: "#e3bd84" },
  { name: "black", lit: "#37302e", dim: "#221d1c", mane: "#0f0d0d" },
  { name: "grey", lit: "#a9a7a4", dim: "#83807d", mane: "#5c5a59" },
  { name: "white", lit: "#e9e3d8", dim: "#c7bfb1", mane: "#f8f4ec" },
  { name: "dun", lit: "#c9a468", dim: "#a17f48", mane: "#3a2a1c" },
  { name: "roan", lit: "#a57f74", dim: "#825f56", mane: "#4b332d" },
];

export interface Mount {
  coat: Coat;
  mane: "flowing" | "hogged" | "plaited";
  mark: "none" | "star" | "blaze" | "snip";
  forelock: boolean;
}

export function mountOf(name: string): Mount {
  const next = chance(hashOf(`equus ${name}`));
  next();
  return {
    coat: pick(COATS, next),
    mane: pick(["flowing", "flowing", "hogged", "plaited"] as const, next),
    mark: pick(["none", "none", "star", "blaze", "snip"] as const, next),
    forelock: next() < 0.7,
  };
}
