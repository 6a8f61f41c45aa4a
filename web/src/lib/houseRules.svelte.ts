// House rules in the making: a preset, and what is set otherwise. Each game's are remembered on this device.
import { call } from "./rest";
import { recall, remember } from "./storage";
import type { GameInfo, HouseRulesInfo, OptionInfo, RulesetInfo } from "./types";

interface Kept {
  ruleset: string;
  changed: Record<string, unknown>;
  name: string;
}

export interface Group {
  title: string;
  options: OptionInfo[];
}

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** A value as the game says it. */
export function say(option: OptionInfo, value: unknown): string {
  const at = option.choices?.findIndex((choice) => same(choice, value)) ?? -1;
  if (at >= 0 && option.spoken[at]) return option.spoken[at];
  if (value === null || value === undefined) return "none";
  if (typeof value === "boolean") return value ? "yes" : "no";
  return typeof value === "object" ? "your own" : String(value);
}

/** A rule that is played or not. */
export const isOnOff = (option: OptionInfo): boolean =>
  option.choices?.length === 2 && !option.spoken.length && option.choices.every((choice) => typeof choice === "boolean");

export class HouseRules {
  ruleset = $state("");
  changed = $state<Record<string, unknown>>({}); // options that differ from the ruleset's
  name = $state("");
  board = $state.raw<string | null>(null); // the text of a board file
  lost = $state.raw<Kept | null>(null); // what another preset has swept away

  constructor(readonly game: GameInfo) {
    const kept = recall<Partial<Kept>>(`house.${game.id}`, {});
    this.ruleset = game.rulesets.some((each) => each.name === kept.ruleset) ? kept.ruleset! : game.rulesets[0]!.name;
    // A game may have changed since: what it does not know any more is forgotten.
    for (const option of this.#offered) {
      const value = kept.changed?.[option.name];
      const known = option.choices ? option.choices.some((each) => same(each, value)) : typeof value === "object";
      if (value !== undefined && known && this.stands(option)) this.set(option, value);
    }
    this.name = kept.name ?? "";
  }

  readonly preset = $derived.by((): RulesetInfo => this.game.rulesets.find((each) => each.name === this.ruleset)!);

  /** What is asked besides the seats; of what offers nothing else nothing is asked, nor of what these rules do not have. */
  get asked(): OptionInfo[] {
    return this.#offered.filter((option) => this.stands(option));
  }

  get #offered(): OptionInfo[] {
    // What has neither choices nor numbers nor a file is handed in by other software.
    return this.game.options.filter(
      (option) => !option.per_seat.length && option.choices?.length !== 1 && !!(option.choices || option.numbers || option.file) && !this.#isPreset(option),
    );
  }

  /** What each preset sets in its own way is chosen with the preset. */
  #isPreset({ name }: OptionInfo): boolean {
    const said = this.game.rulesets.map(({ options }) => JSON.stringify(options[name]));
    return said.length > 1 && said.every((value) => value !== undefined) && new Set(said).size === said.length;
  }

  /** Some switches are only there where another has one of certain values. */
  stands({ only }: OptionInfo): boolean {
    const other = only && this.game.options.find((each) => each.name === only.name);
    return !other || only!.values.some((value) => same(value, this.valueOf(other)));
  }

  /** Groups in the order of the game; what stands in none comes last. */
  get groups(): Group[] {
    const titles = [...new Set(this.asked.map((option) => option.group).filter(Boolean))];
    const of = (group: string): OptionInfo[] => this.asked.filter((option) => option.group === group);
    const others = of("");
    return [...titles.map((title) => ({ title, options: of(title) })), ...(others.length ? [{ title: titles.length ? "Others" : "", options: others }] : [])];
  }

  presetOf(option: OptionInfo): unknown {
    return option.name in this.preset.options ? this.preset.options[option.name] : option.default;
  }

  valueOf(option: OptionInfo): unknown {
    return option.name in this.changed ? this.changed[option.name] : this.presetOf(option);
  }

  isChanged(option: OptionInfo): boolean {
    return option.name in this.changed || (option.file && this.board !== null);
  }

  /** How many numbers a list of them must have. */
  countOf({ numbers }: OptionInfo, seats: number): number {
    const counted = this.game.options.find((each) => each.name === numbers?.of);
    return Math.max(seats, counted ? Number(this.valueOf(counted)) : 0) - (numbers?.spared ?? 0);
  }

  get count(): number {
    return this.asked.filter((option) => this.isChanged(option)).length;
  }

  set(option: OptionInfo, value: unknown): void {
    if (same(value, this.presetOf(option))) delete this.changed[option.name];
    else this.changed[option.name] = value;
    this.#sweep(option);
  }

  /** What hangs on a switch begins anew with it; what the preset says of what is not there any more is unsaid. */
  #sweep({ name }: OptionInfo): void {
    for (const option of this.game.options.filter((each) => each.only?.name === name)) {
      delete this.changed[option.name];
      if (!this.stands(option) && !same(this.presetOf(option), option.default)) this.changed[option.name] = option.default;
    }
  }

  setBoard(option: OptionInfo, text: string | null): void {
    this.board = text;
    delete this.changed[option.name];
  }

  reset(option: OptionInfo): void {
    delete this.changed[option.name];
    if (option.file) this.board = null;
    this.#sweep(option);
  }

  /** What must go back to its default before this can be played. */
  obstacle(option: OptionInfo): OptionInfo | null {
    if (!same(this.valueOf(option), option.default)) return null;
    return this.game.options.find((other) => option.excludes.includes(other.name) && !same(this.valueOf(other), other.default)) ?? null;
  }

  choose(ruleset: string): void {
    this.lost = this.count ? this.#kept() : null;
    this.ruleset = ruleset;
    this.#clear();
  }

  backToPreset(): void {
    this.lost = this.#kept();
    this.#clear();
  }

  takeBack(): void {
    if (!this.lost) return;
    const { ruleset, changed, name } = this.lost;
    this.#clear();
    this.ruleset = ruleset;
    Object.assign(this.changed, changed);
    this.name = name;
    this.lost = null;
  }

  take(info: HouseRulesInfo): void {
    this.lost = null;
    this.ruleset = info.ruleset;
    this.changed = { ...info.options };
    this.name = info.name;
    this.board = null;
  }

  keep(): void {
    remember(`house.${this.game.id}`, this.#kept());
  }

  /** The server's word on them: whether they can be played, what they are called, and their file. */
  check(): Promise<HouseRulesInfo> {
    const { ruleset, changed, name } = this.#kept();
    return call("post", "/api/house-rules/write", { body: { game: this.game.id, ruleset, options: changed, name, board_file: this.board } });
  }

  /** Without what is given seat by seat: the next match has other seats. */
  #kept(): Kept {
    const changed: Record<string, unknown> = $state.snapshot(this.changed);
    for (const option of this.game.options) if (option.per_seat.length) delete changed[option.name];
    return { ruleset: this.ruleset, changed, name: this.name.trim() };
  }

  /** What stands with the seats stays as it is. */
  #clear(): void {
    for (const option of this.#offered) delete this.changed[option.name];
    this.board = null;
    this.name = "";
  }
}
