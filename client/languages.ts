/** The words of the page, built from `words/`: a language is there if `words/LANGUAGE.json` names it. */

type Entries = Record<string, string>;

const NAME_KEY = "language.name"; // the name of a language in itself
const DEFAULT_LANGUAGE = "fr"; // the first of the menu
const FALLBACK_LANGUAGE = "en"; // for a text that a language lacks
const PLURAL_FORM = /\.(one|other)$/;

/** The address of the words of a language. */
export function wordsPath(language: string): string {
  return `/words.${language}.json`;
}

/** Write the words of each language, and `languages.json`. Returns the names by language. */
export async function writeWords(folder: string, output: string): Promise<Entries> {
  for (const { name } of Deno.readDirSync(output)) {
    if (/^words\..+\.json$/.test(name)) await Deno.remove(`${output}/${name}`);
  }
  const fallback = readWords(folder, FALLBACK_LANGUAGE);
  const names: Entries = {};
  for (const language of languagesIn(folder)) {
    const own = readWords(folder, language);
    const name = own[NAME_KEY];
    if (name === undefined) {
      console.warn(`words/${language}.json is left out: it has no ${NAME_KEY}`);
      continue;
    }
    names[language] = name;
    const words = withFallback(own, fallback);
    await Deno.writeTextFile(output + wordsPath(language), JSON.stringify(words));
  }
  await Deno.writeTextFile(`${output}/languages.json`, JSON.stringify(names));
  return names;
}

/** Write the manifest of the app for each language, from one with keys in place of words. */
export async function writeManifests(
  folder: string,
  template: string,
  output: string,
  languages: readonly string[],
): Promise<void> {
  const fallback = readWords(folder, FALLBACK_LANGUAGE);
  for (const language of languages) {
    const words: Entries = { ...withFallback(readWords(folder, language), fallback), language };
    const text = template.replace(/"\{([\w.]+)\}"/g, (_, key) => JSON.stringify(words[key]));
    await Deno.writeTextFile(`${output}/manifest.${language}.webmanifest`, text);
    if (language === DEFAULT_LANGUAGE) {
      await Deno.writeTextFile(`${output}/manifest.webmanifest`, text);
    }
  }
}

function languagesIn(folder: string): string[] {
  const files = [...Deno.readDirSync(folder)].filter(({ isFile }) => isFile);
  const found = files.map(({ name }) => name.replace(/\.json$/, "")).sort();
  return [DEFAULT_LANGUAGE, ...found.filter((language) => language !== DEFAULT_LANGUAGE)];
}

/** The words of a language in the folder and in the chapters below it, as far as they exist. */
function readWords(folder: string, language: string): Entries {
  const chapters = [...Deno.readDirSync(folder)].filter(({ isDirectory }) => isDirectory);
  const paths = ["", ...chapters.map(({ name }) => `${name}/`).sort()];
  return Object.assign(
    {},
    ...paths.map((path) => readEntries(`${folder}/${path}${language}.json`)),
  );
}

function readEntries(path: string): Entries {
  try {
    return JSON.parse(Deno.readTextFileSync(path));
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return {}; // a chapter that is not translated yet
    throw error;
  }
}

/** Words with those that are missing from others; plural forms of two languages are not mixed. */
export function withFallback(own: Entries, fallback: Entries): Entries {
  const present = new Set(Object.keys(own).map(stem));
  const missing = Object.entries(fallback).filter(([key]) => !present.has(stem(key)));
  return { ...own, ...Object.fromEntries(missing) };
}

function stem(key: string): string {
  return key.replace(PLURAL_FORM, "");
}
