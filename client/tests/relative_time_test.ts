import { relativeTime } from "../src/house/TableList.tsx";
import { language } from "../src/words.ts";
import { assertEquals } from "./assert.ts";

Deno.test("a moment ago is now, not this minute", () => {
  const before = language.value;
  language.value = "fr";
  const now = Date.UTC(2026, 0, 1);
  assertEquals(relativeTime(now - 5000, now), "maintenant");
  assertEquals(relativeTime(now - 120_000, now), "il y a 2 minutes");
  language.value = before;
});
