/** Somebody at a table, a real one or that of a lesson: what is seen, and the choosing of a move. */

import { Cell, type Shown } from "../cell.ts";
import {
  back,
  type Choosing,
  isReady,
  nextPieces,
  NOTHING,
  type Outcome,
  press,
  remaining,
  standIn,
  take,
  textOf,
  toggle,
} from "../scene/choosing.ts";
import { settings } from "../settings.ts";
import type { Advice, Choice, Scene, Told, View } from "../wire/types.ts";

/** Something to tell the player beside the prompt. */
export interface Notice {
  readonly text: string;
  readonly rule: string;
  readonly paragraph: string;
}

/** What must be known of a table to choose at it. */
export type Seen = Pick<View, "game" | "scene" | "decision" | "seats">;

export abstract class AtTable {
  abstract readonly view: Shown<Seen | null>;
  readonly stage = new Cell<Choosing>(NOTHING);
  readonly notice = new Cell<Notice | null>(null);
  /** What a good player would do now, if somebody asked. */
  readonly advice = new Cell<readonly Advice[]>([]);
  /** Pieces and areas that somebody points at. */
  readonly pointed = new Cell<ReadonlySet<string>>(new Set());
  /** Lines nobody has been told of yet, with each view that is shown: for sound and voice. */
  readonly news = new Cell<readonly Told[]>([]);
  /** A move is on its way: until it is answered nothing else is played. */
  readonly isSending = new Cell(false);
  #dragFrom: Choosing | null = null;
  /** A clip of sound has come. */
  onClip: (bytes: ArrayBuffer) => void = () => {};
  /** A move is being played. */
  onPlay: (text: string) => void = () => {};

  /** Play a move in notation; whether it was accepted. */
  abstract play(text: string): Promise<boolean>;

  /** Say why a piece can't be pressed now. */
  protected abstract whyNot(id: string): Promise<void>;

  /** The move somebody is asked to make, where one is: its button is pointed at. */
  get wanted(): string {
    return "";
  }

  get scene(): Scene | null {
    return this.view.value?.scene ?? null;
  }

  /** Point at some pieces; whatever was chosen so far is put back. */
  point(ids: readonly string[]): void {
    this.stage.value = NOTHING;
    this.pointed.value = new Set(ids);
  }

  protected tell(text: string): void {
    this.notice.value = { text, rule: "", paragraph: "" };
  }

  /** What can be pressed now. */
  next(): Set<string> {
    return this.scene ? nextPieces(this.scene, this.stage.value) : new Set();
  }

  /** Press a piece. */
  press(id: string): void {
    if (!this.scene || this.isSending.value) return;
    const outcome = press(this.scene, this.stage.value, id, settings.value.confirm);
    if (outcome.kind === "impossible") void this.whyNot(id);
    else this.#follow(outcome);
  }

  /** Take a whole choice by its button. */
  take(choice: Choice): void {
    if (!this.isSending.value) this.#follow(take(choice, settings.value.confirm));
  }

  /** Confirm what was picked, or a choice that asks first. */
  confirm(): void {
    const stage = this.stage.value;
    if (isReady(stage) && !this.isSending.value) void this.play(textOf(stage));
  }

  /** Pick or put back a piece of one of the sets. */
  toggle(set: number, id: string): void {
    this.stage.value = toggle(this.stage.value, set, id);
  }

  /** Turn to another of the sets. */
  turnTo(set: number): void {
    this.stage.value = { ...this.stage.value, set };
  }

  /** One step back. */
  back(): void {
    this.stage.value = back(this.stage.value);
    this.notice.value = null;
  }

  /** Begin to drag a piece: where it can be dropped; null if it goes nowhere. */
  grab(id: string): ReadonlySet<string> | null {
    const { scene } = this;
    if (!scene || this.stage.value.choice) return null;
    const stage = this.stage.value;
    const path = stage.path.at(-1) === id ? stage.path : this.#pathTo(scene, stage, id);
    if (!path) return null;
    const longer = remaining(scene, path).filter((choice) => choice.path.length > path.length);
    if (!longer.length) return null;
    this.#dragFrom = stage;
    this.stage.value = { ...NOTHING, path };
    return nextPieces(scene, this.stage.value);
  }

  #pathTo(scene: Scene, stage: Choosing, id: string): readonly string[] | null {
    const found = standIn(scene, nextPieces(scene, stage), id);
    if (found !== null) return [...stage.path, found];
    return nextPieces(scene, NOTHING).has(id) ? [id] : null;
  }

  /** The piece was dropped. */
  drop(target: string | null): void {
    const before = this.#dragFrom;
    this.#dragFrom = null;
    if (target !== null) return this.press(target);
    if (before) this.stage.value = before;
  }

  #follow(outcome: Outcome): void {
    this.notice.value = null;
    if (outcome.kind === "stage") this.stage.value = outcome.stage;
    if (outcome.kind === "play") void this.play(outcome.text);
  }
}
