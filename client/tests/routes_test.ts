import { assertEquals } from "./assert.ts";
import { routeOf } from "../src/routes.ts";

Deno.test("every address of the page has a route", () => {
  assertEquals(routeOf("/"), { screen: "home" });
  assertEquals(routeOf("/game/m"), { screen: "game", game: "m" });
  assertEquals(routeOf("/game/m/rules"), { screen: "rules", game: "m" });
  assertEquals(routeOf("/game/m/learn"), { screen: "learn", game: "m" });
  assertEquals(routeOf("/game/m/match"), { screen: "match", game: "m" });
  assertEquals(routeOf("/friends"), { screen: "friends" });
  assertEquals(routeOf("/circle/abc"), { screen: "circle", circle: "abc" });
  assertEquals(routeOf("/game/m/statistics"), { screen: "statistics", game: "m" });
  assertEquals(routeOf("/person/Ada%20B"), { screen: "person", name: "Ada B" });
  assertEquals(routeOf("/person/100%"), { screen: "person", name: "100%" });
  assertEquals(routeOf("/daily"), { screen: "daily", day: "" });
  assertEquals(routeOf("/daily/2026-11-18"), { screen: "daily", day: "2026-11-18" });
  assertEquals(routeOf("/puzzles"), { screen: "puzzles" });
  assertEquals(routeOf("/puzzle/m-1"), { screen: "puzzle", puzzle: "m-1" });
  assertEquals(routeOf("/record/abc"), { screen: "record", record: "abc" });
  assertEquals(routeOf("/table/a/beside/b"), { screen: "beside", table: "a", other: "b" });
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
