/** The settings one chooses among, in words: one source for their page and a table's menu. */

import { set, type Settings } from "../settings.ts";
import { LANGUAGE_NAMES, LANGUAGES, say, type Word } from "../words.ts";

/** A setting with few values, each with its name. */
export interface Liking {
  readonly name: "language" | "theme" | "speed";
  readonly label: string;
  readonly value: string;
  readonly values: readonly (readonly [string, string])[];
  choose(value: string): void;
}

const SPEEDS: readonly (readonly [Settings["speed"], Word])[] = [
  [0, "settings.still"],
  [0.5, "settings.slow"],
  [1, "settings.usual"],
  [2, "settings.fast"],
];
const THEMES = ["auto", "light", "dark"] as const;

/** A setting as somebody chose it, with all it may be. */
function liking<K extends Liking["name"]>(
  name: K,
  liked: Settings,
  values: readonly (readonly [Settings[K], string])[],
): Liking {
  return {
    name,
    label: say(`settings.${name}`),
    value: String(liked[name]),
    values: values.map(([value, word]) => [String(value), word]),
    choose: (chosen) => {
      const found = values.find(([value]) => String(value) === chosen);
      if (found) set({ [name]: found[0] });
    },
  };
}

export function likings(liked: Settings): Liking[] {
  const languages = LANGUAGES.map((one) => [one, LANGUAGE_NAMES[one]] as const);
  return [
    liking("language", liked, [["", say("settings.auto")], ...languages]),
    liking("theme", liked, THEMES.map((one) => [one, say(`settings.${one}`)])),
    liking("speed", liked, SPEEDS.map(([speed, word]) => [speed, say(word)])),
  ];
}

/** How loud it is; whoever turns it up wants to hear something. */
export function Volume({ volume }: { readonly volume: number }) {
  return (
    <label class="field">
      <span>{say("settings.volume")}</span>
      <input
        type="range"
        min="0"
        max="1"
        step="0.05"
        value={volume}
        onInput={(event) => set({ volume: Number(event.currentTarget.value), muted: false })}
      />
    </label>
  );
}
