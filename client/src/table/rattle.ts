/** The rattle: pieces marked `shakes` can be shaken, and what they sound like is heard and seen.
 *
 * A piece is shaken by pressing it twice: the choice whose path is the piece itself, two times. The
 * same choice is played by dragging it to and fro, by holding it, by Space, and by the phone's own
 * motion once that is allowed.
 */

import { Cell } from "../cell.ts";
import type { SceneView } from "../scene/SceneView.ts";
import { SVG } from "../scene/shapes.ts";
import { moves } from "../settings.ts";
import { envelope, RATE, spokes } from "../sound/dust.ts";
import { type Point, Shaking } from "../sound/gesture.ts";
import { playClip } from "../sound/synth.ts";
import type { Scene } from "../wire/types.ts";
import type { AtTable } from "./seat.ts";

const CLIP = 900; // milliseconds of a clip
const FADE = 2000;
const HOLD = 450; // how long a finger rests before it shakes
const SHARP = 18; // metres per second squared that a hand shakes a phone with
const ANSWER = 3000; // a shake that is not answered by then was refused

/** Whether phones that ask for permission have been given it. */
export const motion = new Cell<"unknown" | "asks" | "on" | "off">("unknown");

interface MotionAsking {
  requestPermission?: () => Promise<string>;
}

/** What a phone says of its motion, if it has any. */
function findMotion(): void {
  const kind = (globalThis as { DeviceMotionEvent?: MotionAsking }).DeviceMotionEvent;
  const hasTouch = matchMedia("(pointer: coarse)").matches;
  if (!kind || !hasTouch) motion.value = "off";
  else motion.value = kind.requestPermission ? "asks" : "on";
}

/** Ask for the permission to feel the phone's motion. */
export async function allowMotion(): Promise<void> {
  const kind = (globalThis as { DeviceMotionEvent?: MotionAsking }).DeviceMotionEvent;
  const answer = await kind?.requestPermission?.().catch(() => "denied");
  motion.value = answer === "granted" ? "on" : "off";
}

/** The move that shakes a piece; empty if it can't be shaken now. */
export function shakeText(scene: Scene | null, id: string): string {
  const piece = scene?.pieces.find((one) => one.id === id);
  if (!piece?.marks.includes("shakes")) return "";
  const choice = scene?.choices.find(({ path }) =>
    path.length === 2 && path[0] === id && path[1] === id
  );
  return choice?.text ?? "";
}

/** The pieces that can be shaken, in their order: the first is the left hand's. */
export function shakers(scene: Scene | null): string[] {
  const found = scene?.pieces.filter((piece) => shakeText(scene, piece.id)) ?? [];
  return found.sort((one, other) => one.at[0] - other.at[0]).map((piece) => piece.id);
}

export class Rattle {
  readonly #shaking = new Shaking();
  #sounding = "";
  readonly #stop = new AbortController();
  #busyUntil = 0;
  #holding = 0;

  constructor(readonly table: AtTable, readonly scene: SceneView) {
    const { signal } = this.#stop;
    if (motion.value === "unknown") findMotion();
    table.onClip = (bytes) => this.#hear(bytes);
    table.onPlay = (text) => this.#sent(text);
    scene.root.addEventListener("pointerdown", (event) => this.#press(event), { signal });
    for (const end of ["pointerup", "pointercancel", "pointerleave"]) {
      scene.root.addEventListener(end, () => this.#release(), { signal });
    }
    scene.root.addEventListener("keydown", (event) => this.#key(event), { signal, capture: true });
    addEventListener("devicemotion", (event) => this.#feel(event), { signal });
  }

  close(): void {
    this.#stop.abort();
    clearInterval(this.#holding);
    this.table.onClip = this.table.onPlay = () => {};
  }

  /** A piece is dragged about; null: let go. */
  drag(id: string, point: Point | null): void {
    if (!point) return this.#shaking.rest();
    clearInterval(this.#holding);
    if (this.#shaking.move(point, performance.now())) this.shake(id);
  }

  /** Shake a piece, unless one still sounds. Whether it could be shaken at all. */
  shake(id: string): boolean {
    const text = shakeText(this.table.scene, id);
    if (!text) return false;
    const now = performance.now();
    if (now < this.#busyUntil) return true;
    void this.table.play(text).then((done) => {
      if (!done) this.#busyUntil = 0;
    });
    return true;
  }

  /** A move goes to the house: if it shakes a piece, the picture shakes at once. */
  #sent(text: string): void {
    const { scene } = this.table;
    const id = shakers(scene).find((one) => shakeText(scene, one) === text);
    if (id === undefined) return;
    this.#sounding = id;
    this.#busyUntil = performance.now() + ANSWER;
    this.#tremble(id);
  }

  #press(event: PointerEvent): void {
    const id = event.target instanceof Element
      ? event.target.closest<HTMLElement>(".spot")?.dataset["id"]
      : undefined;
    clearInterval(this.#holding);
    if (id === undefined || !shakeText(this.table.scene, id)) return;
    this.#holding = setInterval(() => {
      if (!this.shake(id)) clearInterval(this.#holding);
    }, HOLD);
  }

  #release(): void {
    clearInterval(this.#holding);
  }

  #key(event: KeyboardEvent): void {
    if (event.key !== " " || !(event.target instanceof HTMLElement)) return;
    const id = event.target.dataset["id"];
    if (id === undefined || !shakeText(this.table.scene, id)) return;
    event.preventDefault();
    event.stopPropagation();
    this.shake(id);
  }

  /** The phone itself is shaken: the piece that was pressed, else the only one there is. */
  #feel(event: DeviceMotionEvent): void {
    const { x, y, z } = event.acceleration ?? {};
    if (Math.hypot(x ?? 0, y ?? 0, z ?? 0) < SHARP) return;
    const able = shakers(this.table.scene);
    const chosen = this.table.stage.value.path.at(-1);
    const id = chosen !== undefined && able.includes(chosen) ? chosen : able[0];
    if (id !== undefined) this.shake(id);
  }

  #tremble(id: string): void {
    const element = this.scene.spot(id)?.element;
    if (!element || !moves()) return;
    element.animate(
      [0, -7, 6, -6, 7, -4, 5, 0].map((x, i) => ({
        translate: `${x}px ${i % 2 ? -3 : 2}px`,
        rotate: `${x / 2}deg`,
      })),
      { duration: CLIP / 3, iterations: 3 },
    );
  }

  #hear(bytes: ArrayBuffer): void {
    const id = this.#sounding;
    this.#busyUntil = performance.now() + CLIP;
    const held = this.table.scene?.pieces.find((piece) => piece.id === id);
    playClip(bytes, RATE, held ? (held.at[0] < 0.5 ? -0.6 : 0.6) : 0);
    this.#draw(id, envelope(bytes));
  }

  /** The ring around the piece: it grows with the sound, stays a moment and fades. */
  #draw(id: string, levels: readonly number[]): void {
    const spot = this.scene.spot(id);
    if (!spot) return;
    const ring = document.createElementNS(SVG, "svg");
    ring.setAttribute("class", "dust");
    ring.setAttribute("viewBox", "0 0 200 200");
    ring.setAttribute("aria-hidden", "true");
    const path = document.createElementNS(SVG, "path");
    ring.append(path);
    spot.element.querySelector(".dust")?.remove();
    spot.element.append(ring);
    const start = performance.now();
    const grow = (now: number) => {
      const part = Math.min(1, (now - start) / CLIP);
      path.setAttribute("d", spokes(levels, part));
      if (part < 1 && ring.isConnected) requestAnimationFrame(grow);
    };
    if (!moves()) {
      path.setAttribute("d", spokes(levels, 1));
      setTimeout(() => ring.remove(), CLIP + FADE); // as long as others have it before their eyes
      return;
    }
    requestAnimationFrame(grow);
    ring.animate([{ opacity: 1 }, { opacity: 0 }], {
      duration: FADE,
      delay: CLIP,
      fill: "forwards",
    })
      .finished.then(() => ring.remove(), () => {});
  }
}
