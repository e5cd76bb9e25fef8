/** The board of a table or lesson: a scene that is kept up to date and takes input. */

import { useEffect, useRef } from "preact/hooks";
import { type Art, loadArt, NO_ART } from "../scene/look.ts";
import { destinations, isStarted, suggestedPieces } from "../scene/selection.ts";
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

export function Board({ controller }: { readonly controller: BoardController }) {
  const root = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!root.current) return;
    const renderer = new BoardRenderer(controller, root.current);
    return () => renderer.close();
  }, [controller]);
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

  constructor(readonly controller: BoardController, root: HTMLElement) {
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
    this.#view.show(view.scene, context, this.#highlights(view.scene));
    this.#drawClocks();
    this.#facts = [];
    if (isFirst) this.#showStage(); // that of a game's first moment
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
    if (scene && scene === this.#shown?.scene) this.#view.highlight(this.#highlights(scene));
  }

  #highlights(scene: Scene): Highlights {
    const selection = this.controller.selection.value;
    const next = this.controller.pressable();
    const suggested = suggestedPieces(scene, selection);
    const first = new Set(scene.choices.flatMap((choice) => choice.path.slice(0, 1)));
    return {
      pressable: isStarted(selection) ? first : next,
      next: isStarted(selection) ? suggested : new Set(),
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
