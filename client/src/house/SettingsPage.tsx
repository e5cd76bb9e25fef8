/** What one likes: kept in this browser, nowhere else. */

import { useCell } from "../cell.ts";
import { set, settings } from "../settings.ts";
import { say } from "../words.ts";
import { Frame } from "./Frame.tsx";
import { type Liking, likings, Volume } from "./likings.tsx";

export function SettingsPage() {
  return (
    <Frame title={say("way.settings")}>
      <h1>{say("way.settings")}</h1>
      <SettingsForm />
      <p class="hint">{say("settings.kept")}</p>
    </Frame>
  );
}

function SettingsForm() {
  const liked = useCell(settings);
  return (
    <form class="settings" onSubmit={(event) => event.preventDefault()}>
      {likings(liked).map((one) => <Radios key={one.name} liking={one} />)}
      <Volume volume={liked.volume} />
      <Check name="muted" value={liked.muted} />
      <Check name="confirm" value={liked.confirm} />
    </form>
  );
}

function Radios({ liking }: { readonly liking: Liking }) {
  return (
    <fieldset class="radios">
      <legend>{liking.label}</legend>
      {liking.values.map(([value, word]) => (
        <label key={value}>
          <input
            type="radio"
            name={liking.name}
            checked={value === liking.value}
            onChange={() => liking.choose(value)}
          />
          <span>{word}</span>
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
