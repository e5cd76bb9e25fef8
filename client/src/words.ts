/** The texts of the page in the languages that it was built in. */

import { Signal } from "./signal.ts";
import french from "../words/fr.json" with { type: "json" }; // for its keys alone: not bundled
import house from "../words/house/fr.json" with { type: "json" }; // likewise
import learn from "../words/learn/fr.json" with { type: "json" };
import after from "../words/after/fr.json" with { type: "json" };
import analysis from "../words/analysis/fr.json" with { type: "json" };
import host from "../words/host/fr.json" with { type: "json" };
import known from "../words/known/fr.json" with { type: "json" };
import people from "../words/people/fr.json" with { type: "json" };
import together from "../words/together/fr.json" with { type: "json" };

/** The keys of the catalogue; those with plurals also without their `.one` and `.other`. */
type CatalogueKey =
  | keyof typeof french
  | keyof typeof house
  | keyof typeof learn
  | keyof typeof after
  | keyof typeof analysis
  | keyof typeof host
  | keyof typeof known
  | keyof typeof people
  | keyof typeof together;
type Plural<K> = K extends `${infer Stem}.${"one" | "other"}` ? Stem : never;
export type WordKey = CatalogueKey | Plural<CatalogueKey>;
/** The code of a language, such as `fr` or `pt-BR`. */
export type Language = string;
export type Catalogue = Readonly<Record<string, string>>;

const DEFAULT_LANGUAGE = "fr";

/** The installed languages: the name of each in itself by its code, in the order of menus. */
export const languageNames = new Signal<Readonly<Record<Language, string>>>({});
export const language = new Signal<Language>(DEFAULT_LANGUAGE);
const catalogue = new Signal<Catalogue>({});

/** The language to show: the one set, if it is installed, else the first of the browser's languages
 * that is, else French. */
export function preferredLanguage(set: Language | "", tags: readonly string[]): Language {
  const installed = Object.keys(languageNames.value);
  if (installed.includes(set)) return set;
  for (const tag of tags.map((tag) => tag.toLowerCase())) {
    const found = installed.find((one) => one.toLowerCase() === tag) ??
      installed.find((one) => one === tag.split("-")[0]);
    if (found) return found;
  }
  return DEFAULT_LANGUAGE;
}

/** Switch to a language once its catalogue is fetched, so that nothing is half translated. */
export async function loadLanguage(chosen: Language): Promise<void> {
  const response = await fetch(`/words.${chosen}.json`);
  if (!response.ok) throw new Error(`no words in ${chosen}: ${response.status}`);
  catalogue.value = await response.json();
  document.documentElement.lang = chosen;
  language.value = chosen;
}

/** Format a text of a catalogue with values; a `count` selects singular or plural. */
export function formatMessage(
  words: Catalogue,
  language: Language,
  key: string,
  values: Readonly<Record<string, string | number>> = {},
): string {
  const text = words[key] ?? words[`${key}.${pluralForm(language, values["count"])}`] ??
    words[`${key}.other`];
  if (text === undefined) throw new Error(`no words for ${key}`);
  return text.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`no ${name} for ${key}`);
    return typeof value === "number" ? value.toLocaleString(language) : value;
  });
}

function pluralForm(language: Language, count: string | number | undefined): string {
  if (typeof count !== "number") return "other";
  return new Intl.PluralRules(language).select(count) === "one" ? "one" : "other";
}

/** A text in the present language. */
export function say(key: WordKey, values?: Readonly<Record<string, string | number>>): string {
  return formatMessage(catalogue.value, language.value, key, values);
}

/** Whether a computed key, such as that of a refusal's code, has a text. */
export function isWordKey(key: string): key is WordKey {
  return key in catalogue.value || `${key}.other` in catalogue.value;
}
