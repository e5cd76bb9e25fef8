/** The settings with a few values, in words: for the settings page and a table's menu. */

import { type Settings, updateSettings } from "../settings.ts";
import { languageNames, say, type WordKey } from "../words.ts";

/** A setting with its values and their labels. */
export interface SettingField {
  readonly name: "language" | "theme" | "speed" | "pace";
  readonly label: string;
  readonly value: string;
  readonly values: readonly (readonly [string, string])[];
  choose(value: string): void;
}

const SPEEDS: readonly (readonly [Settings["speed"], WordKey])[] = [
  [0, "settings.none"],
  [0.5, "settings.slow"],
  [1, "settings.normal"],
  [2, "settings.fast"],
];
const THEMES = ["auto", "light", "dark"] as const;
const PACES = ["calm", "normal", "quick"] as const;

function settingField<K extends SettingField["name"]>(
  name: K,
  current: Settings,
  values: readonly (readonly [Settings[K], string])[],
): SettingField {
  return {
    name,
    label: say(`settings.${name}`),
    value: String(current[name]),
    values: values.map(([value, word]) => [String(value), word]),
    choose: (chosen) => {
      const found = values.find(([value]) => String(value) === chosen);
      if (found) updateSettings({ [name]: found[0] });
    },
  };
}

export function settingFields(current: Settings): SettingField[] {
  const languages = Object.entries(languageNames.value);
  return [
    settingField("language", current, [["", say("settings.auto")], ...languages]),
    settingField("theme", current, THEMES.map((one) => [one, say(`settings.${one}`)])),
    settingField("speed", current, SPEEDS.map(([speed, word]) => [speed, say(word)])),
    settingField("pace", current, PACES.map((one) => [one, say(`settings.pace.${one}`)])),
  ];
}

/** The volume slider; moving it also unmutes. */
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
        onInput={(event) =>
          updateSettings({ volume: Number(event.currentTarget.value), muted: false })}
      />
    </label>
  );
}
