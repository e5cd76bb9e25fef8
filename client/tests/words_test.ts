import { assertEquals, assertThrows } from "./assert.ts";
import { withFallback } from "../languages.ts";
import { formatMessage, languageNames, preferredLanguage } from "../src/words.ts";

const WORDS = {
  "hello": "Hello {name}",
  "cards.one": "{count} card",
  "cards.other": "{count} cards",
};

Deno.test("a text is formatted with its values", () => {
  assertEquals(formatMessage(WORDS, "en", "hello", { name: "Ada" }), "Hello Ada");
});

Deno.test("a count chooses singular or plural as the language does", () => {
  assertEquals(formatMessage(WORDS, "en", "cards", { count: 1 }), "1 card");
  assertEquals(formatMessage(WORDS, "en", "cards", { count: 0 }), "0 cards");
  assertEquals(formatMessage(WORDS, "fr", "cards", { count: 0 }), "0 card");
});

Deno.test("a missing key or value is an error", () => {
  assertThrows(() => formatMessage(WORDS, "en", "bye"), "bye");
  assertThrows(() => formatMessage(WORDS, "en", "hello"), "name");
});

const NAMES = { fr: "Français", de: "Deutsch", en: "English", "pt-BR": "Português (Brasil)" };

Deno.test("the first installed language of the browser is taken, else French", () => {
  languageNames.value = NAMES;
  assertEquals(preferredLanguage("", ["it-IT", "de-CH", "en"]), "de");
  assertEquals(preferredLanguage("", ["EN-gb"]), "en");
  assertEquals(preferredLanguage("", ["pt-br", "en"]), "pt-BR");
  assertEquals(preferredLanguage("", ["it"]), "fr");
});

Deno.test("the language set is taken if it is installed", () => {
  languageNames.value = NAMES;
  assertEquals(preferredLanguage("pt-BR", ["de"]), "pt-BR");
  assertEquals(preferredLanguage("eo", ["de"]), "de");
});

Deno.test("missing texts are those of another language, plurals as a whole", () => {
  const english = { hello: "Hello", "cards.one": "card", "cards.other": "cards" };
  assertEquals(withFallback({ hello: "Saluton" }, english), { ...english, hello: "Saluton" });
  const korean = { "cards.other": "카드", hello: "안녕" };
  assertEquals(withFallback(korean, english), korean);
});
