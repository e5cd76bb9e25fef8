/** The controller of a table: the view that is shown, and everything a player can do. */

import { Signal } from "../signal.ts";
import { carryOver, EMPTY_SELECTION, guessNotation } from "../scene/selection.ts";
import { loadArt, type Look, NO_ART } from "../scene/look.ts";
import { settings } from "../settings.ts";
import { Refused } from "../wire/http.ts";
import { ruleText } from "../wire/games.ts";
import {
  type ClientMessage,
  type ConnectionState,
  socketUrl,
  TableSocket,
} from "../wire/socket.ts";
import type { Line, View } from "../wire/types.ts";
import { isWordKey, language, say } from "../words.ts";
import { Autostart } from "./autostart.ts";
import { extendLog, newLines, ViewQueue } from "./ViewQueue.ts";
import { rememberCommitment } from "./commitments.ts";
import { BoardController } from "./BoardController.ts";

const VIEW_MS = 420; // how long a view is shown at normal speed
const EXTRA_LINE_MS = 180; // added for every log line beyond the first
const MAX_VIEW_MS = 1500;

/** How long a view is shown at normal speed: longer with more log lines. */
export function viewDuration(view: View): number {
  return Math.min(MAX_VIEW_MS, VIEW_MS + EXTRA_LINE_MS * Math.max(0, view.lines.length - 1));
}

/** The least time new lines are shown, by the `moments` of the game's look. */
export function minViewDuration(
  fresh: readonly Line[],
  minDurations: Look["moments"] = {},
): number {
  return Math.max(0, ...fresh.map(({ kind }) => minDurations[kind] ?? 0));
}

/** A duration at the speed of the settings; 0 in a hidden tab. */
function atViewSpeed(milliseconds: number): number {
  const { speed } = settings.value;
  return document.hidden || speed === 0 ? 0 : milliseconds / speed;
}

export class TableController extends BoardController {
  override readonly view = new Signal<View | null>(null);
  readonly connection = new Signal<ConnectionState>("connecting");
  readonly log = new Signal<readonly Line[]>([]);
  /** Whether the game was seen while it was still being played. */
  wasPlaying = false;
  #minDurations: Look["moments"] = {};
  readonly #socket: TableSocket;
  readonly #queue: ViewQueue;
  readonly #unsubscribeLanguage: () => void;
  readonly #autostart = new Autostart(this);

  constructor(readonly name: string) {
    super();
    this.#queue = new ViewQueue(
      (view) => this.#show(view),
      (view) => atViewSpeed(viewDuration(view)),
      (view) =>
        atViewSpeed(minViewDuration(newLines(this.log.value, view.lines), this.#minDurations)),
    );
    this.#socket = new TableSocket(() => socketUrl(name, language.value), {
      onView: (view) => {
        rememberCommitment(view);
        this.#queue.push(view);
      },
      onClip: (bytes) => this.onClip(bytes),
      onState: (state) => this.connection.value = state,
    });
    this.#unsubscribeLanguage = language.subscribe((language) => {
      this.send({ type: "language", language });
    });
  }

  close(): void {
    this.#unsubscribeLanguage();
    this.#autostart.close();
    this.#queue.close();
    this.#socket.close();
  }

  async #loadMinDurations(game: string): Promise<void> {
    const art = await loadArt(game).catch(() => NO_ART); // the board reports the error
    this.#minDurations = art.look.moments;
  }

  #show(view: View): void {
    const isFirst = this.view.value === null;
    const fresh = isFirst ? [] : newLines(this.log.value, view.lines);
    const hadDecision = this.view.value?.decision;
    this.log.value = extendLog(this.log.value, view.lines, view.events);
    const selection = view.scene && view.decision === hadDecision
      ? carryOver(view.scene, this.selection.value)
      : EMPTY_SELECTION;
    if (view.decision !== hadDecision) {
      this.isSending.value = false;
      this.notice.value = null;
      this.hints.value = [];
      this.pointed.value = new Set();
    }
    this.selection.value = selection;
    if (view.status === "playing") this.wasPlaying = true;
    // Before the view, whose sounds and effects depend on it.
    if (fresh.length) this.latestLines.value = fresh;
    this.view.value = view;
    void this.#autostart.onView(view);
    if (isFirst) void this.#loadMinDurations(view.game);
  }

  /** Show the latest view at once. */
  showLatest(): void {
    this.#queue.flush();
  }

  /** A press while views are queued only shows the latest. */
  override press(id: string): void {
    if (this.#queue.isBehind) this.showLatest();
    else super.press(id);
  }

  // requests

  /** Send a message; a refusal becomes a notice. Returns whether it was done. */
  async send(message: ClientMessage): Promise<boolean> {
    try {
      await this.#socket.send(message);
      return true;
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      await this.showRefusal(error);
      return false;
    }
  }

  /** Show a refusal as a notice, with the text of the rule. */
  async showRefusal(error: Refused): Promise<void> {
    const { game } = this.view.value ?? {};
    const key = `refused.${error.code}`;
    const text = say(isWordKey(key) ? key : "refused.anything");
    this.notice.value = { text, rule: error.rule, paragraph: "" };
    if (!error.rule || !game) return;
    const found = await ruleText(game, error.rule).catch(() => "");
    if (this.notice.value?.rule === error.rule) {
      this.notice.value = { text, rule: error.rule, paragraph: found };
    }
  }

  /** Request hints for the present decision. */
  async requestHints(): Promise<void> {
    try {
      const answer = await this.#socket.send({ type: "hint" });
      if (answer.type !== "hint") {
        throw new Error(`unexpected answer to a hint request: ${answer.type}`);
      }
      if (!answer.hints.length) return this.notify(say("hint.none"));
      this.hints.value = answer.hints;
      this.point(answer.hints[0]?.path ?? []);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      await this.showRefusal(error);
    }
  }

  /** Play a move in notation. */
  override async play(text: string): Promise<boolean> {
    const decision = this.view.value?.decision ?? -1;
    this.selection.value = EMPTY_SELECTION;
    this.notice.value = null;
    this.#queue.flush();
    this.onPlay(text);
    this.isSending.value = true;
    const isDone = await this.send({ type: "play", decision, text });
    if (!isDone) this.isSending.value = false;
    return isDone;
  }

  /** Show why a piece can't be pressed: by the rules if its notation can be guessed. */
  protected override async whyNot(id: string): Promise<void> {
    const { scene } = this;
    const view = this.view.value;
    if (!scene || !view || view.seat < 0) return;
    if (view.decision < 0 || !scene.choices.length) {
      if (view.status === "playing") this.notify(say("why.wait"));
      return;
    }
    const text = guessNotation(scene, this.selection.value, id);
    const tip = scene.pieces.find((piece) => piece.id === id)?.tip;
    if (!text) {
      return this.notify(
        this.selection.value.path.length ? say("why.there") : tip || say("why.not"),
      );
    }
    try {
      await this.#socket.send({ type: "why-not", text });
      this.notify(tip || say("why.not"));
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      if (error.code === "illegal-move") await this.showRefusal(error);
      else this.notify(tip || say("why.not"));
    }
  }
}
