import { assertEquals, assertThrows } from "./assert.ts";
import { preferred, sentence } from "../src/words.ts";

const WORDS = {
  "hello": "Hello {name}",
  "cards.one": "{count} card",
  "cards.other": "{count} cards",
};

Deno.test("a sentence has its values in it", () => {
  assertEquals(sentence(WORDS, "en", "hello", { name: "Ada" }), "Hello Ada");
});

Deno.test("a count chooses singular or plural as the language does", () => {
  assertEquals(sentence(WORDS, "en", "cards", { count: 1 }), "1 card");
  assertEquals(sentence(WORDS, "en", "cards", { count: 0 }), "0 cards");
  assertEquals(sentence(WORDS, "fr", "cards", { count: 0 }), "0 card");
});

Deno.test("what is missing is an error", () => {
  assertThrows(() => sentence(WORDS, "en", "bye"), "bye");
  assertThrows(() => sentence(WORDS, "en", "hello"), "name");
});

Deno.test("the browser's first language that we speak is taken, else French", () => {
  assertEquals(preferred(["it-IT", "de-CH", "en"]), "de");
  assertEquals(preferred(["EN-gb"]), "en");
  assertEquals(preferred(["it"]), "fr");
});
