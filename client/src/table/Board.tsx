/** The board of a table or lesson: a scene that is kept up to date and takes input. */

import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { type Art, loadArt, NO_ART } from "../scene/look.ts";
import {
  destinations,
  isStarted,
  type Selection,
  suggestedPieces,
  withTwins,
} from "../scene/selection.ts";
import { type Highlights, SceneView } from "../scene/SceneView.ts";
import { StageView } from "../scene/StageView.ts";
import { playSound } from "../sound/synth.ts";
import type { Scene, Told } from "../wire/types.ts";
import { say } from "../words.ts";
import { celebrate } from "./celebration.ts";
import { Rattle } from "./rattle.ts";
import type { BoardController, BoardView } from "./BoardController.ts";

const CLOCK_INTERVAL_MS = 500;
const CHEER_BADGES = 16; // fewer than for a victory
const MAX_SOUNDS_AT_ONCE = 3;
const SOUND_GAP_S = 0.12;

/** The part of a scene that is shown, for the present selection; null for all of it. */
type SceneFocus = (scene: Scene, selection: Selection) => Scene | null;

export function Board({ controller, focus = null }: {
  readonly controller: BoardController;
  readonly focus?: SceneFocus | null;
}) {
  const root = useRef<HTMLDivElement>(null);
  const renderer = useRef<BoardRenderer | null>(null);
  const close = () => {
    renderer.current?.close();
    renderer.current = null;
  };
  useEffect(() => {
    if (root.current) renderer.current = new BoardRenderer(controller, root.current, focus);
    return close;
  }, [controller, focus]);
  // With the board its tooltip goes, not after the next frame: somebody else may have the device by then.
  useLayoutEffect(() => close, []);
  return <div ref={root} role="region" aria-label={say("table.scene")} />;
}

/** Renders the scene of a controller whenever something changes. */
class BoardRenderer {
  readonly #view: SceneView;
  readonly #rattle: Rattle;
  readonly #stage: StageView;
  readonly #unsubscribers: (() => void)[];
  readonly #clockTimer: number;
  #art: Art = NO_ART;
  #facts: readonly Told[] = [];
  #shown: BoardView | null = null;
  #isFocused = false;

  constructor(
    readonly controller: BoardController,
    root: HTMLElement,
    readonly focus: SceneFocus | null,
  ) {
    this.#view = new SceneView(root, {
      press: (id) => controller.press(id),
      startDrag: (id) => controller.startDrag(id),
      drop: (target) => controller.drop(target),
      stepBack: () => controller.stepBack(),
      shake: (id, point) => this.#rattle.drag(id, point),
    });
    this.#rattle = new Rattle(controller, this.#view);
    this.#stage = new StageView(root, () => controller.goOn());
    this.#unsubscribers = [
      controller.latestLines.subscribe((lines) => {
        this.#facts = lines;
        this.#playSounds();
      }),
      controller.view.subscribe(() => void this.#show()),
      controller.selection.subscribe(() => this.#highlight()),
      controller.pointed.subscribe(() => this.#highlight()),
      controller.marked.subscribe(() => this.#highlight()),
      controller.stage.subscribe(() => this.#showStage()),
      controller.clocks.subscribe(() => this.#drawClocks()),
    ];
    this.#clockTimer = setInterval(() => this.#drawClocks(), CLOCK_INTERVAL_MS);
    void this.#show();
  }

  close(): void {
    clearInterval(this.#clockTimer);
    for (const unsubscribe of this.#unsubscribers) unsubscribe();
    this.#rattle.close();
    this.#stage.close();
    this.#view.close();
  }

  async #show(): Promise<void> {
    const game = this.controller.view.value?.game;
    const isFirst = this.#art === NO_ART;
    if (game !== undefined && isFirst) this.#art = await loadArt(game);
    const view = this.controller.view.value;
    if (!view?.scene || this.#shown === view) return;
    this.#shown = view;
    const you = view.scene.viewer;
    const context = { art: this.#art, seats: view.seats, you, facts: this.#facts };
    const part = this.#partOf(view.scene);
    this.#isFocused = part !== null;
    this.#view.show(part ?? view.scene, context, this.#highlights(view.scene));
    this.#drawClocks();
    this.#facts = [];
    if (isFirst) this.#showStage(); // that of a game's first moment
  }

  #partOf(scene: Scene): Scene | null {
    return this.focus?.(scene, this.controller.selection.value) ?? null;
  }

  #showStage(): void {
    const { look, aspectRatios } = this.#art;
    const context = { look, aspectRatios, pictures: this.#view.pictures };
    const stage = this.controller.stage.value;
    this.#stage.show(stage, context);
    const cheered = stage?.lines.filter(({ kind }) => look.effects?.[kind] === "cheer") ?? [];
    celebrate(cheered.map(({ seat }) => seat), CHEER_BADGES);
  }

  #drawClocks(): void {
    this.#view.drawClocks(this.controller.clocks.value, this.controller.houseTime());
  }

  /** The selection or what is pointed at has changed; the scene must have been shown before. */
  #highlight(): void {
    const { scene } = this.controller;
    if (!scene || scene !== this.#shown?.scene) return;
    if ((this.#partOf(scene) !== null) === this.#isFocused) {
      this.#view.highlight(this.#highlights(scene));
    } else {
      this.#shown = null;
      void this.#show();
    }
  }

  #highlights(scene: Scene): Highlights {
    const selection = this.controller.selection.value;
    const next = this.controller.pressable();
    const suggested = suggestedPieces(scene, selection);
    const first = new Set(scene.choices.flatMap((choice) => choice.path.slice(0, 1)));
    return {
      pressable: withTwins(scene, isStarted(selection) ? first : next),
      next: isStarted(selection) ? withTwins(scene, suggested) : new Set(),
      destinations: new Set([
        ...destinations(scene, selection),
        ...[...next].filter((id) => !suggested.has(id)),
      ]),
      picked: new Set([...selection.path, selection.destination, ...selection.picked.flat()]),
      pointed: this.controller.pointed.value,
      marked: this.controller.marked.value,
    };
  }

  #playSounds(): void {
    const names = new Set(this.#facts.flatMap(({ kind }) => this.#art.look.sounds?.[kind] ?? []));
    let delay = 0;
    for (const name of [...names].slice(-MAX_SOUNDS_AT_ONCE)) {
      playSound(name, delay);
      delay += SOUND_GAP_S;
    }
  }
}
