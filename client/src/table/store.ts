/** One table in the page: what is shown of it now, and everything one can do there. */

import { Cell } from "../cell.ts";
import { carryOver, guess, NOTHING } from "../scene/choosing.ts";
import { artOf, type Look, NO_ART } from "../scene/look.ts";
import { settings } from "../settings.ts";
import { Refused } from "../wire/http.ts";
import { paragraph } from "../wire/shelf.ts";
import { type Asking, Line as Wire, type LineState, socketAddress } from "../wire/socket.ts";
import type { Line, View } from "../wire/types.ts";
import { isWord, language, say } from "../words.ts";
import { Beginning } from "./begin.ts";
import { continued, Follower, fresh } from "./follow.ts";
import { remember } from "./promises.ts";
import { AtTable } from "./seat.ts";

const GAP = 420; // milliseconds between two views at the usual speed
const READING = 180; // more for every line beyond the first
const LONGEST = 1500;

/** How long a view stays at the usual speed: the longer the more it tells. */
export function stay(view: View): number {
  return Math.min(LONGEST, GAP + READING * Math.max(0, view.lines.length - 1));
}

/** How long new lines stay at the least: for what they tell that nobody should miss. */
export function momentOf(news: readonly Line[], moments: Look["moments"] = {}): number {
  return Math.max(0, ...news.map(({ kind }) => moments[kind] ?? 0));
}

/** A time as somebody likes it. */
function atSpeed(milliseconds: number): number {
  const { speed } = settings.value;
  return document.hidden || speed === 0 ? 0 : milliseconds / speed;
}

export class Table extends AtTable {
  override readonly view = new Cell<View | null>(null);
  readonly line = new Cell<LineState>("opening");
  readonly log = new Cell<readonly Line[]>([]);
  /** Whether the game was still going on when one came. */
  sawItEnd = false;
  #moments: Look["moments"] = {};
  readonly #wire: Wire;
  readonly #follower: Follower;
  readonly #stopLanguage: () => void;
  readonly #beginning = new Beginning(this);

  constructor(readonly name: string) {
    super();
    this.#follower = new Follower(
      (view) => this.#show(view),
      (view) => atSpeed(stay(view)),
      (view) => atSpeed(momentOf(fresh(this.log.value, view.lines), this.#moments)),
    );
    this.#wire = new Wire(() => socketAddress(name, language.value), {
      view: (view) => {
        remember(view);
        this.#follower.push(view);
      },
      clip: (bytes) => this.onClip(bytes),
      state: (state) => this.line.value = state,
    });
    this.#stopLanguage = language.watch((language) => {
      this.ask({ type: "language", language });
    });
  }

  close(): void {
    this.#stopLanguage();
    this.#beginning.close();
    this.#follower.close();
    this.#wire.close();
  }

  async #readMoments(game: string): Promise<void> {
    const art = await artOf(game).catch(() => NO_ART); // whoever draws it says that it is missing
    this.#moments = art.look.moments;
  }

  #show(view: View): void {
    const isFirst = this.view.value === null;
    const news = isFirst ? [] : fresh(this.log.value, view.lines);
    const hadDecision = this.view.value?.decision;
    this.log.value = continued(this.log.value, view.lines, view.events);
    const stage = view.scene && view.decision === hadDecision
      ? carryOver(view.scene, this.stage.value)
      : NOTHING;
    if (view.decision !== hadDecision) {
      this.isSending.value = false;
      this.notice.value = null;
      this.advice.value = [];
      this.pointed.value = new Set();
    }
    this.stage.value = stage;
    if (view.status === "playing") this.sawItEnd = true;
    if (news.length) this.news.value = news; // before the picture, which moves and sounds by it
    this.view.value = view;
    void this.#beginning.see(view);
    if (isFirst) void this.#readMoments(view.game);
  }

  /** Show at once what waits to be shown. */
  hurry(): void {
    this.#follower.hurry();
  }

  /** A press while something waits to be shown only wants to see it. */
  override press(id: string): void {
    if (this.#follower.isBehind) this.hurry();
    else super.press(id);
  }

  // asking

  /** Ask the house; a refusal becomes a notice. Returns whether it was done. */
  async ask(asking: Asking): Promise<boolean> {
    try {
      await this.#wire.ask(asking);
      return true;
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      await this.refuse(error);
      return false;
    }
  }

  /** Tell somebody why something can't be done, with the paragraph of the rule. */
  async refuse(error: Refused): Promise<void> {
    const { game } = this.view.value ?? {};
    const key = `refused.${error.code}`;
    const text = say(isWord(key) ? key : "refused.anything");
    this.notice.value = { text, rule: error.rule, paragraph: "" };
    if (!error.rule || !game) return;
    const found = await paragraph(game, error.rule).catch(() => "");
    if (this.notice.value?.rule === error.rule) {
      this.notice.value = { text, rule: error.rule, paragraph: found };
    }
  }

  /** Ask what a good player would do. */
  async hint(): Promise<void> {
    try {
      const answer = await this.#wire.ask({ type: "hint" });
      if (answer.type !== "hint") throw new Error(`a hint was answered by ${answer.type}`);
      if (!answer.hints.length) return this.tell(say("hint.none"));
      this.advice.value = answer.hints;
      this.point(answer.hints[0]?.path ?? []);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      await this.refuse(error);
    }
  }

  /** Play a move in notation. */
  override async play(text: string): Promise<boolean> {
    const decision = this.view.value?.decision ?? -1;
    this.stage.value = NOTHING;
    this.notice.value = null;
    this.#follower.hurry();
    this.onPlay(text);
    this.isSending.value = true;
    const isDone = await this.ask({ type: "play", decision, text });
    if (!isDone) this.isSending.value = false;
    return isDone;
  }

  /** Why a piece can't be pressed: by the rules if the move has a name, else in general. */
  protected override async whyNot(id: string): Promise<void> {
    const { scene } = this;
    const view = this.view.value;
    if (!scene || !view || view.seat < 0) return;
    if (view.decision < 0 || !scene.choices.length) {
      if (view.status === "playing") this.tell(say("why.wait"));
      return;
    }
    const text = guess(scene, this.stage.value, id);
    const tip = scene.pieces.find((piece) => piece.id === id)?.tip;
    if (!text) {
      return this.tell(this.stage.value.path.length ? say("why.there") : tip || say("why.not"));
    }
    try {
      await this.#wire.ask({ type: "why-not", text });
      this.tell(tip || say("why.not"));
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      if (error.code === "illegal-move") await this.refuse(error);
      else this.tell(tip || say("why.not"));
    }
  }
}
