/** The controller of a table: the view that is shown, and everything a player can do. */

import { Signal } from "../signal.ts";
import { carryOver, EMPTY_SELECTION, guessNotation } from "../scene/selection.ts";
import { loadArt, type Look, NO_ART } from "../scene/look.ts";
import { settings } from "../settings.ts";
import { Refused } from "../wire/http.ts";
import { ruleText } from "../wire/games.ts";
import { mergeSnapshots, type Snapshot } from "../wire/snapshot.ts";
import {
  type ClientMessage,
  type ConnectionState,
  TableSocket,
  type Viewer,
} from "../wire/socket.ts";
import type { Line, Scene, Told } from "../wire/types.ts";
import { isWordKey, language, say } from "../words.ts";
import { Arrival } from "./arrival.ts";
import { Autostart } from "./autostart.ts";
import { LastMoves } from "./lastMoves.ts";
import { showRule } from "./showRule.ts";
import {
  isHeld,
  leastDuration,
  logBeforeStage,
  maxQueuedViews,
  mergeLuck,
  paceFactor,
  partsOf,
  stageDelay,
  stagedMoments,
  viewDuration,
} from "./pacing.ts";
import type { Stage } from "../scene/StageView.ts";
import { stageOf } from "./stage.ts";
import { traceMoment } from "./trace.ts";
import { type Plan, ViewQueue } from "./ViewQueue.ts";
import { rememberCommitment } from "./commitments.ts";
import { BoardController } from "./BoardController.ts";

const NOTICE_MS = 4000; // how long a refusal is shown, at least
const NOTICE_MS_PER_CHARACTER = 60;
const MAX_NOTICE_MS = 12_000; // long paragraphs can be read in the rules

/** Whether all others at the table are bots. */
export function isAloneWithBots({ seats, you }: Snapshot): boolean {
  return seats.every((seat, i) => i === you.seat || (seat.bot !== "" && !seat.away));
}

export class TableController extends BoardController {
  override readonly view = new Signal<Snapshot | null>(null);
  readonly connection = new Signal<ConnectionState>("connecting");
  /** Why the table can't be opened, if it is gone. */
  readonly goneReason = new Signal<Refused | null>(null);
  readonly log = new Signal<readonly Line[]>([]);
  /** The rule that is shown over the table, "" for the first; null for none. */
  readonly shownRule = new Signal<string | null>(null);
  /** Hints were asked for and are not there yet. */
  readonly isSearchingHints = new Signal(false);
  /** Whether everything that has happened has been shown, for as long as it needs. */
  readonly isAtRest = new Signal(true);
  /** Whether the game was seen while it was still being played. */
  wasPlaying = false;
  readonly #lastMoves = new LastMoves();
  #moments: Look["moments"] = {};
  #received: Snapshot | null = null;
  /** The scene before the one that is shown. */
  #sceneBefore: Scene | null = null;
  /** The scene when a table of scores was last shown, or at the beginning. */
  #sceneAtTable: Scene | null = null;
  /** Whether the last round is shown once more, by request. */
  #isShownAgain = false;
  #noticeTimer = 0;
  #stageTimer = 0;
  readonly #socket: TableSocket;
  readonly #queue: ViewQueue;
  readonly #unsubscribeLanguage: () => void;
  readonly #autostart = new Autostart(this);
  readonly #arrival = new Arrival(this);

  constructor(readonly name: string, viewer: Viewer = "own") {
    super();
    this.#queue = new ViewQueue({
      show: (view, plan) => this.#show(view, plan),
      duration: (view, before) => viewDuration(view, before) * this.#paceFactor(),
      minDuration: (view) => leastDuration(view, this.#moments) * this.#paceFactor(),
      isHeld: (view) => isHeld(view, this.#moments),
      maxQueued: maxQueuedViews,
      onIdle: () => {
        this.#isShownAgain = false;
        this.#showStage(null);
        this.log.value = this.view.value?.log ?? [];
        this.isAtRest.value = true;
      },
    });
    // A refusal goes away by itself, and never hides an answer.
    this.notice.subscribe((notice) => {
      clearTimeout(this.#noticeTimer);
      if (!notice) return;
      const length = notice.text.length + notice.paragraph.length;
      const milliseconds = Math.min(MAX_NOTICE_MS, NOTICE_MS + NOTICE_MS_PER_CHARACTER * length);
      this.#noticeTimer = setTimeout(() => this.notice.value = null, milliseconds);
    });
    this.#socket = new TableSocket(name, language.value, {
      onSnapshots: (snapshots) => this.receive(snapshots),
      onClip: (bytes) => this.onClip(bytes),
      onState: (state, reason) => {
        this.goneReason.value = reason ?? null;
        this.connection.value = state;
      },
    }, viewer);
    this.#unsubscribeLanguage = language.subscribe((language) =>
      this.#socket.setLanguage(language)
    );
  }

  close(): void {
    this.#unsubscribeLanguage();
    this.#autostart.close();
    clearTimeout(this.#noticeTimer);
    clearTimeout(this.#stageTimer);
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

  /** Begin the game if that was asked for: once its moments are known, so that the first is seen. */
  async #autostartAt(view: Snapshot, isFirst: boolean): Promise<void> {
    if (isFirst) await this.#loadMoments(view.game);
    await this.#arrival.onView(view);
    await this.#autostart.onView(view);
  }

  /** The steps of a message have arrived: clocks are set at once, the rest is shown in its turn. */
  protected receive(snapshots: readonly Snapshot[]): void {
    const latest = snapshots.at(-1);
    if (!latest) return;
    rememberCommitment(latest);
    this.clocks.value = latest.seats;
    const isInstant = paceFactor() === 0;
    const steps = isInstant
      ? [snapshots.reduce(mergeSnapshots)]
      : mergeLuck(snapshots, this.#moments);
    for (const step of steps) {
      const views = isInstant ? [step] : partsOf(step, this.#received, this.#moments);
      for (const view of views) {
        this.#lastMoves.add(view);
        this.#queue.push(view);
      }
      this.#received = step;
    }
  }

  /** Point at what a line of the log is about, unless a hint is shown. */
  pointFromLog(about: readonly string[]): void {
    if (!this.hints.value.length) this.pointed.value = new Set(about);
  }

  /** Whether `showLastRound` has anything to show. */
  get hasLastRound(): boolean {
    return this.#lastMoves.canBeShownAgain;
  }

  /** Show what the others did since the player's last turn once more. */
  showLastRound(): void {
    this.#queue.flush();
    this.#isShownAgain = true;
    for (const view of this.#lastMoves.round()) this.#queue.push(view);
  }

  /** Whether a view comes before luck that was shown already. */
  #hasUndoneLuck({ events }: Snapshot): boolean {
    const log = this.view.value?.log ?? [];
    return log.some(({ event, category }) => event >= events && category === "luck");
  }

  /** What is shown again is never quicker than at normal pace. */
  #paceFactor(): number {
    const factor = paceFactor();
    return this.#isShownAgain && factor > 0 ? Math.max(1, factor) : factor;
  }

  /** Show the next view: the reader has seen enough of this one. */
  override goOn(): void {
    this.#queue.goOn();
  }

  #show(view: Snapshot, plan: Plan): void {
    const isFirst = this.view.value === null;
    // What comes after the end, such as a rematch, does not hide the ending again.
    if (this.view.value?.status !== "over") this.isAtRest.value = false;
    const hadDecision = this.view.value?.decision;
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
    if (view.status === "playing" && !this.wasPlaying) this.#beginPlaying(view);
    // Before the view, whose sounds and effects depend on it.
    const isTakenBack = view.events < (this.view.value?.events ?? 0);
    if (view.newLines.length || isTakenBack) this.latestLines.value = view.newLines;
    if (isTakenBack && this.#hasUndoneLuck(view)) this.notify(say("undo.luck"));
    const shown = this.view.value?.scene ?? null;
    if (view.scene !== shown) this.#sceneBefore = shown;
    const stage = paceFactor() > 0
      ? stageOf(view, this.#moments, plan.isHeld, this.#sceneBefore, this.#sceneAtTable)
      : null;
    if (stage?.isTable || !view.events) this.#sceneAtTable = view.staged ?? view.scene;
    const delay = stage ? stageDelay(view.newLines, this.#moments) * this.#paceFactor() : 0;
    this.log.value = delay ? logBeforeStage(view, this.#moments) : view.log;
    this.#showStage(stage, delay, view.log);
    this.marked.value = this.#lastMoves.marks(view);
    this.view.value = view;
    traceMoment(view, plan, stage, delay);
    void this.#autostartAt(view, isFirst);
  }

  /** Show a stage, or none; after a while, with its log, if the board has to be seen first. */
  #showStage(stage: Stage | null, delay = 0, log: readonly Line[] = []): void {
    clearTimeout(this.#stageTimer);
    this.stage.value = delay ? null : stage;
    if (!delay) return;
    this.#stageTimer = setTimeout(() => {
      this.stage.value = stage;
      this.log.value = log;
    }, delay);
  }

  /** A game is seen for the first time: bots that play with nobody else take the player's pace. */
  #beginPlaying(view: Snapshot): void {
    this.wasPlaying = true;
    if (view.you.seat >= 0 && isAloneWithBots(view)) this.setBotPace(view);
  }

  /** Have the bots of the table move at the pace of the settings. */
  setBotPace(view = this.view.value): void {
    const { pace } = settings.value;
    if (view && view.bot_pace !== pace) void this.send({ type: "bot-pace", pace });
  }

  /** Whether lines were shown on a stage. */
  isStaged(lines: readonly Told[]): boolean {
    return paceFactor() > 0 && stagedMoments(lines, this.#moments).length > 0;
  }

  /** Show the latest view at once. */
  showLatest(): void {
    this.#queue.flush();
  }

  /** A press while views are queued only shows the latest. */
  override press(id: string): void {
    if (this.#queue.isHeld) this.goOn();
    else if (this.#queue.isBehind) this.showLatest();
    else super.press(id);
  }

  protected override get confirmsEveryMove(): boolean {
    return settings.value.confirmEvery;
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

  override followRule(event: MouseEvent, rule: string): void {
    showRule(event, this, rule);
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

  /** Show hints for the present decision, or close them. */
  async toggleHints(): Promise<void> {
    if (this.hints.value.length) return this.closeHints();
    if (this.isSearchingHints.value) return;
    this.isSearchingHints.value = true;
    await this.#requestHints();
    this.isSearchingHints.value = false;
  }

  async #requestHints(): Promise<void> {
    try {
      const answer = await this.#socket.send({ type: "hint" });
      if (answer.type !== "hint") {
        throw new Error(`unexpected answer to a hint request: ${answer.type}`);
      }
      if (!answer.hints.length) return this.notify(say("hint.none"));
      this.notice.value = null;
      this.hints.value = answer.hints;
      this.point(answer.hints[0]?.path ?? []);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      await this.showRefusal(error);
    }
  }

  /** Play a move in notation. What was pressed stays so until the answer: nothing is asked again. */
  override async play(text: string): Promise<boolean> {
    if (this.isSending.value) return false;
    const decision = this.view.value?.decision ?? -1;
    this.notice.value = null;
    this.#queue.flush();
    this.#lastMoves.move();
    this.onPlay(text);
    this.isSending.value = true;
    const isDone = await this.send({ type: "play", decision, text });
    if (!isDone) {
      this.isSending.value = false;
      this.selection.value = EMPTY_SELECTION;
    }
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
