import { assert, assertEquals } from "./assert.ts";
import { area, piece, scene, table } from "./scenes.ts";
import { type Box, layoutScene } from "../src/scene/layout.ts";
import { NO_ART } from "../src/scene/look.ts";

const SCREENS = [[360, 520], [390, 640], [844, 300], [768, 850], [1080, 720]] as const;

function inside(box: Box, width: number, height: number): boolean {
  return box.x >= -0.5 && box.y >= -0.5 && box.x + box.w <= width + 0.5 &&
    box.y + box.h <= height + 0.5;
}

function apart(one: Box, other: Box): boolean {
  return one.x + one.w <= other.x + 0.5 || other.x + other.w <= one.x + 0.5 ||
    one.y + one.h <= other.y + 0.5 || other.y + other.h <= one.y + 0.5;
}

for (const [width, height] of SCREENS) {
  for (const people of [2, 4, 6]) {
    Deno.test(`everything is on a screen of ${width} x ${height} with ${people} people`, () => {
      const wanted = table(people, 7, 10);
      const layout = layoutScene(wanted, NO_ART, width, height);
      for (const one of wanted.pieces) {
        const box = layout.pieces.get(one.id);
        assert(box && box.w > 0 && box.h > 0, `${one.id} has no place`);
        assert(inside(box, width, height), `${one.id} is outside`);
      }
    });
  }
}

Deno.test("areas do not overlap", () => {
  for (const [width, height] of SCREENS) {
    const layout = layoutScene(table(4, 7, 8), NO_ART, width, height);
    const boxes = [...layout.areas.entries()].map(([id, { box }]) => [id, box] as const);
    for (const [one, first] of boxes) {
      for (const [other, second] of boxes) {
        assert(one >= other || apart(first, second), `${one} lies on ${other} at ${width}`);
      }
    }
  }
});

Deno.test("a board keeps its aspect ratio and has most of a phone's width", () => {
  const layout = layoutScene(table(4, 7, 4), NO_ART, 390, 640);
  const box = layout.areas.get("board")?.box;
  assert(box && Math.abs(box.w - box.h) < 0.01);
  assert(box.w > 390 * 0.6, `only ${box.w}`);
});

Deno.test("cards in a hand overlap instead of leaving the screen", () => {
  const layout = layoutScene(table(2, 5, 24), NO_ART, 360, 560);
  const first = layout.pieces.get("card:0");
  const second = layout.pieces.get("card:1");
  assert(first && second && second.x < first.x + first.w);
});

Deno.test("panels are at the left of a wide screen and at the top of a tall one", () => {
  const wide = layoutScene(table(3, 6, 4), NO_ART, 1080, 720);
  const tall = layoutScene(table(3, 6, 4), NO_ART, 390, 640);
  const left = (layout: typeof wide, id: string) => layout.areas.get(id)?.box;
  assert(wide.isWide && !tall.isWide);
  assert((left(wide, "seat2")?.x ?? 0) < (left(wide, "board")?.x ?? 0));
  assert((left(tall, "seat2")?.y ?? 0) < (left(tall, "board")?.y ?? 0));
});

Deno.test("a game's look sets the place of areas and the aspect ratio of cards", () => {
  const wanted = scene({
    areas: [area("board", "board", { size: [4, 4] }), area("offer", "row")],
    pieces: [piece("card", "offer")],
  });
  const art = {
    look: { areas: { "off*": { place: "bottom", unit: [1, 2] } } } as const,
    aspectRatios: new Map(),
  };
  const layout = layoutScene(wanted, art, 390, 640);
  const card = layout.pieces.get("card");
  assert(layout.areas.get("offer")?.place === "bottom");
  assert(card && Math.abs(card.w / card.h - 0.5) < 0.01);
});

Deno.test("a board keeps its box whatever panels, hand and side areas contain", () => {
  for (const [width, height] of SCREENS) {
    const plain = table(4, 7, 0);
    const full = table(4, 7, 9);
    const pieces = [0, 1, 2, 3].flatMap((seat) =>
      [0, 1, 2].map((i) => piece(`won:${seat}:${i}`, `seat${seat}`, { at: [i, 0] }))
    );
    const [before, after] = [plain, { ...full, pieces: [...full.pieces, ...pieces] }]
      .map((one) => layoutScene(one, NO_ART, width, height).areas.get("board")?.box);
    assertEquals(before, after, `at ${width} x ${height}`);
  }
});

Deno.test("an overlay does not change the board, and is above its pieces", () => {
  const wanted = table(3, 7, 4);
  const quarrel = { areas: { quarrel: { place: "over" } } } as const;
  const art = { look: quarrel, aspectRatios: new Map() };
  const more = {
    ...wanted,
    areas: [...wanted.areas, area("quarrel", "row")],
    pieces: [...wanted.pieces, piece("blow", "quarrel")],
  };
  const [before, after] = [wanted, more].map((one) => layoutScene(one, art, 390, 640));
  assertEquals(before?.areas.get("board"), after?.areas.get("board"));
  const z = (id: string) => after?.pieces.get(id)?.z ?? 0;
  assert(wanted.pieces.every(({ id }) => z(id) < z("blow")));
});

Deno.test("an overlay with many pieces has two lines, large enough to press", () => {
  const look = { areas: { cards: { place: "over", unit: [5, 7] } } } as const;
  const over = (count: number) => {
    const cards = Array.from({ length: count }, (_, i) => piece(`c${i}`, "cards", { at: [i, 0] }));
    const areas = [area("board", "board", { size: [9, 9] }), area("cards", "row")];
    const layout = layoutScene(
      scene({ areas, pieces: cards }),
      { look, aspectRatios: new Map() },
      360,
      500,
    );
    return cards.map(({ id }) => layout.pieces.get(id));
  };
  const [few, many] = [over(3), over(10)];
  assertEquals(new Set(few.map((card) => card?.y)).size, 1);
  assertEquals(new Set(many.map((card) => card?.y)).size, 2);
  assert(many.every((card) => card && card.w >= 44), "a finger must find each");
  assert(many.every((card) => card && card.x >= 0 && card.x + card.w <= 360));
});

Deno.test("an overlay never divides pieces that belong together", () => {
  const look = {
    areas: { quarrel: { place: "over", unit: [5, 7] } },
    pieces: { "pawn-*": { first: true } },
  } as const;
  const areas = [area("board", "board", { size: [9, 9] }), area("quarrel", "row")];
  for (const [width, height] of [[320, 480], [390, 640], [1066, 580]] as const) {
    for (const players of [2, 3, 4, 5, 6]) {
      const groups = Array.from(
        { length: players },
        (_, seat) =>
          ["pawn", "card", "dice"].map((name, i) =>
            piece(`${name}:${seat}`, "quarrel", {
              art: `${name}-${seat}`,
              at: [1 + 3 * seat + i, 0],
            })
          ),
      );
      const prize = piece("prize", "quarrel");
      const layout = layoutScene(
        scene({ areas, pieces: [prize, ...groups.flat()] }),
        { look, aspectRatios: new Map() },
        width,
        height,
      );
      const boxes = (ids: readonly { readonly id: string }[]) =>
        ids.flatMap(({ id }) => layout.pieces.get(id) ?? []);
      for (const group of groups) {
        const [pawn, ...others] = boxes(group);
        assert(pawn && others.every(({ x, y }) => y === pawn.y && x > pawn.x), `${players}`);
      }
      const all = boxes([prize, ...groups.flat()]);
      assert(all.every(({ x, w }) => x >= 0 && x + w <= width), `${players} at ${width}`);
      assert(all.every(({ y, h }) => y >= 0 && y + h <= height), `${players} at ${width}`);
    }
  }
});

Deno.test("an overlay with counters has all its lines within its box", () => {
  const look = { areas: { quarrel: { place: "over", unit: [5, 7] } } } as const;
  const counters = [1, 2].map((value) => ({ key: `k${value}`, label: "", value, tip: "" }));
  const cards = Array.from({ length: 9 }, (_, i) => piece(`c${i}`, "quarrel", { at: [i, 0] }));
  const areas = [
    area("board", "board", { size: [9, 9] }),
    area("quarrel", "row", { counters }),
  ];
  const layout = layoutScene(
    scene({ areas, pieces: cards }),
    { look, aspectRatios: new Map() },
    390,
    640,
  );
  const box = layout.areas.get("quarrel")?.box;
  assertEquals(new Set(cards.map(({ id }) => layout.pieces.get(id)?.y)).size, 2);
  for (const { id } of cards) {
    const card = layout.pieces.get(id);
    assert(box && card && card.y >= box.y && card.y + card.h <= box.y + box.h, id);
    assert(card.x >= box.x && card.x + card.w <= box.x + box.w, id);
  }
});

Deno.test("counters of the same key are aligned in the lines of the panels", () => {
  const counters = (values: readonly number[]) =>
    values.map((value, i) => ({ key: `k${i}`, label: "", value, tip: "" }));
  const panels = [[1, 2], [-100, 20]].map((values, seat) =>
    area(`seat${seat}`, "panel", { seat, counters: counters(values) })
  );
  const layout = layoutScene(scene({ areas: panels }), NO_ART, 390, 640);
  const [first, second] = panels.map(({ id }) => layout.areas.get(id)?.counters.map(({ x }) => x));
  assertEquals(first, second);
});

Deno.test("pieces with air keep a distance from each other and from the edges", () => {
  const air = 0.3;
  const art = {
    look: { areas: { hand: { air, unit: [1, 1] } } } as const,
    aspectRatios: new Map(),
  };
  for (const [width, height] of SCREENS) {
    const layout = layoutScene(table(2, 7, 3), art, width, height);
    const [first, second] = [0, 1].map((i) => layout.pieces.get(`card:${i}`));
    assert(first && second);
    const free = air * first.h - 0.5;
    assert(first.x >= free && first.y + first.h + free <= height, `cut at ${width}`);
    assert(second.x - first.x - first.w >= free, `too near at ${width}`);
  }
});

Deno.test("on a low screen a hand of few pieces is a column beside the board", () => {
  const art = (beside: boolean) => ({
    look: { areas: { hand: { beside, unit: [1, 1] } } } as const,
    aspectRatios: new Map(),
  });
  const full = table(4, 7, 4);
  const wanted = {
    ...full,
    areas: full.areas.filter(({ id }) => id !== "pile"),
    pieces: full.pieces.filter(({ id }) => id !== "pile"),
  };
  const [width, height] = [501, 335];
  const [below, beside] = [false, true].map((is) => layoutScene(wanted, art(is), width, height));
  const board = beside?.areas.get("board")?.box;
  assert(board && board.w > 1.05 * (below?.areas.get("board")?.box.w ?? 0));
  const cards = [0, 1, 2, 3].map((i) => beside?.pieces.get(`card:${i}`));
  for (const [i, card] of cards.entries()) {
    assert(card && card.w >= 40 && inside(card, width, height) && apart(card, board));
    assert(i === 0 || card.y >= (cards[i - 1]?.y ?? 0) + card.h, "one below the other");
  }
  assertEquals(layoutScene(wanted, art(true), 390, 640), layoutScene(wanted, art(false), 390, 640));
});

const CARD = { unit: [1, 1], small: true } as const;

Deno.test("a stack beside the hand becomes smaller before cards overlap", () => {
  const look = {
    areas: { hand: CARD, pile: { place: "bottom", ...CARD } },
  } as const;
  const layout = layoutScene(table(2, 7, 4), { look, aspectRatios: new Map() }, 390, 680);
  const [first, second, top] = ["card:0", "card:1", "pile"].map((id) => layout.pieces.get(id));
  assert(first && second && top);
  assert(second.x >= first.x + first.w, "they overlap");
  assert(top.w < first.w * 1.2);
});
