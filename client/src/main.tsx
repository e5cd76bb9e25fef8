/** Entry point: settings, language, then the screen of the present route. */

import { render } from "preact";
import "./core.ts";
import { useSignalValue } from "./signal.ts";
import { route, startRouting } from "./routes.ts";
import { loadScreen, Screen } from "./screens.tsx";
import { applySettings, settings } from "./settings.ts";
import { unlockOnFirstPress } from "./sound/synth.ts";
import { language, loadLanguage, preferredLanguage } from "./words.ts";

function Page() {
  const currentRoute = useSignalValue(route);
  useSignalValue(language); // render everything again in another language
  return <Screen route={currentRoute} />;
}

async function applyLanguage(): Promise<void> {
  const wanted = settings.value.language || preferredLanguage(navigator.languages);
  if (wanted !== language.value || !document.documentElement.dataset["loadedLanguage"]) {
    await loadLanguage(wanted);
    document.documentElement.dataset["loadedLanguage"] = wanted;
  }
}

async function start(): Promise<void> {
  applySettings();
  startRouting();
  const screen = loadScreen(route.value).catch(() => {}); // the screen reports the error
  await Promise.all([applyLanguage(), screen]);
  settings.subscribe(() => void applyLanguage());
  unlockOnFirstPress();
  const app = document.getElementById("app");
  if (app) render(<Page />, app);
  // Not available without https; without it the page needs a network, nothing else.
  void navigator.serviceWorker?.register("/sw.js").catch(() => {});
}

await start();
