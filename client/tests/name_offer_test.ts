import { isMadeUp } from "../src/table/NameOffer.tsx";
import { assertEquals } from "./assert.ts";

Deno.test("only a guest whose name is a word and a number has a made-up one", () => {
  const people = [
    { guest: true, name: "Écureuil 61" },
    { guest: true, name: "Maulwurf 128" },
    { guest: true, name: "Ada" },
    { guest: true, name: "Ada2" },
    { guest: false, name: "Castor 84" },
  ];
  assertEquals(people.map(isMadeUp), [true, true, false, false, false]);
});
