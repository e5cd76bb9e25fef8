/** Everything the page says, in three languages. */

import { Cell } from "./cell.ts";
import french from "../words/fr.json" with { type: "json" }; // for its keys alone: not bundled
import house from "../words/house/fr.json" with { type: "json" }; // likewise
import learn from "../words/learn/fr.json" with { type: "json" };
import after from "../words/after/fr.json" with { type: "json" };

/** The keys of the catalogue; those with plurals are named without their `.one` and `.other`. */
type Keys =
  | keyof typeof french
  | keyof typeof house
  | keyof typeof learn
  | keyof typeof after;
type Plural<K> = K extends `${infer Stem}.${"one" | "other"}` ? Stem : never;
export type Word = Keys | Plural<Keys>;
export type Language = "fr" | "en" | "de";
export type Catalogue = Readonly<Record<string, string>>;

export const LANGUAGES: readonly Language[] = ["fr", "en", "de"];
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = {
  fr: "Français",
  en: "English",
  de: "Deutsch",
};

export const language = new Cell<Language>("fr");
const catalogue = new Cell<Catalogue>({});

/** The language a browser prefers among ours. */
export function preferred(wanted: readonly string[]): Language {
  for (const one of wanted) {
    const found = LANGUAGES.find((language) => language === one.slice(0, 2).toLowerCase());
    if (found) return found;
  }
  return "fr";
}

/** Speak a language: its catalogue is fetched first, so that nothing is ever half translated. */
export async function speak(wanted: Language): Promise<void> {
  const response = await fetch(`/words.${wanted}.json`);
  if (!response.ok) throw new Error(`no words in ${wanted}: ${response.status}`);
  catalogue.value = await response.json();
  document.documentElement.lang = wanted;
  language.value = wanted;
}

/** The sentence of a catalogue, with its values; a `count` chooses between singular and plural. */
export function sentence(
  words: Catalogue,
  language: Language,
  key: string,
  values: Readonly<Record<string, string | number>> = {},
): string {
  const text = words[key] ?? words[`${key}.${plural(language, values["count"])}`] ??
    words[`${key}.other`];
  if (text === undefined) throw new Error(`no words for ${key}`);
  return text.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`no ${name} for ${key}`);
    return typeof value === "number" ? value.toLocaleString(language) : value;
  });
}

function plural(language: Language, count: string | number | undefined): string {
  if (typeof count !== "number") return "other";
  return new Intl.PluralRules(language).select(count) === "one" ? "one" : "other";
}

/** Say something in the present language. */
export function say(key: Word, values?: Readonly<Record<string, string | number>>): string {
  return sentence(catalogue.value, language.value, key, values);
}

/** Whether there are words for a key that comes from elsewhere, a code of a refusal for example. */
export function isWord(key: string): key is Word {
  return key in catalogue.value || `${key}.other` in catalogue.value;
}
