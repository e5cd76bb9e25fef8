import { assertEquals } from "./assert.ts";
import { routeOf } from "../src/routes.ts";

Deno.test("every address of the page has its route", () => {
  assertEquals(routeOf("/"), { at: "home" });
  assertEquals(routeOf("/game/m"), { at: "game", game: "m" });
  assertEquals(routeOf("/game/m/rules"), { at: "rules", game: "m" });
  assertEquals(routeOf("/game/m/learn"), { at: "learn", game: "m" });
  assertEquals(routeOf("/table/abc"), { at: "table", table: "abc" });
  assertEquals(routeOf("/table/abc/replay"), { at: "replay", table: "abc" });
  for (const at of ["me", "settings", "watch"] as const) assertEquals(routeOf(`/${at}`), { at });
});

Deno.test("anything else leads nowhere", () => {
  for (const path of ["/game", "/game/m/cheat", "/table/a/b/c", "/me/too", "/art/m/art.svg"]) {
    assertEquals(routeOf(path), { at: "nowhere", path });
  }
});
