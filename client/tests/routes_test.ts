import { assertEquals } from "./assert.ts";
import { routeOf } from "../src/routes.ts";

Deno.test("every address of the page has a route", () => {
  assertEquals(routeOf("/"), { screen: "home" });
  assertEquals(routeOf("/game/m"), { screen: "game", game: "m" });
  assertEquals(routeOf("/game/m/rules"), { screen: "rules", game: "m" });
  assertEquals(routeOf("/game/m/learn"), { screen: "learn", game: "m" });
  assertEquals(routeOf("/table/abc"), { screen: "table", table: "abc" });
  assertEquals(routeOf("/table/abc/replay"), { screen: "replay", table: "abc" });
  for (const screen of ["me", "settings", "watch"] as const) {
    assertEquals(routeOf(`/${screen}`), { screen });
  }
});

Deno.test("any other address is not found", () => {
  for (const path of ["/game", "/game/m/cheat", "/table/a/b/c", "/me/too", "/art/m/art.svg"]) {
    assertEquals(routeOf(path), { screen: "not-found", path });
  }
});
