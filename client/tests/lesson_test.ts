import { FAILURES_BEFORE_SHOW_ME, Lesson } from "../src/learn/lesson.ts";
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
  quiz: false,
  lines: [],
  sound: "",
  ...part,
});

const lesson = () =>
  new Lesson("x", [
    { title: "one", steps: [step({ point: ["a"] }), step({ try: "lay a", path: ["a"] })] },
    { title: "two", steps: [step({})] },
  ], 0);

Deno.test("without a move to try nothing can be pressed", () => {
  const started = lesson();
  assertEquals([...started.pressable()], []);
  assertEquals([...started.pointed.value], ["a"]);
  started.press("a");
  assertEquals(started.notice.value, null);
});

Deno.test("the expected move goes on, another shows what is wrong", () => {
  const started = lesson();
  started.goTo(1);
  for (let i = 0; i < FAILURES_BEFORE_SHOW_ME; i++) started.press("b");
  assertEquals(started.stepIndex.value, 1);
  assertEquals(started.notice.value?.text, "not this one");
  assertEquals(started.failures.value, FAILURES_BEFORE_SHOW_ME);
  started.press("a");
  assertEquals(started.stepIndex.value, 2);
  assertEquals(started.notice.value, null);
  assertEquals(started.failures.value, 0);
  assertEquals(started.current?.chapter, 1);
});

Deno.test("the move to try is pointed at, unless the learner must find it", () => {
  const steps = [false, true].map((quiz) => step({ try: "lay a", path: ["a"], quiz }));
  const started = new Lesson("x", [{ title: "one", steps }], 0);
  assertEquals([...started.pointed.value], ["a"]);
  started.goTo(1);
  assertEquals([...started.pointed.value], []);
});

Deno.test("after the last step the lesson is over, and can go back", () => {
  const started = lesson();
  started.goTo(3);
  assertEquals(started.current, undefined);
  started.goTo(99);
  assertEquals(started.stepIndex.value, 3);
  started.goTo(-1);
  assertEquals(started.stepIndex.value, 0);
});

Deno.test("a QR code is drawn in runs of dark squares", () => {
  assertEquals(
    pathOf([[true, true, false, true], [false, false, false, false]]),
    "M0 0h2v1h-2zM3 0h1v1h-1z",
  );
});
