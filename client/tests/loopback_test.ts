import { isLoopback } from "../src/table/loopback.ts";
import { assertEquals } from "./assert.ts";

Deno.test("a link to this machine is told from one that others can open", () => {
  for (const host of ["localhost", "house.localhost", "127.0.0.1", "127.1.2.3", "[::1]"]) {
    assertEquals(isLoopback(host), true);
  }
  for (const host of ["192.168.1.20", "attic.local", "localhost.example.org", "[fd00::7]"]) {
    assertEquals(isLoopback(host), false);
  }
});
