import { Lesson, PATIENCE } from "../src/learn/lesson.ts";
import { pathOf } from "../src/table/QrCode.tsx";
import type { LessonStep } from "../src/wire/types.ts";
import { assertEquals } from "./assert.ts";
import { choice, piece, scene } from "./scenes.ts";

const step = (part: Partial<LessonStep>): LessonStep => ({
  scene: scene({
    pieces: [piece("a", "hand"), piece("b", "hand")],
    choices: [choice(["a"], "lay a"), choice(["b"], "lay b")],
  }),
  say: "…",
  rule: "X-1",
  try: "",
  path: [],
  wrong: "not this one",
  point: [],
  lines: [],
  sound: "",
  ...part,
});

const lesson = () =>
  new Lesson("x", [
    { title: "one", steps: [step({ point: ["a"] }), step({ try: "lay a", path: ["a"] })] },
    { title: "two", steps: [step({})] },
  ], 0);

Deno.test("where there is nothing to try nothing can be pressed", () => {
  const here = lesson();
  assertEquals([...here.next()], []);
  assertEquals([...here.pointed.value], ["a"]);
  here.press("a");
  assertEquals(here.notice.value, null);
});

Deno.test("the move of the lesson goes on, another is put right", () => {
  const here = lesson();
  here.go(1);
  for (let i = 0; i < PATIENCE; i++) here.press("b");
  assertEquals(here.at.value, 1);
  assertEquals(here.notice.value?.text, "not this one");
  assertEquals(here.failures.value, PATIENCE);
  here.press("a");
  assertEquals(here.at.value, 2);
  assertEquals(here.notice.value, null);
  assertEquals(here.failures.value, 0);
  assertEquals(here.place?.chapter, 1);
});

Deno.test("after the last step it is over, and one may go back", () => {
  const here = lesson();
  here.go(3);
  assertEquals(here.place, undefined);
  here.go(99);
  assertEquals(here.at.value, 3);
  here.go(-1);
  assertEquals(here.at.value, 0);
});

Deno.test("a code is drawn in runs of dark squares", () => {
  assertEquals(
    pathOf([[true, true, false, true], [false, false, false, false]]),
    "M0 0h2v1h-2zM3 0h1v1h-1z",
  );
});
