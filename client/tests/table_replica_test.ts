import { patchItems } from "../src/wire/patches.ts";
import { mergeSnapshots, overlayLines } from "../src/wire/snapshot.ts";
import { TableReplica } from "../src/wire/TableReplica.ts";
import type { Change, ChatMessage, View } from "../src/wire/types.ts";
import { assert, assertEquals, assertThrows } from "./assert.ts";
import { area, choice, piece } from "./scenes.ts";
import { line, ownView, publicStep, seat, SPECTATOR, view } from "./views.ts";

const PIECES = ["a", "b", "c", "d"].map((id) => piece(id, "board"));
const AREAS = [area("board", "board"), area("hand", "row")];
const LAYER = { prompt: "wait", areas: AREAS, pieces: PIECES };

const change = (more: Partial<Change>): Change => ({ type: "change", now: 0, steps: [], ...more });

/** A replica with a first view. */
function replicaOf(first: View): TableReplica {
  const replica = new TableReplica();
  replica.receive(first);
  return replica;
}

const message = (author: number, seat: number, at: number): ChatMessage => ({
  author,
  seat,
  name: `p${author}`,
  text: `${at}`,
  phrase: "",
  at,
});

Deno.test("a list is patched by spans, changed items and new items", () => {
  const [a, b, c, d] = PIECES;
  const added = piece("e", "board");
  assertEquals(patchItems(PIECES, [[0, 4]]), [a, b, c, d]);
  assertEquals(patchItems(PIECES, [[3, 1], [0, 2]]), [d, a, b]);
  assertEquals(patchItems(PIECES, []), []);
  const patched = patchItems(PIECES, [[0, 1], { id: "b", art: "other" }, { ...added }]);
  assertEquals(patched, [a, { ...b, art: "other" }, added]);
  assert(patched[0] === a, "an unchanged item keeps its identity");
  assertThrows(() => patchItems(PIECES, [[2, 3]]), "does not fit");
});

Deno.test("counters of an area are changed by their keys, or all anew", () => {
  const counter = (key: string, value: number) => ({ key, label: key, value, tip: "" });
  const before = [area("seat0", "panel", { counters: [counter("x", 1), counter("y", 2)] })];
  const [byKey] = patchItems(before, [{ id: "seat0", counters: { y: { value: 5 } } }]);
  assertEquals(byKey?.counters, [counter("x", 1), counter("y", 5)]);
  assert(byKey?.counters[0] === before[0]?.counters[0]);
  assertEquals(byKey?.kind, "panel");
  const [anew] = patchItems(before, [{ id: "seat0", counters: [counter("z", 7)] }]);
  assertEquals(anew?.counters, [counter("z", 7)]);
});

Deno.test("each step of a change gives a snapshot", () => {
  const table = { events: 1, seats: [seat({ acting: true }), seat({ name: "Bo" })] };
  const replica = replicaOf(view({ table, scene: LAYER, lines: [line(0)] }));
  const [first, second] = replica.receive(change({
    steps: [
      publicStep(2, {
        table: { events: 2 },
        seats: { 0: { acting: false }, 1: { acting: true, deadline: 99 } },
        scene: { pieces: [[1, 3]] },
        lines: [line(1)],
      }),
      publicStep(3, { table: { events: 3 }, scene: { prompt: "done" }, lines: [line(2)] }),
    ],
  }));
  assert(first && second);
  assertEquals([first.events, second.events], [2, 3]);
  assertEquals(first.seats.map(({ acting }) => acting), [false, true]);
  assertEquals(second.seats[1], seat({ name: "Bo", acting: true, deadline: 99 }));
  assertEquals(first.scene?.pieces.map(({ id }) => id), ["b", "c", "d"]);
  assertEquals([first.scene?.prompt, second.scene?.prompt], ["wait", "done"]);
  assertEquals([first, second].map(({ newLines }) => newLines.map(({ event }) => event)), [[1], [
    2,
  ]]);
  assertEquals(second.log.map(({ event }) => event), [0, 1, 2]);
  assertEquals(replica.position, "e.3");
  assert(first.scene?.pieces === second.scene?.pieces, "unchanged lists keep their identity");
  assert(first.scene?.pieces[0] === PIECES[1], "and so do items");
  assertEquals(PIECES.length, 4);
});

Deno.test("the own layer is laid over the public one", () => {
  const own = ownView({
    decision: 7,
    prompt: "your turn",
    areas: [area("hand", "row", { seat: 0, label: "your hand" }), area("secret", "row")],
    pieces: [piece("c", "board", { art: "known" }), piece("mine", "hand")],
    hidden_pieces: ["a"],
    hidden_areas: ["board"],
    choices: [choice(["mine"], "lay")],
  });
  const you = { ...SPECTATOR, seat: 0 };
  const replica = replicaOf(view({ scene: LAYER, you, own }));
  const [shown] = replica.receive({ type: "spectators", count: 3 });
  assertEquals(shown?.spectators, 3);
  assertEquals(shown?.scene?.areas.map(({ label }) => label), ["your hand", "secret"]);
  assertEquals(shown?.scene?.pieces.map(({ art }) => art), ["art-b", "known", "art-d", "art-mine"]);
  assertEquals([shown?.decision, shown?.scene?.prompt, shown?.scene?.viewer], [7, "your turn", 0]);
  const [later] = replica.receive(change({
    steps: [{
      public: { number: 2 },
      own: { decision: -1, prompt: "", hidden_areas: [], choices: [], pieces: [[1, 1]] },
    }],
  }));
  assertEquals([later?.decision, later?.scene?.prompt], [-1, "wait"]);
  assertEquals(later?.scene?.areas.map(({ id }) => id), ["board", "hand", "secret"]);
  assertEquals(later?.scene?.pieces.map(({ art }) => art), [
    "art-b",
    "art-c",
    "art-d",
    "art-mine",
  ]);
  assertEquals(later?.scene?.choices, []);
  const whole = ownView({ prompt: "anew" });
  const [replaced] = replica.receive(change({ own: whole, you }));
  assertEquals(replaced?.scene?.pieces, PIECES);
  assertEquals(replaced?.scene?.prompt, "anew");
});

Deno.test("own lines replace, remove or follow public ones in order", () => {
  const lines = [line(0), line(1), line(1, { part: 1, text: "hidden" }), line(3)];
  const own = [
    line(1, { text: "mine" }),
    line(1, { part: 1, text: "" }),
    line(2, { text: "secret" }),
    line(4, { text: "late" }),
  ];
  const merged = overlayLines(lines, own).map(({ text }) => text);
  assertEquals(merged, ["0", "mine", "secret", "3", "late"]);
  assert(overlayLines(lines, []) === lines);
});

Deno.test("a takeback drops lines, public and own, before new ones come", () => {
  const own = ownView({ lines: [line(1, { part: 1, text: "mine" })] });
  const you = { ...SPECTATOR, seat: 0 };
  const replica = replicaOf(
    view({ table: { events: 2 }, lines: [line(0), line(1)], you, own }),
  );
  const [back, again] = replica.receive(change({
    steps: [
      publicStep(2, { table: { events: 1 }, rewound: 1 }),
      publicStep(3, { table: { events: 2 }, lines: [line(1, { text: "other" })] }),
    ],
  }));
  assertEquals(back?.log.map(({ text }) => text), ["0"]);
  assertEquals(again?.log.map(({ text }) => text), ["0", "other"]);
  const taken = replica.receive(change({ steps: [publicStep(4, { rewound: 1 })] }))[0];
  assert(again && taken);
  assertEquals(mergeSnapshots(again, taken).newLines, []);
});

Deno.test("chat is appended up to a maximum, erased as a whole, and muted", () => {
  const first = view({ chat: [message(0, 0, 1)] });
  const replica = replicaOf(first);
  const many = Array.from({ length: 200 }, (_, i) => message(1, -1, 2 + i));
  const [full] = replica.receive(change({ steps: [publicStep(2, { chat: many })] }));
  assertEquals([full?.chat.length, full?.chat[0]?.at], [200, 2]);
  const chat = [message(0, 0, 1), message(1, -1, 2), message(2, 1, 3)];
  const [erased] = replica.receive(change({ steps: [publicStep(3, { erased_chat: chat })] }));
  assertEquals(erased?.chat, chat);
  const authors = (muted: Partial<typeof SPECTATOR>) =>
    replica.receive(change({ you: { ...SPECTATOR, ...muted } }))[0]?.chat.map((one) => one.author);
  assertEquals(authors({ muted_seats: [1], muted_authors: [2] }), [0, 1]);
  assertEquals(authors({ muted_seats: [-1] }), [0, 2]);
  assertEquals(authors({}), [0, 1, 2]);
});

Deno.test("the first scene comes with the beginning of the game", () => {
  const replica = replicaOf(view({ table: { status: "waiting" }, scene: null }));
  const started = publicStep(2, { table: { status: "playing" }, new_scene: LAYER });
  const [shown] = replica.receive(change({ steps: [started] }));
  assertEquals([shown?.status, shown?.scene?.pieces], ["playing", PIECES]);
});

Deno.test("a whole view replaces everything; new are only the lines of new events", () => {
  const replica = replicaOf(view({ table: { events: 2 }, lines: [line(0), line(1)] }));
  const french = [line(0, { text: "zéro" }), line(1, { text: "un" })];
  const [translated] = replica.receive(view({ table: { events: 2 }, lines: french }));
  assertEquals([translated?.newLines, translated?.log], [[], french]);
  const [later] = replica.receive(
    view({ epoch: "f", number: 9, table: { events: 3 }, lines: [...french, line(2)] }),
  );
  assertEquals(later?.newLines, [line(2)]);
  assertEquals(replica.position, "f.9");
});

Deno.test("a change before any view is an error", () => {
  assertThrows(() => new TableReplica().receive(change({})), "before any view");
  const replica = replicaOf(view({ scene: null }));
  const steps = [publicStep(2, { scene: { prompt: "x" } })];
  assertThrows(() => replica.receive(change({ steps })), "before the scene");
});
