import { assertEquals } from "./assert.ts";
import { settingFields } from "../src/house/settingFields.tsx";
import { settings } from "../src/settings.ts";
import { languageNames, loadLanguage } from "../src/words.ts";

Deno.test("the menu of languages has those that are installed, by their own names", async () => {
  const texts = { "settings.auto": "as the browser" };
  const words = new Proxy({}, { get: (_, key) => texts[key as keyof typeof texts] ?? String(key) });
  globalThis.fetch = () => Promise.resolve({ ok: true, json: () => words } as unknown as Response);
  Object.assign(globalThis, { document: { documentElement: {} } });
  await loadLanguage("eo");
  languageNames.value = { fr: "Français", eo: "Esperanto" };
  const [language] = settingFields(settings.value);
  assertEquals(language?.values, [["", "as the browser"], ["fr", "Français"], ["eo", "Esperanto"]]);
  language?.choose("eo");
  assertEquals(settings.value.language, "eo");
});
