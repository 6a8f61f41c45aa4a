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
