/** Scenes for the tests. */

import type { Area, Choice, Piece, Scene } from "../src/wire/types.ts";

export function area(id: string, kind: string, more: Partial<Area> = {}): Area {
  const defaults = {
    label: id,
    seat: -1,
    size: [0, 0] as const,
    counters: [],
    acting: false,
    tip: "",
  };
  return { id, kind, ...defaults, ...more };
}

export function piece(id: string, where: string, more: Partial<Piece> = {}): Piece {
  const defaults = { art: `art-${id}`, label: id, at: [0, 0] as const, span: [1, 1] as const };
  const none = { value: "", marks: [], tip: "", place: false, origin: "", ask: "" };
  return { id, area: where, ...none, ...defaults, ...more };
}

export function choice(path: readonly string[], text: string, more: Partial<Choice> = {}): Choice {
  return { path, text, label: text, picks: [], confirm: false, ...more };
}

export function scene(more: Partial<Scene>): Scene {
  const defaults = { prompt: "go", areas: [], pieces: [], choices: [] };
  return { game: "test", viewer: 0, ...defaults, ...more };
}

/** A scene with a board, panels, a pile and a hand. */
export function table(people: number, cells: number, cards: number): Scene {
  const counters = ["a", "b", "c", "d"].map((key) => ({ key, label: key, value: 120, tip: "" }));
  const panels = Array.from(
    { length: people },
    (_, seat) => area(`seat${seat}`, "panel", { seat, counters }),
  );
  const board = Array.from(
    { length: cells * cells },
    (_, i) => piece(`cell:${i}`, "board", { at: [i % cells + 0.5, Math.floor(i / cells) + 0.5] }),
  );
  const hand = Array.from({ length: cards }, (_, i) => piece(`card:${i}`, "hand", { at: [i, 0] }));
  return scene({
    areas: [
      area("board", "board", { size: [cells, cells] }),
      area("pile", "stack", { counters: counters.slice(0, 1) }),
      ...panels,
      area("hand", "row", { seat: 0 }),
    ],
    pieces: [...board, ...hand, piece("pile", "pile"), piece("token", "seat0")],
  });
}
