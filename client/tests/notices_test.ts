import { assertEquals } from "./assert.ts";
import { setGlobal } from "./fake_browser.ts";
import { awaitedElsewhere } from "../src/awaited.ts";
import { routeOf } from "../src/routes.ts";
import { countWaiting, markTurn, showTitle } from "../src/title.ts";

const awaited = (table: string) => ({ table, game: "m", due: 0 });

Deno.test("the table that is shown is not the next one", () => {
  const tables = [awaited("a"), awaited("b")];
  assertEquals(awaitedElsewhere(tables, "a").map(({ table }) => table), ["b"]);
  assertEquals(awaitedElsewhere(tables, "").length, 2);
});

Deno.test("the title counts other tables and marks one's turn, in any order", () => {
  const page = { title: "" };
  setGlobal("document", page);
  showTitle("M");
  countWaiting(2);
  assertEquals(page.title, "(2) M");
  markTurn(true);
  assertEquals(page.title, "(2) ● M");
  showTitle("Settings");
  markTurn(false);
  countWaiting(0);
  assertEquals(page.title, "Settings");
});

Deno.test("links in mails lead to a page with one button", () => {
  assertEquals(routeOf("/notices/stop/abc"), {
    screen: "mail-link",
    action: "stop",
    token: "abc",
  });
  assertEquals(routeOf("/notices/other/abc").screen, "not-found");
});
