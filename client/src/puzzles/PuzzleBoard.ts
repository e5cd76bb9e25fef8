/** The controller of a puzzle: a board on which one move is played, and what it is worth. */

import { Signal } from "../signal.ts";
import { EMPTY_SELECTION } from "../scene/selection.ts";
import { BoardController, type BoardView } from "../table/BoardController.ts";
import { seatsOf } from "../table/seats.ts";
import { post, Refused } from "../wire/http.ts";
import type { PuzzleView, Scene, Solution } from "../wire/types.ts";
import { isWordKey, language, say } from "../words.ts";
import { rememberSolved } from "./solved.ts";

/** The path of a puzzle's resource. */
export function puzzlePath(puzzle: string): string {
  return `/api/puzzles/${encodeURIComponent(puzzle)}`;
}

export class PuzzleBoard extends BoardController {
  override readonly view: Signal<BoardView | null>;
  /** What the move that was played is worth. */
  readonly solution = new Signal<Solution | null>(null);

  constructor(readonly puzzle: PuzzleView) {
    super();
    this.view = new Signal<BoardView | null>(this.#viewOf(puzzle.scene, 0));
  }

  #viewOf(scene: Scene, decision: number): BoardView {
    return { game: this.puzzle.game, scene, decision, seats: seatsOf(scene) };
  }

  /** Set the puzzle up again. */
  again(): void {
    this.solution.value = null;
    this.notice.value = null;
    this.selection.value = EMPTY_SELECTION;
    this.view.value = this.#viewOf(this.puzzle.scene, 0);
  }

  override async play(text: string): Promise<boolean> {
    this.isSending.value = true;
    try {
      const path = `${puzzlePath(this.puzzle.puzzle)}?language=${language.value}`;
      const solution = await post<Solution>(path, { text });
      if (solution.right) rememberSolved(this.puzzle.puzzle);
      this.selection.value = EMPTY_SELECTION;
      this.view.value = this.#viewOf(solution.scene, -1);
      this.solution.value = solution;
      return true;
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      const key = `refused.${error.code}`;
      this.notify(say(isWordKey(key) ? key : "refused.anything"));
      return false;
    } finally {
      this.isSending.value = false;
    }
  }

  protected override whyNot(id: string): Promise<void> {
    if (this.solution.value) return Promise.resolve();
    const tip = this.scene?.pieces.find((piece) => piece.id === id)?.tip;
    this.notify(this.selection.value.path.length ? say("why.there") : tip || say("why.not"));
    return Promise.resolve();
  }
}
