/** The settings page: what is stored in this browser only, and how the person is told of turns. */

import { useSignalValue } from "../signal.ts";
import { settings, updateSettings } from "../settings.ts";
import { say } from "../words.ts";
import { HolidaySettings } from "./HolidaySettings.tsx";
import { NoticeSettings } from "./NoticeSettings.tsx";
import { PageLayout } from "./PageLayout.tsx";
import { type SettingField, settingFields, Volume } from "./settingFields.tsx";

export function SettingsPage() {
  return (
    <PageLayout title={say("nav.settings")}>
      <h1>{say("nav.settings")}</h1>
      <SettingsForm />
      <p class="help-text">{say("settings.stored")}</p>
      <NoticeSettings />
      <HolidaySettings />
    </PageLayout>
  );
}

function SettingsForm() {
  const current = useSignalValue(settings);
  return (
    <form class="settings" onSubmit={(event) => event.preventDefault()}>
      {settingFields(current).map((one) => <Radios key={one.name} liking={one} />)}
      <Volume volume={current.volume} />
      <Check name="muted" value={current.muted} />
      <Check name="confirm" value={current.confirm} />
      <Check name="confirmEvery" value={current.confirmEvery} />
      {"vibrate" in navigator && <Check name="vibration" value={current.vibration} />}
    </form>
  );
}

function Radios({ liking }: { readonly liking: SettingField }) {
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

function Check({ name, value }: {
  readonly name: "muted" | "confirm" | "confirmEvery" | "vibration";
  readonly value: boolean;
}) {
  return (
    <label class="check">
      <input
        type="checkbox"
        checked={value}
        onChange={(event) => updateSettings({ [name]: event.currentTarget.checked })}
      />
      <span>{say(`settings.${name}`)}</span>
    </label>
  );
}
