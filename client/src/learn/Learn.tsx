/** The screen of a lesson: an instruction, the board to follow it on, and the way on. */

import "../core.ts";
import { useEffect, useRef, useState } from "preact/hooks";
import { useSignalValue } from "../signal.ts";
import { PageLayout } from "../house/PageLayout.tsx";
import { useResource } from "../house/resources.ts";
import { Await, Empty } from "../house/States.tsx";
import { Icon } from "../icons.tsx";
import { Prompt } from "../table/Prompt.tsx";
import { Board } from "../table/Board.tsx";
import { get } from "../wire/http.ts";
import { findGame } from "../wire/games.ts";
import type { Box } from "../wire/types.ts";
import type { LessonChapter, Lessons } from "../wire/types.ts";
import { showTitle } from "../title.ts";
import { language, say } from "../words.ts";
import { LessonFinished } from "./LessonFinished.tsx";
import { FAILURES_BEFORE_SHOW_ME, Lesson } from "./lesson.ts";
import { savedStep, saveStep } from "./progress.ts";
import { Instruction } from "./Instruction.tsx";

interface Course {
  readonly box: Box | undefined;
  readonly lessons: Lessons;
}

export function Learn({ game }: { readonly game: string }) {
  const currentLanguage = useSignalValue(language);
  const path = `/api/games/${encodeURIComponent(game)}/lessons?language=${currentLanguage}`;
  const course = useResource<Course>(path, async () => {
    const [box, lessons] = await Promise.all([findGame(game), get<Lessons>(path)]);
    return { box, lessons };
  });
  if (course.state === "ready" && course.value.box && course.value.lessons.chapters.length) {
    const { box, lessons } = course.value;
    return <LessonRunner box={box} chapters={lessons.chapters} />;
  }
  return (
    <PageLayout title={say("game.learn")}>
      <Await resource={course}>{() => <Empty>{say("learn.none")}</Empty>}</Await>
      <a class="button" href={`/game/${game}`}>{say("rules.back")}</a>
    </PageLayout>
  );
}

/** Starts the lesson at the saved step, and again when its language changes. */
function LessonRunner(
  { box, chapters }: { readonly box: Box; readonly chapters: readonly LessonChapter[] },
) {
  const [lesson, setLesson] = useState<Lesson | null>(null);
  useEffect(() => {
    const opened = new Lesson(box.game, chapters, lesson?.stepIndex.value ?? savedStep(box.game));
    setLesson(opened);
    const unsubscribe = opened.stepIndex.subscribe((stepIndex) =>
      saveStep(box.game, stepIndex % opened.steps.length)
    );
    return () => {
      unsubscribe();
      opened.close();
    };
  }, [box.game, chapters]);
  useEffect(() => {
    showTitle(`${box.name} · ${say("learn.title")} · ${say("house.name")}`);
  }, [box.name]);
  return lesson && <LessonScreen lesson={lesson} box={box} />;
}

interface LessonProps {
  readonly lesson: Lesson;
  readonly box: Box;
}

function LessonScreen({ lesson, box }: LessonProps) {
  const stepIndex = useSignalValue(lesson.stepIndex);
  const isOver = stepIndex >= lesson.steps.length;
  const below = useRef<HTMLDivElement>(null);
  useFocus(below, stepIndex, lesson);
  return (
    <main class={`table lesson game-${box.game}`} data-step={stepIndex} data-over={isOver}>
      <LessonBar lesson={lesson} box={box} />
      {!isOver && <Instruction key={stepIndex} lesson={lesson} />}
      <div class="middle">
        <Board controller={lesson} />
      </div>
      <div class="below" ref={below}>
        {isOver ? <LessonFinished lesson={lesson} box={box} /> : <LessonActions lesson={lesson} />}
      </div>
    </main>
  );
}

/** Moves a focus that was lost with a removed button to what is to be pressed next. */
function useFocus(
  below: { readonly current: HTMLElement | null },
  stepIndex: number,
  lesson: Lesson,
): void {
  const initialStep = useRef(stepIndex); // nothing is lost on arrival
  useEffect(() => {
    if (stepIndex === initialStep.current || document.activeElement !== document.body) return;
    const first = CSS.escape(lesson.current?.step.path[0] ?? "");
    const target = below.current?.querySelector<HTMLElement>("[data-first]") ??
      document.querySelector<HTMLElement>(`.scene .spot[data-id="${first}"]`) ??
      document.querySelector<HTMLElement>('.scene .spot[tabindex="0"]') ??
      below.current?.querySelector<HTMLElement>("button");
    target?.focus({ preventScroll: true });
  }, [stepIndex]);
}

function LessonBar({ lesson, box }: LessonProps) {
  const stepIndex = useSignalValue(lesson.stepIndex);
  return (
    <header class="top-bar">
      <a class="button icon quiet" href={`/game/${box.game}`} aria-label={say("learn.leave")}>
        <Icon name="close" />
      </a>
      <h1>{box.name}</h1>
      <ProgressDots lesson={lesson} />
      <button
        type="button"
        class="button icon quiet"
        disabled={stepIndex === 0}
        aria-label={say("learn.back")}
        title={say("learn.back")}
        onClick={() => lesson.goTo(stepIndex - 1)}
      >
        <Icon name="back" />
      </button>
      <button
        type="button"
        class="button icon quiet"
        disabled={stepIndex === 0}
        aria-label={say("learn.restart")}
        title={say("learn.restart")}
        onClick={() => lesson.goTo(0)}
      >
        <Icon name="restart" />
      </button>
    </header>
  );
}

/** The progress: a dot for each step, a gap between chapters. */
function ProgressDots({ lesson }: { readonly lesson: Lesson }) {
  const stepIndex = useSignalValue(lesson.stepIndex);
  const all = lesson.steps.length;
  return (
    <div
      class="dots"
      role="img"
      aria-label={say("learn.step", { step: Math.min(stepIndex + 1, all), count: all })}
    >
      {lesson.steps.map(({ chapter }, i) => (
        <i
          key={i}
          class={i < stepIndex ? "done" : i === stepIndex ? "present" : ""}
          data-first={i > 0 && lesson.steps[i - 1]?.chapter !== chapter ? "" : undefined}
        />
      ))}
    </div>
  );
}

/** The prompt of a step with a move to try, or a button to go on. */
function LessonActions({ lesson }: { readonly lesson: Lesson }) {
  const failures = useSignalValue(lesson.failures);
  useSignalValue(lesson.stepIndex);
  if (!lesson.current?.step.try) {
    return (
      <section class="prompt mine" aria-label={say("prompt.area")}>
        <button
          type="button"
          class="button main big go-on"
          data-first
          onClick={() => lesson.goTo(lesson.stepIndex.value + 1)}
        >
          {say("learn.next")}
        </button>
      </section>
    );
  }
  return (
    <>
      <Prompt controller={lesson} />
      {failures >= FAILURES_BEFORE_SHOW_ME && (
        <button
          type="button"
          class="button show-me"
          onClick={() => lesson.showMe()}
        >
          <Icon name="hint" /> {say("learn.show-me")}
        </button>
      )}
    </>
  );
}
