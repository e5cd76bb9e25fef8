import { endReason } from "../src/table/FinalScores.tsx";
import { assertEquals } from "./assert.ts";
import { line } from "./views.ts";

Deno.test("the reason of an end is what the log says of it", () => {
  const lines = [
    line(1, { category: "score", text: "Ada scores." }),
    line(2, { category: "end", text: "Ada wins." }),
    line(2, { category: "end", text: "So does Clara." }),
  ];
  assertEquals(endReason(lines), "Ada wins. So does Clara.");
  assertEquals(endReason(lines.slice(0, 1)), "");
});
