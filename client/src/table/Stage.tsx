/** The scene inside the page: a place for the picture, which draws itself. */

import { useEffect, useRef } from "preact/hooks";
import { type Art, artOf, NO_ART } from "../scene/look.ts";
import { goals, isBegun } from "../scene/choosing.ts";
import { tick } from "../scene/plot.ts";
import { type Lights, SceneView } from "../scene/SceneView.ts";
import { play } from "../sound/synth.ts";
import type { Scene } from "../wire/types.ts";
import { say } from "../words.ts";
import { Rattle } from "./rattle.ts";
import type { AtTable, Seen } from "./seat.ts";

export function Stage({ table }: { readonly table: AtTable }) {
  const root = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!root.current) return;
    const drawing = new Drawing(table, root.current);
    return () => drawing.close();
  }, [table]);
  return <div ref={root} role="region" aria-label={say("table.scene")} />;
}

/** Keeps the picture of a table up to date. */
class Drawing {
  readonly #view: SceneView;
  readonly #rattle: Rattle;
  readonly #stops: (() => void)[];
  readonly #clock: number;
  #art: Art = NO_ART;
  #kinds: readonly string[] = [];
  #shown: Seen | null = null;

  constructor(readonly table: AtTable, root: HTMLElement) {
    this.#view = new SceneView(root, {
      press: (id) => table.press(id),
      grab: (id) => table.grab(id),
      drop: (target) => table.drop(target),
      back: () => table.back(),
      shake: (id, point) => this.#rattle.drag(id, point),
    });
    this.#rattle = new Rattle(table, this.#view);
    this.#stops = [
      table.news.watch((lines) => {
        this.#kinds = lines.map((line) => line.kind);
        this.#sound();
      }),
      table.view.watch(() => void this.#show()),
      table.stage.watch(() => this.#light()),
      table.pointed.watch(() => this.#light()),
    ];
    this.#clock = setInterval(() => tick(root), 500);
    void this.#show();
  }

  close(): void {
    clearInterval(this.#clock);
    for (const stop of this.#stops) stop();
    this.#rattle.close();
    this.#view.close();
  }

  async #show(): Promise<void> {
    const game = this.table.view.value?.game;
    if (game !== undefined && this.#art === NO_ART) this.#art = await artOf(game);
    const view = this.table.view.value;
    if (!view?.scene || this.#shown === view) return;
    this.#shown = view;
    const showing = { art: this.#art, people: view.seats, kinds: this.#kinds };
    this.#view.show(view.scene, showing, this.#lights(view.scene));
    this.#kinds = [];
  }

  /** Something was pressed or pointed at; before the scene is shown it is not lit. */
  #light(): void {
    const { scene } = this.table;
    if (scene && scene === this.#shown?.scene) this.#view.light(this.#lights(scene));
  }

  #lights(scene: Scene): Lights {
    const stage = this.table.stage.value;
    const next = this.table.next();
    const first = new Set(scene.choices.flatMap((choice) => choice.path.slice(0, 1)));
    return {
      can: isBegun(stage) ? first : next,
      next: isBegun(stage) ? next : new Set(),
      goals: goals(scene, stage),
      picked: new Set([...stage.path, stage.goal, ...stage.picked.flat()]),
      pointed: this.table.pointed.value,
    };
  }

  #sound(): void {
    const names = new Set(this.#kinds.flatMap((kind) => this.#art.look.sounds?.[kind] ?? []));
    let delay = 0;
    for (const name of [...names].slice(-3)) {
      play(name, delay);
      delay += 0.12;
    }
  }
}
