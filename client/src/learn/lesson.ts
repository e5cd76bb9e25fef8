/** The controller of a lesson: a board whose views are the prepared steps. */

import { Signal } from "../signal.ts";
import { loadArt, NO_ART } from "../scene/look.ts";
import { EMPTY_SELECTION } from "../scene/selection.ts";
import { isMotionEnabled } from "../settings.ts";
import { shakeMove } from "../table/rattle.ts";
import { BoardController, type BoardView } from "../table/BoardController.ts";
import { seatsOf } from "../table/seats.ts";
import { stageOf } from "../table/stage.ts";
import type { LessonChapter, LessonStep, Scene } from "../wire/types.ts";
import { say } from "../words.ts";

const WAV_HEADER_BYTES = 44;
const SHOWN_PRESS_MS = 700; // between two demonstrated presses
export const FAILURES_BEFORE_SHOW_ME = 2;

/** A step and the index of its chapter. */
export interface ChapterStep {
  readonly step: LessonStep;
  readonly chapter: number;
}

/** The steps of all chapters in order. */
function flattenSteps(chapters: readonly LessonChapter[]): ChapterStep[] {
  return chapters.flatMap(({ steps }, chapter) => steps.map((step) => ({ step, chapter })));
}

export class Lesson extends BoardController {
  override readonly view = new Signal<BoardView | null>(null);
  /** The index of the present step; the number of steps when the lesson is over. */
  readonly stepIndex: Signal<number>;
  readonly failures = new Signal(0);
  readonly steps: readonly ChapterStep[];
  #showTimer = 0;

  constructor(readonly game: string, readonly chapters: readonly LessonChapter[], index: number) {
    super();
    this.steps = flattenSteps(chapters);
    this.stepIndex = new Signal(Math.max(0, Math.min(index, this.steps.length)));
    this.#show();
  }

  close(): void {
    clearTimeout(this.#showTimer);
  }

  get current(): ChapterStep | undefined {
    return this.steps[this.stepIndex.value];
  }

  /** The number of players, at the end of the lesson. */
  get players(): number {
    return this.steps.slice(-1).flatMap(({ step }) => seatsOf(step.scene)).length;
  }

  override get expectedMove(): string {
    return this.current?.step.try ?? "";
  }

  /** Go to a step, and play its sound. */
  goTo(index: number): void {
    this.stepIndex.value = Math.max(0, Math.min(index, this.steps.length));
    this.#show();
    void this.playSound();
  }

  /** Play the sound of the present step, if it has one. */
  async playSound(): Promise<void> {
    const step = this.current?.step;
    if (!step?.sound) return;
    const bytes = await fetch(step.sound).then((answer) => answer.arrayBuffer());
    if (this.current?.step !== step) return;
    const shaken = step.point.map((id) => shakeMove(step.scene, id)).find(Boolean);
    if (shaken) this.onPlay(shaken);
    this.onClip(bytes.slice(WAV_HEADER_BYTES));
  }

  #show(): void {
    clearTimeout(this.#showTimer);
    this.failures.value = 0;
    this.notice.value = null;
    const { current } = this;
    if (!current) {
      this.pointed.value = new Set();
      return;
    }
    const { step } = current;
    if (step.lines.length) this.latestLines.value = step.lines;
    this.selection.value = EMPTY_SELECTION;
    this.pointed.value = new Set(step.quiz ? step.point : [...step.point, ...step.path]);
    const decision = step.try ? this.stepIndex.value : -1;
    this.view.value = {
      game: this.game,
      scene: sceneOf(step),
      decision,
      seats: seatsOf(step.scene),
    };
    void this.#showStage(current);
  }

  /** Show what has happened on a stage, if it belongs there. */
  async #showStage(shown: ChapterStep): Promise<void> {
    this.stage.value = null;
    const { scene, lines } = shown.step;
    if (!lines.length || !isMotionEnabled()) return;
    const { look } = await loadArt(this.game).catch(() => NO_ART); // the board reports the error
    if (this.current !== shown) return;
    this.stage.value = stageOf(
      { scene, seats: seatsOf(scene), newLines: lines },
      look.moments,
      shown.step.try !== "", // otherwise the step itself has a button to go on
    );
  }

  /** Whoever presses a piece has read what was told instead of the prompt. */
  override press(id: string): void {
    if (this.stage.value?.groups.length === 0) this.goOn();
    super.press(id);
  }

  /** The expected move goes on to the next step; any other shows what is wrong. */
  override play(text: string): Promise<boolean> {
    const step = this.current?.step;
    this.selection.value = EMPTY_SELECTION;
    if (step && step.try === text) {
      this.onPlay(text);
      this.goTo(this.stepIndex.value + 1);
      return Promise.resolve(true);
    }
    if (step?.sound && this.steps[this.stepIndex.value - 1]?.step.try === text) {
      void this.playSound();
    } else this.#fail();
    return Promise.resolve(false);
  }

  protected override whyNot(): Promise<void> {
    if (this.current?.step.try) this.#fail();
    return Promise.resolve();
  }

  #fail(): void {
    this.failures.value += 1;
    this.notify(this.current?.step.wrong || say("learn.wrong"));
  }

  /** Show the move press by press, then play it. */
  showMe(): void {
    const step = this.current?.step;
    if (!step?.try) return;
    this.notice.value = null;
    const presses = isMotionEnabled() ? step.path.length : 0;
    const next = (count: number) => {
      if (count > presses) return void this.play(step.try);
      this.selection.value = { ...EMPTY_SELECTION, path: step.path.slice(0, count) };
      this.#showTimer = setTimeout(() => next(count + 1), presses ? SHOWN_PRESS_MS : 0);
    };
    next(1);
  }
}

/** The scene of a step: without a move to try there are no choices. */
function sceneOf(step: LessonStep): Scene {
  return step.try ? step.scene : { ...step.scene, choices: [] };
}
