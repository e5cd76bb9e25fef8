/** The page starts here: settings, language, then the screen of the present route. */

import { render } from "preact";
import { useCell } from "./cell.ts";
import { Screen } from "./house/Screen.tsx";
import { followLinks, route } from "./routes.ts";
import { applySettings, settings } from "./settings.ts";
import { TableScreen } from "./table/TableScreen.tsx";
import { language, preferred, speak } from "./words.ts";

function Page() {
  const here = useCell(route);
  useCell(language); // everything is said again in another language
  if (here.at === "table") return <TableScreen key={here.table} table={here.table} />;
  return <Screen route={here} />;
}

async function speakAsSet(): Promise<void> {
  const wanted = settings.value.language || preferred(navigator.languages);
  if (wanted !== language.value || !document.documentElement.dataset["spoken"]) {
    await speak(wanted);
    document.documentElement.dataset["spoken"] = wanted;
  }
}

async function start(): Promise<void> {
  applySettings();
  await speakAsSet();
  settings.watch(() => void speakAsSet());
  followLinks();
  const app = document.getElementById("app");
  if (app) render(<Page />, app);
  // There is none without https; where it is refused the page needs a network, that is all.
  void navigator.serviceWorker?.register("/sw.js").catch(() => {});
}

await start();
