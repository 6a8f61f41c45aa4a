// Lengths of time, for the eye and in words.

export const UNITS = [
  { name: "day", seconds: 86_400 },
  { name: "hour", seconds: 3600 },
  { name: "minute", seconds: 60 },
  { name: "second", seconds: 1 },
] as const;

/** As on a clock, with no more than matters: 0:07, 12:30, 3 h 05, 11 h, 2 d. */
export function onClock(seconds: number): string {
  const whole = Math.ceil(seconds);
  const two = (number: number): string => String(number).padStart(2, "0");
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60)];
  if (hours >= 48 || whole === 86_400) return `${Math.round(hours / 24)} d`;
  if (hours >= 10) return `${Math.round(whole / 3600)} h`;
  if (hours) return minutes % 60 ? `${hours} h ${two(minutes % 60)}` : `${hours} h`;
  return `${minutes}:${two(whole % 60)}`;
}

/** In words: 1 minute 30 seconds. */
export function inWords(seconds: number): string {
  let rest = Math.ceil(seconds);
  const words: string[] = [];
  for (const unit of UNITS) {
    const count = Math.floor(rest / unit.seconds);
    rest -= count * unit.seconds;
    if (count) words.push(`${count} ${unit.name}${count > 1 ? "s" : ""}`);
  }
  return words.join(" ") || "no time";
}

const DAY = 86_400_000; // milliseconds

/** When something was, as one says it: today 14:05, yesterday, 3 May, 3 May 2025. */
export function onDay(iso: string, now = new Date()): string {
  const then = new Date(iso);
  const midnight = new Date(now.getFullYear(), now.getMonth(), now.getDate()).getTime();
  if (then.getTime() >= midnight) return `today ${then.toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit" })}`;
  if (then.getTime() >= midnight - DAY) return "yesterday";
  const year = then.getFullYear() === now.getFullYear() ? {} : ({ year: "numeric" } as const);
  return then.toLocaleDateString("en-GB", { day: "numeric", month: "long", ...year });
}

/** 1st, 2nd, 3rd, 4th ... 11th, 21st. */
export function ordinal(number: number): string {
  const teen = number % 100 > 10 && number % 100 < 14;
  return `${number}${(!teen && ["th", "st", "nd", "rd"][number % 10]) || "th"}`;
}

/** 3 May 2026. */
export const asDate = (iso: string): string => new Date(iso).toLocaleDateString("en-GB", { day: "numeric", month: "long", year: "numeric" });
