import { assertEquals, assertThrows } from "./assert.ts";
import { formatMessage, preferredLanguage } from "../src/words.ts";

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

Deno.test("the first available language of the browser is taken, else French", () => {
  assertEquals(preferredLanguage(["it-IT", "de-CH", "en"]), "de");
  assertEquals(preferredLanguage(["EN-gb"]), "en");
  assertEquals(preferredLanguage(["it"]), "fr");
});
