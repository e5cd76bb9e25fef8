/** The lesson of a game: something is said, the learner does it at the table, and goes on. */

import { useEffect, useRef, useState } from "preact/hooks";
import { useCell } from "../cell.ts";
import { Frame } from "../house/Frame.tsx";
import { useLoaded } from "../house/load.ts";
import { Empty, Shown } from "../house/States.tsx";
import { Icon } from "../icons.tsx";
import { Prompt } from "../table/Prompt.tsx";
import { Stage } from "../table/Stage.tsx";
import { get } from "../wire/http.ts";
import { gameOf } from "../wire/shelf.ts";
import type { Box } from "../wire/types.ts";
import type { LessonChapter, Lessons } from "../wire/types.ts";
import { language, say } from "../words.ts";
import { Finished } from "./Finished.tsx";
import { Lesson, PATIENCE } from "./lesson.ts";
import { keep, reached } from "./progress.ts";
import { Said } from "./Said.tsx";

interface Loaded {
  readonly box: Box | undefined;
  readonly lessons: Lessons;
}

export function Learn({ game }: { readonly game: string }) {
  const spoken = useCell(language);
  const path = `/api/games/${encodeURIComponent(game)}/lessons?language=${spoken}`;
  const loaded = useLoaded<Loaded>(path, async () => {
    const [box, lessons] = await Promise.all([gameOf(game), get<Lessons>(path)]);
    return { box, lessons };
  });
  if (loaded.state === "ready" && loaded.value.box && loaded.value.lessons.chapters.length) {
    const { box, lessons } = loaded.value;
    return <Course box={box} chapters={lessons.chapters} />;
  }
  return (
    <Frame title={say("game.learn")}>
      <Shown loaded={loaded}>{() => <Empty>{say("learn.none")}</Empty>}</Shown>
      <a class="button" href={`/game/${game}`}>{say("rules.back")}</a>
    </Frame>
  );
}

/** A lesson that begins where it was left; another when its words come in another language. */
function Course(
  { box, chapters }: { readonly box: Box; readonly chapters: readonly LessonChapter[] },
) {
  const [lesson, setLesson] = useState<Lesson | null>(null);
  useEffect(() => {
    const begun = new Lesson(box.game, chapters, lesson?.at.value ?? reached(box.game));
    setLesson(begun);
    const stop = begun.at.watch((at) => keep(box.game, at % begun.places.length));
    return () => {
      stop();
      begun.close();
    };
  }, [box.game, chapters]);
  useEffect(() => {
    document.title = `${box.name} · ${say("learn.title")} · ${say("house.name")}`;
  }, [box.name]);
  return lesson && <Room lesson={lesson} box={box} />;
}

interface InRoom {
  readonly lesson: Lesson;
  readonly box: Box;
}

function Room({ lesson, box }: InRoom) {
  const at = useCell(lesson.at);
  const isOver = at >= lesson.places.length;
  const below = useRef<HTMLDivElement>(null);
  useFocus(below, at, lesson);
  return (
    <main class={`table lesson game-${box.game}`} data-step={at} data-over={isOver}>
      <Bar lesson={lesson} box={box} />
      {!isOver && <Said key={at} lesson={lesson} />}
      <div class="middle">
        <Stage table={lesson} />
      </div>
      <div class="below" ref={below}>
        {isOver ? <Finished lesson={lesson} box={box} /> : <Doing lesson={lesson} />}
      </div>
    </main>
  );
}

/** Who lost the focus with a button that went gets what is to be pressed next. */
function useFocus(
  below: { readonly current: HTMLElement | null },
  at: number,
  lesson: Lesson,
): void {
  const begun = useRef(at); // who has just come has lost nothing
  useEffect(() => {
    if (at === begun.current || document.activeElement !== document.body) return;
    const first = CSS.escape(lesson.place?.step.path[0] ?? "");
    const wanted = below.current?.querySelector<HTMLElement>("[data-first]") ??
      document.querySelector<HTMLElement>(`.scene .spot[data-id="${first}"]`) ??
      document.querySelector<HTMLElement>('.scene .spot[tabindex="0"]') ??
      below.current?.querySelector<HTMLElement>("button");
    wanted?.focus({ preventScroll: true });
  }, [at]);
}

function Bar({ lesson, box }: InRoom) {
  const at = useCell(lesson.at);
  return (
    <header class="top-bar">
      <a class="button icon quiet" href={`/game/${box.game}`} aria-label={say("learn.leave")}>
        <Icon name="close" />
      </a>
      <h1>{box.name}</h1>
      <Dots lesson={lesson} />
      <button
        type="button"
        class="button icon quiet"
        disabled={at === 0}
        aria-label={say("learn.back")}
        title={say("learn.back")}
        onClick={() => lesson.go(at - 1)}
      >
        <Icon name="back" />
      </button>
      <button
        type="button"
        class="button icon quiet"
        disabled={at === 0}
        aria-label={say("learn.restart")}
        title={say("learn.restart")}
        onClick={() => lesson.go(0)}
      >
        <Icon name="again" />
      </button>
    </header>
  );
}

/** How far one is: a dot for each step, a gap between chapters. */
function Dots({ lesson }: { readonly lesson: Lesson }) {
  const at = useCell(lesson.at);
  const all = lesson.places.length;
  return (
    <div
      class="dots"
      role="img"
      aria-label={say("learn.step", { step: Math.min(at + 1, all), count: all })}
    >
      {lesson.places.map(({ chapter }, i) => (
        <i
          key={i}
          class={i < at ? "done" : i === at ? "present" : ""}
          data-first={i > 0 && lesson.places[i - 1]?.chapter !== chapter ? "" : undefined}
        />
      ))}
    </div>
  );
}

/** What the learner does now: choose as at any table, or go on. */
function Doing({ lesson }: { readonly lesson: Lesson }) {
  const failures = useCell(lesson.failures);
  useCell(lesson.at);
  if (!lesson.place?.step.try) {
    return (
      <section class="prompt mine" aria-label={say("prompt.area")}>
        <button
          type="button"
          class="button main big go-on"
          data-first
          onClick={() => lesson.go(lesson.at.value + 1)}
        >
          {say("learn.on")}
        </button>
      </section>
    );
  }
  return (
    <>
      <Prompt table={lesson} />
      {failures >= PATIENCE && (
        <button
          type="button"
          class="button show-me"
          onClick={() => lesson.showMe()}
        >
          <Icon name="hint" /> {say("learn.show")}
        </button>
      )}
    </>
  );
}
