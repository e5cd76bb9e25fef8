/** Entry point: settings, language, then the screen of the present route. */

import { render } from "preact";
import "./core.ts";
import { followAwaited } from "./awaited.ts";
import { Announcements } from "./house/Announcements.tsx";
import { isFileOver, openDroppedRecords } from "./house/openRecord.ts";
import { useSignalValue } from "./signal.ts";
import { type Route, route, startRouting } from "./routes.ts";
import { loadScreen, Screen } from "./screens.tsx";
import { applySettings, settings } from "./settings.ts";
import { unlockOnFirstPress } from "./sound/synth.ts";
import { Calls } from "./table/Calls.tsx";
import { isShutOut } from "./wire/http.ts";
import { language, languageNames, loadLanguage, preferredLanguage, say } from "./words.ts";

const DOOR: Route = { screen: "door" };

function Page() {
  const currentRoute = useSignalValue(route);
  const isOutside = useSignalValue(isShutOut) && currentRoute.screen !== "join";
  useSignalValue(language); // render everything again in another language
  if (isOutside) return <Screen route={DOOR} />;
  return (
    <>
      {currentRoute.screen !== "join" && <Announcements />}
      {currentRoute.screen !== "join" && <Calls />}
      <Screen route={currentRoute} />
      <DropHint />
    </>
  );
}

/** Says that a record file may be dropped, while one is dragged over the page. */
function DropHint() {
  return useSignalValue(isFileOver) && <p class="drop-hint">{say("past.drop")}</p>;
}

async function applyLanguage(): Promise<void> {
  const wanted = preferredLanguage(settings.value.language, navigator.languages);
  if (wanted !== language.value || !document.documentElement.dataset["loadedLanguage"]) {
    await loadLanguage(wanted);
    document.documentElement.dataset["loadedLanguage"] = wanted;
    const manifest = document.querySelector<HTMLLinkElement>("link[rel=manifest]");
    if (manifest) manifest.href = `/manifest.${wanted}.webmanifest`;
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
  openDroppedRecords();
  const app = document.getElementById("app");
  if (app) render(<Page />, app);
  followAwaited();
  // Not available without https; without it the page needs a network, nothing else.
  void navigator.serviceWorker?.register("/sw.js").catch(() => {});
}

await start();
