/** The controller of a table: the view that is shown, and everything a player can do. */

import { Signal } from "../signal.ts";
import { carryOver, EMPTY_SELECTION, guessNotation } from "../scene/selection.ts";
import { loadArt, type Look, NO_ART } from "../scene/look.ts";
import { settings } from "../settings.ts";
import { Refused } from "../wire/http.ts";
import { ruleText } from "../wire/games.ts";
import { mergeSnapshots, type Snapshot } from "../wire/snapshot.ts";
import { type ClientMessage, type ConnectionState, TableSocket } from "../wire/socket.ts";
import type { Line } from "../wire/types.ts";
import { isWordKey, language, say } from "../words.ts";
import { Autostart } from "./autostart.ts";
import { mergeLuck, minViewDuration, viewDuration } from "./pacing.ts";
import { ViewQueue } from "./ViewQueue.ts";
import { rememberCommitment } from "./commitments.ts";
import { BoardController } from "./BoardController.ts";

/** The factor by which views are shown faster; infinite in a hidden tab and without animations. */
function viewSpeed(): number {
  const { speed } = settings.value;
  return document.hidden || speed === 0 ? Infinity : speed;
}

export class TableController extends BoardController {
  override readonly view = new Signal<Snapshot | null>(null);
  readonly connection = new Signal<ConnectionState>("connecting");
  /** Why the table can't be opened, if it is gone. */
  readonly goneReason = new Signal<Refused | null>(null);
  readonly log = new Signal<readonly Line[]>([]);
  /** Whether the game was seen while it was still being played. */
  wasPlaying = false;
  #moments: Look["moments"] = {};
  readonly #socket: TableSocket;
  readonly #queue: ViewQueue;
  readonly #unsubscribeLanguage: () => void;
  readonly #autostart = new Autostart(this);

  constructor(readonly name: string) {
    super();
    this.#queue = new ViewQueue(
      (view) => this.#show(view),
      (view, before) => viewDuration(view, before) / viewSpeed(),
      (view) => minViewDuration(view.newLines, this.#moments) / viewSpeed(),
    );
    this.#socket = new TableSocket(name, language.value, {
      onSnapshots: (snapshots) => this.#receive(snapshots),
      onClip: (bytes) => this.onClip(bytes),
      onState: (state, reason) => {
        this.goneReason.value = reason ?? null;
        this.connection.value = state;
      },
    });
    this.#unsubscribeLanguage = language.subscribe((language) =>
      this.#socket.setLanguage(language)
    );
  }

  close(): void {
    this.#unsubscribeLanguage();
    this.#autostart.close();
    this.#queue.close();
    this.#socket.close();
  }

  override houseTime(): number {
    return this.#socket.clock.now();
  }

  async #loadMoments(game: string): Promise<void> {
    const art = await loadArt(game).catch(() => NO_ART); // the board reports the error
    this.#moments = art.look.moments;
  }

  /** The steps of a message have arrived: clocks are set at once, the rest is shown in its turn. */
  #receive(snapshots: readonly Snapshot[]): void {
    const latest = snapshots.at(-1);
    if (!latest) return;
    rememberCommitment(latest);
    this.clocks.value = latest.seats;
    const isInstant = viewSpeed() === Infinity;
    const shown = isInstant
      ? [snapshots.reduce(mergeSnapshots)]
      : mergeLuck(snapshots, this.#moments);
    for (const view of shown) this.#queue.push(view);
  }

  #show(view: Snapshot): void {
    const isFirst = this.view.value === null;
    const hadDecision = this.view.value?.decision;
    this.log.value = view.log;
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
    if (view.newLines.length) this.latestLines.value = view.newLines;
    this.view.value = view;
    void this.#autostart.onView(view);
    if (isFirst) void this.#loadMoments(view.game);
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
    if (!scene || !view || view.you.seat < 0) return;
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
