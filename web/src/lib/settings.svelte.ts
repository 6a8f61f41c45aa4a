import { recall, remember } from "./storage";

export type Theme = "auto" | "light" | "dark";
export type Speed = "normal" | "fast" | "off";
export type Whom = "action" | "leader" | "mine";

interface Saved {
  theme: Theme;
  speed: Speed;
  hints: boolean;
  advice: boolean; // what a strong bot would answer stands first
  remarks: boolean; // what the others say to what happens
  sound: boolean;
  follow: boolean | null; // the camera; null: as fits the game and the screen
  whom: Whom; // whom it follows, where a game knows more than one
  name: string;
  cover: boolean; // the screen, before another person here writes in secret
  waived: string[]; // questions that nobody here wants to be asked, by game and name
  log: number | null; // how high the log stands beside the board, in pixels; null: as there is room
}

const saved: Saved = { theme: "auto", speed: "normal", hints: true, advice: true, remarks: true, sound: false, follow: null, whom: "action", name: "", cover: true, waived: [], log: null, ...recall("settings", {}) };

export const settings = $state(saved);

/** How long things take, as a share of the normal time. */
export const PACE: Record<Speed, number> = { normal: 1, fast: 0.35, off: 0 };

/** Call once, inside a root: keeps what is chosen and dresses the page. */
export function keepSettings(): void {
  $effect(() => remember("settings", { ...settings }));
  $effect(() => {
    const dark = settings.theme === "auto" ? torches.on : settings.theme === "dark";
    document.documentElement.dataset.theme = dark ? "dark" : "light";
  });
}

const night = matchMedia("(prefers-color-scheme: dark)");
const torches = $state({ on: night.matches });
night.addEventListener("change", () => (torches.on = night.matches));

const quiet = matchMedia("(prefers-reduced-motion: reduce)");
export const motion = $state({ reduced: quiet.matches });
quiet.addEventListener("change", () => (motion.reduced = quiet.matches));

const narrow = matchMedia("(max-width: 899px)");
const finger = matchMedia("(hover: none)"); // no mouse, and most likely no keys
export const screen = $state({ narrow: narrow.matches, touch: finger.matches });
narrow.addEventListener("change", () => (screen.narrow = narrow.matches));
finger.addEventListener("change", () => (screen.touch = finger.matches));
