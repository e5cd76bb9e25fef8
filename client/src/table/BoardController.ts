/** The controller of a board, at a table or in a lesson: the view, and the selection of a move. */

import { type ReadonlySignal, Signal } from "../signal.ts";
import type { SeatClock } from "../scene/AreaElement.ts";
import {
  choicesFrom,
  EMPTY_SELECTION,
  findPressable,
  isComplete,
  isStarted,
  nextPieces,
  notationOf,
  pressPiece,
  type PressResult,
  selectChoice,
  type Selection,
  shakeChoice,
  stepBack,
  togglePick,
  turnAside,
} from "../scene/selection.ts";
import { settings } from "../settings.ts";
import type { Snapshot } from "../wire/snapshot.ts";
import type { Advice, Choice, Scene, Told } from "../wire/types.ts";
import type { Stage } from "../scene/StageView.ts";

/** A message shown in place of the prompt. */
export interface Notice {
  readonly text: string;
  readonly rule: string;
  readonly paragraph: string;
}

/** The part of a view that a board needs. */
export type BoardView = Pick<Snapshot, "game" | "scene" | "staged" | "decision" | "seats">;

export abstract class BoardController {
  abstract readonly view: ReadonlySignal<BoardView | null>;
  readonly selection = new Signal<Selection>(EMPTY_SELECTION);
  readonly notice = new Signal<Notice | null>(null);
  /** The hints for the present decision, if they were asked for. */
  readonly hints = new Signal<readonly Advice[]>([]);
  /** Pieces and areas that a lesson or a hint points at. */
  readonly pointed = new Signal<ReadonlySet<string>>(new Set());
  /** What is shown large above the board, if the view that is shown has such a moment. */
  readonly stage = new Signal<Stage | null>(null);
  /** What the opponents moved last, by id, with the seat that moved it. */
  readonly marked = new Signal<ReadonlyMap<string, number>>(new Map());
  /** The new log lines of the view that is shown: for sounds and the screen reader. */
  readonly latestLines = new Signal<readonly Told[]>([]);
  /** The latest clock of each seat, even while an older view is shown. */
  readonly clocks = new Signal<readonly SeatClock[]>([]);
  /** A move has been sent and not answered yet: nothing else can be played. */
  readonly isSending = new Signal(false);
  #selectionBeforeDrag: Selection | null = null;
  /** Called with a clip of sound from the server. */
  onClip: (bytes: ArrayBuffer) => void = () => {};
  /** Called when a move is played. */
  onPlay: (text: string) => void = () => {};

  /** Called when a piece is pressed that shakes. */
  onShake: (id: string) => void = () => {};

  /** Show the next view: the reader has seen enough of the stage. */
  goOn(): void {
    this.stage.value = null;
  }

  /** The time by which deadlines are meant, in milliseconds since 1970. */
  houseTime(): number {
    return 0;
  }

  /** Play a move in notation; returns whether it was accepted. */
  abstract play(text: string): Promise<boolean>;

  /** Show why a piece can't be pressed now. */
  protected abstract whyNot(id: string): Promise<void>;

  /** Whether a move that is complete waits for one more press. */
  protected get confirmsEveryMove(): boolean {
    return false;
  }

  /** The move a lesson asks for, in notation; its button is pointed at. */
  get expectedMove(): string {
    return "";
  }

  get scene(): Scene | null {
    return this.view.value?.scene ?? null;
  }

  /** Point at some pieces; the selection is cleared. */
  point(ids: readonly string[]): void {
    this.selection.value = EMPTY_SELECTION;
    this.pointed.value = new Set(ids);
  }

  /** Close the hints. */
  closeHints(): void {
    this.hints.value = [];
    this.pointed.value = new Set();
  }

  /** A link to a rule is followed; a table shows the rule over the board instead. */
  followRule(_event: MouseEvent, _rule: string): void {}

  protected notify(text: string): void {
    this.notice.value = { text, rule: "", paragraph: "" };
  }

  /** The pieces that can be pressed next. */
  pressable(): Set<string> {
    return this.scene ? nextPieces(this.scene, this.selection.value) : new Set();
  }

  /** Press a piece. */
  press(id: string): void {
    if (!this.scene || this.isSending.value) return;
    if (!isStarted(this.selection.value) && shakeChoice(this.scene, id)) return this.onShake(id);
    if (this.#isPressedAgain(id)) return this.confirm();
    const result = pressPiece(this.scene, this.selection.value, id, settings.value.confirm);
    if (result.kind === "impossible") void this.whyNot(id);
    else this.#handle(result);
  }

  /** Whether a move only waits for one more press and gets it: on its last piece, or on any of its
   * pieces if that one was pressed first. */
  #isPressedAgain(id: string): boolean {
    const { choice, path, destination } = this.selection.value;
    if (!choice || choice.confirm || choice.picks.length) return false;
    return path.at(-1) === id || destination !== "" && path.includes(id);
  }

  /** Choose a whole choice by its button. */
  choose(choice: Choice): void {
    if (this.isSending.value) return;
    const first = choice.path[0] ?? "";
    if (shakeChoice(this.scene, first) === choice) this.onShake(first);
    else this.#handle(selectChoice(choice, settings.value.confirm));
  }

  /** Play the selected choice with its picks. */
  confirm(): void {
    const selection = this.selection.value;
    if (isComplete(selection) && !this.isSending.value) void this.play(notationOf(selection));
  }

  /** Add a piece to one of the picks, or remove it. */
  togglePick(pickIndex: number, id: string): void {
    this.selection.value = togglePick(this.selection.value, pickIndex, id);
  }

  /** Switch to another of the picks. */
  switchPick(pickIndex: number): void {
    this.selection.value = { ...this.selection.value, pickIndex };
  }

  /** From now on pieces continue the path and are not picked. */
  goDirectly(): void {
    this.selection.value = { ...this.selection.value, isDirect: true };
  }

  /** The last piece was not meant for a pick: offer what else it could have meant. */
  turnAside(): void {
    this.selection.value = turnAside(this.selection.value);
  }

  /** One step back. */
  stepBack(): void {
    this.selection.value = stepBack(this.selection.value);
    this.notice.value = null;
  }

  /** Start to drag a piece; returns the drop targets, null if there are none. */
  startDrag(id: string): ReadonlySet<string> | null {
    const { scene } = this;
    if (!scene || this.selection.value.choice) return null;
    const selection = this.selection.value;
    const path = selection.path.at(-1) === id
      ? selection.path
      : this.#pathWith(scene, selection, id);
    if (!path) return null;
    const longer = choicesFrom(scene, path).filter((choice) => choice.path.length > path.length);
    if (!longer.length) return null;
    this.#selectionBeforeDrag = selection;
    this.selection.value = { ...EMPTY_SELECTION, path };
    return nextPieces(scene, this.selection.value);
  }

  #pathWith(scene: Scene, selection: Selection, id: string): readonly string[] | null {
    const found = findPressable(scene, nextPieces(scene, selection), id);
    if (found !== null) return [...selection.path, found];
    return nextPieces(scene, EMPTY_SELECTION).has(id) ? [id] : null;
  }

  /** The dragged piece was dropped. */
  drop(target: string | null): void {
    const before = this.#selectionBeforeDrag;
    this.#selectionBeforeDrag = null;
    if (target !== null) return this.press(target);
    if (before) this.selection.value = before;
  }

  #handle(result: PressResult): void {
    this.notice.value = null;
    if (result.kind === "impossible") return;
    const isHeld = result.kind === "selection" || this.confirmsEveryMove;
    if (isHeld) this.selection.value = result.selection;
    else void this.play(result.text);
  }
}
