import { assertEquals } from "./assert.ts";
import { area, piece, scene } from "./scenes.ts";
import { follow, whole } from "../src/wire/changes.ts";
import type { Change, View } from "../src/wire/types.ts";

const PIECES = ["a", "b", "c", "d"].map((id) => piece(id, "board"));

Deno.test("a list is put together from what stays and what is new", () => {
  const [a, b, c, d] = PIECES;
  const fresh = piece("b", "board", { art: "other" });
  assertEquals(whole(PIECES, [[0, 4]]), [a, b, c, d]);
  assertEquals(whole(PIECES, [[0, 1], fresh, [2, 2]]), [a, fresh, c, d]);
  assertEquals(whole(PIECES, [[3, 1], [0, 2]]), [d, a, b]);
  assertEquals(whole(PIECES, []), []);
});

Deno.test("a change leads to the next view, and leaves the one before as it was", () => {
  const shown = scene({ areas: [area("board", "board")], pieces: PIECES });
  const before = { number: 3, status: "playing", decision: -1, lines: [], scene: shown };
  const change: Change = {
    type: "change",
    number: 5,
    now: { decision: 4 },
    scene: { prompt: "go", areas: [[0, 1]], pieces: [[1, 3]], choices: [], told: [] },
    lines: [{
      event: 2,
      kind: "lay",
      seat: 1,
      text: "laid",
      cause: "",
      sort: "move",
      rule: "X-1",
      fades: false,
    }],
  };
  const after = follow(before as unknown as View, change);
  assertEquals([after.number, after.status, after.decision], [5, "playing", 4]);
  assertEquals(after.lines, change.lines);
  assertEquals(after.scene, { ...shown, prompt: "go", pieces: PIECES.slice(1) });
  assertEquals(before.scene.pieces.length, 4);
});
