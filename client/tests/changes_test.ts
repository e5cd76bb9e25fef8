import { assertEquals } from "./assert.ts";
import { area, piece, scene } from "./scenes.ts";
import { applyChange, patchList } from "../src/wire/changes.ts";
import type { Change, View } from "../src/wire/types.ts";

const PIECES = ["a", "b", "c", "d"].map((id) => piece(id, "board"));

Deno.test("a list is patched from ranges of the old one and new items", () => {
  const [a, b, c, d] = PIECES;
  const added = piece("b", "board", { art: "other" });
  assertEquals(patchList(PIECES, [[0, 4]]), [a, b, c, d]);
  assertEquals(patchList(PIECES, [[0, 1], added, [2, 2]]), [a, added, c, d]);
  assertEquals(patchList(PIECES, [[3, 1], [0, 2]]), [d, a, b]);
  assertEquals(patchList(PIECES, []), []);
});

Deno.test("a change gives the next view and does not modify the last one", () => {
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
  const after = applyChange(before as unknown as View, change);
  assertEquals([after.number, after.status, after.decision], [5, "playing", 4]);
  assertEquals(after.lines, change.lines);
  assertEquals(after.scene, { ...shown, prompt: "go", pieces: PIECES.slice(1) });
  assertEquals(before.scene.pieces.length, 4);
});
