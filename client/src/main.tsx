/** Entry point: settings, language, then the screen of the present route. */

import { render } from "preact";
import "./core.ts";
import { Announcements } from "./house/Announcements.tsx";
import { useSignalValue } from "./signal.ts";
import { type Route, route, startRouting } from "./routes.ts";
import { loadScreen, Screen } from "./screens.tsx";
import { applySettings, settings } from "./settings.ts";
import { unlockOnFirstPress } from "./sound/synth.ts";
import { isShutOut } from "./wire/http.ts";
import { language, languageNames, loadLanguage, preferredLanguage } from "./words.ts";

const DOOR: Route = { screen: "door" };

function Page() {
  const currentRoute = useSignalValue(route);
  const isOutside = useSignalValue(isShutOut) && currentRoute.screen !== "join";
  useSignalValue(language); // render everything again in another language
  if (isOutside) return <Screen route={DOOR} />;
  return (
    <>
      {currentRoute.screen !== "join" && <Announcements />}
      <Screen route={currentRoute} />
    </>
  );
}

async function applyLanguage(): Promise<void> {
  const wanted = preferredLanguage(settings.value.language, navigator.languages);
  if (wanted !== language.value || !document.documentElement.dataset["loadedLanguage"]) {
    await loadLanguage(wanted);
    document.documentElement.dataset["loadedLanguage"] = wanted;
  }
}

async function start(): Promise<void> {
  applySettings();
  languageNames.value = JSON.parse(document.getElementById("languages")?.textContent ?? "{}");
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
