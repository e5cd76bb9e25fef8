/** What one likes: kept in this browser, nowhere else. */

import { useCell } from "../cell.ts";
import { set, type Settings, settings } from "../settings.ts";
import { LANGUAGE_NAMES, LANGUAGES, say, type Word } from "../words.ts";
import { Frame } from "./Frame.tsx";

const SPEEDS: Readonly<Record<Settings["speed"], Word>> = {
  0: "settings.still",
  0.5: "settings.slow",
  1: "settings.usual",
  2: "settings.fast",
};

export function SettingsPage() {
  return (
    <Frame title={say("way.settings")}>
      <h1>{say("way.settings")}</h1>
      <SettingsForm />
      <p class="hint">{say("settings.kept")}</p>
    </Frame>
  );
}

/** The same form, also at a table. */
export function SettingsForm() {
  const liked = useCell(settings);
  return (
    <form class="settings" onSubmit={(event) => event.preventDefault()}>
      <Radios
        name="language"
        value={liked.language}
        values={["", ...LANGUAGES]}
        label={(one) => one ? LANGUAGE_NAMES[one] : say("settings.auto")}
      />
      <Radios
        name="theme"
        value={liked.theme}
        values={["auto", "light", "dark"]}
        label={(one) => say(`settings.${one}`)}
      />
      <Radios
        name="speed"
        value={liked.speed}
        values={[0, 0.5, 1, 2]}
        label={(one) => say(SPEEDS[one])}
      />
      <label class="field">
        <span>{say("settings.volume")}</span>
        <input
          type="range"
          min="0"
          max="1"
          step="0.05"
          value={liked.volume}
          onInput={(event) => set({ volume: Number(event.currentTarget.value) })}
        />
      </label>
      <Check name="muted" value={liked.muted} />
      <Check name="confirm" value={liked.confirm} />
    </form>
  );
}

function Radios<K extends keyof Settings>({ name, value, values, label }: {
  readonly name: K;
  readonly value: Settings[K];
  readonly values: readonly Settings[K][];
  readonly label: (value: Settings[K]) => string;
}) {
  return (
    <fieldset class="radios">
      <legend>{say(`settings.${name}` as Word)}</legend>
      {values.map((one) => (
        <label key={String(one)}>
          <input
            type="radio"
            name={name}
            checked={one === value}
            onChange={() => set({ [name]: one })}
          />
          <span>{label(one)}</span>
        </label>
      ))}
    </fieldset>
  );
}

function Check({ name, value }: { readonly name: "muted" | "confirm"; readonly value: boolean }) {
  return (
    <label class="check">
      <input
        type="checkbox"
        checked={value}
        onChange={(event) => set({ [name]: event.currentTarget.checked })}
      />
      <span>{say(`settings.${name}`)}</span>
    </label>
  );
}
