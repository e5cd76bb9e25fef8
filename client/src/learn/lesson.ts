/** A lesson as a table at which one step follows the other, whatever the learner's skill. */

import { Cell } from "../cell.ts";
import { NOTHING } from "../scene/choosing.ts";
import { moves } from "../settings.ts";
import { shakeText } from "../table/rattle.ts";
import { AtTable, type Seen } from "../table/seat.ts";
import type { LessonChapter, LessonStep, Scene, Seat } from "../wire/types.ts";
import { say } from "../words.ts";

const WAV_HEAD = 44; // bytes before the samples
const PACE = 700; // milliseconds between two presses that are shown
export const PATIENCE = 2; // failures before one may be shown

/** A step, and where it stands. */
export interface Place {
  readonly step: LessonStep;
  readonly chapter: number;
}

/** The steps of all chapters in a row. */
export function placesOf(chapters: readonly LessonChapter[]): Place[] {
  return chapters.flatMap(({ steps }, chapter) => steps.map((step) => ({ step, chapter })));
}

export class Lesson extends AtTable {
  override readonly view = new Cell<Seen | null>(null);
  /** The number of the present step; as many as there are steps: it is over. */
  readonly at: Cell<number>;
  readonly failures = new Cell(0);
  readonly places: readonly Place[];
  #showing = 0;

  constructor(readonly game: string, readonly chapters: readonly LessonChapter[], at: number) {
    super();
    this.places = placesOf(chapters);
    this.at = new Cell(Math.max(0, Math.min(at, this.places.length)));
    this.#show();
  }

  close(): void {
    clearTimeout(this.#showing);
  }

  get place(): Place | undefined {
    return this.places[this.at.value];
  }

  /** How many play in it. */
  get players(): number {
    return this.places.slice(0, 1).flatMap(({ step }) => seatsOf(step.scene)).length;
  }

  override get wanted(): string {
    return this.place?.step.try ?? "";
  }

  /** Go to a step; what is heard there is heard. */
  go(at: number): void {
    this.at.value = Math.max(0, Math.min(at, this.places.length));
    this.#show();
    void this.listen();
  }

  /** Hear what is heard in this step. */
  async listen(): Promise<void> {
    const step = this.place?.step;
    if (!step?.sound) return;
    const bytes = await fetch(step.sound).then((answer) => answer.arrayBuffer());
    if (this.place?.step !== step) return;
    const shaken = step.point.map((id) => shakeText(step.scene, id)).find(Boolean);
    if (shaken) this.onPlay(shaken);
    this.onClip(bytes.slice(WAV_HEAD));
  }

  #show(): void {
    clearTimeout(this.#showing);
    this.failures.value = 0;
    this.notice.value = null;
    const { place } = this;
    if (!place) {
      this.pointed.value = new Set();
      return;
    }
    const { step } = place;
    if (step.lines.length) this.news.value = step.lines;
    this.stage.value = NOTHING;
    this.pointed.value = new Set([...step.point, ...step.path]);
    const decision = step.try ? this.at.value : -1;
    this.view.value = {
      game: this.game,
      scene: sceneOf(step),
      decision,
      seats: seatsOf(step.scene),
    };
  }

  /** The move of the lesson goes on; any other is kindly put right. */
  override play(text: string): Promise<boolean> {
    const step = this.place?.step;
    this.stage.value = NOTHING;
    if (step && step.try === text) {
      this.onPlay(text);
      this.go(this.at.value + 1);
      return Promise.resolve(true);
    }
    if (step?.sound && this.places[this.at.value - 1]?.step.try === text) void this.listen();
    else this.#fail();
    return Promise.resolve(false);
  }

  protected override whyNot(): Promise<void> {
    if (this.place?.step.try) this.#fail();
    return Promise.resolve();
  }

  #fail(): void {
    this.failures.value += 1;
    this.tell(this.place?.step.wrong || say("learn.wrong"));
  }

  /** Show the move press by press, then play it. */
  showMe(): void {
    const step = this.place?.step;
    if (!step?.try) return;
    this.notice.value = null;
    const presses = moves() ? step.path.length : 0;
    const next = (count: number) => {
      if (count > presses) return void this.play(step.try);
      this.stage.value = { ...NOTHING, path: step.path.slice(0, count) };
      this.#showing = setTimeout(() => next(count + 1), presses ? PACE : 0);
    };
    next(1);
  }
}

/** The table of a step: where there is nothing to try nothing can be pressed. */
function sceneOf(step: LessonStep): Scene {
  return step.try ? step.scene : { ...step.scene, choices: [] };
}

/** Who sits there: people of the lesson, and the learner. */
function seatsOf({ areas, viewer }: Scene): Seat[] {
  const panels = areas.filter((area) => area.kind === "panel" && area.seat >= 0);
  const seats: Seat[] = [];
  for (const { seat, label, acting } of panels) {
    seats[seat] = {
      name: label,
      taken: true,
      kept: "",
      bot: "",
      program: false,
      away: false,
      resigned: false,
      you: seat === viewer,
      acting,
      clock_ms: -1,
    };
  }
  return seats;
}
