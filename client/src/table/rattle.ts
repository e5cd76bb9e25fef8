/** The rattle: pieces marked `shakes` can be shaken; their sound is played and drawn.
 *
 * A piece is shaken by a press: the path of the choice is the piece alone. The same choice is played
 * by dragging the piece to and fro, by holding it, by Space, by a button of the prompt, and by the
 * motion of the phone once that is permitted. Where the device can, it vibrates with the sound.
 */

import { Signal } from "../signal.ts";
import type { SceneView } from "../scene/SceneView.ts";
import { SVG_NAMESPACE } from "../scene/shapes.ts";
import { shakeChoice } from "../scene/selection.ts";
import { isMotionEnabled, settings } from "../settings.ts";
import { envelope, SAMPLE_RATE_HZ, spokes, vibrationOf } from "../sound/dust.ts";
import { type Point, ShakeDetector } from "../sound/gesture.ts";
import { playClip } from "../sound/synth.ts";
import type { Scene } from "../wire/types.ts";
import type { BoardController } from "./BoardController.ts";

const CLIP_MS = 900;
const RING_MS = 6000; // how long the ring stays after the clip
const FADE_MS = 1500; // the last part of it
const PRESS_RETRY_MS = 100; // while a clip is playing
const HOLD_MS = 450; // a piece that is held this long is shaken
const SHAKE_ACCELERATION = 18; // metres per second squared
const ANSWER_TIMEOUT_MS = 3000; // a shake without a clip by then was refused

/** Whether the motion of the device may be read. */
export const motionPermission = new Signal<"unknown" | "required" | "granted" | "unavailable">(
  "unknown",
);

interface MotionEventClass {
  requestPermission?: () => Promise<string>;
}

/** Detect whether the device has a motion sensor, and needs a permission. */
function detectMotion(): void {
  const kind = (globalThis as { DeviceMotionEvent?: MotionEventClass }).DeviceMotionEvent;
  const hasTouch = matchMedia("(pointer: coarse)").matches;
  if (!kind || !hasTouch) motionPermission.value = "unavailable";
  else motionPermission.value = kind.requestPermission ? "required" : "granted";
}

/** Request the permission to read the motion of the device. */
export async function requestMotionPermission(): Promise<void> {
  const kind = (globalThis as { DeviceMotionEvent?: MotionEventClass }).DeviceMotionEvent;
  const answer = await kind?.requestPermission?.().catch(() => "denied");
  motionPermission.value = answer === "granted" ? "granted" : "unavailable";
}

/** The move that shakes a piece, in notation; empty if it can't be shaken now. */
export function shakeMove(scene: Scene | null, id: string): string {
  return shakeChoice(scene, id)?.text ?? "";
}

/** The pieces that can be shaken, from left to right. */
function shakeablePieces(scene: Scene | null): string[] {
  const found = scene?.pieces.filter((piece) => shakeMove(scene, piece.id)) ?? [];
  return found.sort((one, other) => one.at[0] - other.at[0]).map((piece) => piece.id);
}

export class Rattle {
  readonly #detector = new ShakeDetector();
  #shakenPiece = "";
  readonly #abort = new AbortController();
  #busyUntil = 0;
  #holdTimer = 0;
  #wasHeld = false;
  #pressTimer = 0;
  #stopClip = () => {};

  constructor(readonly controller: BoardController, readonly scene: SceneView) {
    const { signal } = this.#abort;
    if (motionPermission.value === "unknown") detectMotion();
    controller.onClip = (bytes) => this.#onClip(bytes);
    controller.onPlay = (text) => this.#onPlay(text);
    controller.onShake = (id) => this.#onPress(id);
    scene.root.addEventListener("pointerdown", (event) => this.#onPointerDown(event), { signal });
    for (const end of ["pointerup", "pointercancel", "pointerleave"]) {
      scene.root.addEventListener(end, () => this.#onRelease(), { signal });
    }
    scene.root.addEventListener("keydown", (event) => this.#onKey(event), {
      signal,
      capture: true,
    });
    addEventListener("devicemotion", (event) => this.#onDeviceMotion(event), { signal });
  }

  close(): void {
    this.#abort.abort();
    clearInterval(this.#holdTimer);
    clearTimeout(this.#pressTimer);
    this.#stopClip(); // somebody else may have the phone next
    if (settings.value.vibration) navigator.vibrate?.(0);
    this.controller.onClip = this.controller.onPlay = this.controller.onShake = () => {};
  }

  /** A piece is dragged to a point; null: released. */
  drag(id: string, point: Point | null): void {
    if (!point) return this.#detector.reset();
    clearInterval(this.#holdTimer);
    if (this.#detector.move(point, performance.now())) this.shake(id);
  }

  /** Shake a piece, unless a clip is still playing. Returns whether it can be shaken at all. */
  shake(id: string): boolean {
    const text = shakeMove(this.controller.scene, id);
    if (!text) return false;
    const now = performance.now();
    if (now < this.#busyUntil) return true;
    void this.controller.play(text).then((done) => {
      if (!done) this.#busyUntil = 0;
    });
    return true;
  }

  /** A move is sent: if it shakes a piece, its element is animated at once. */
  #onPlay(text: string): void {
    const { scene } = this.controller;
    const id = shakeablePieces(scene).find((one) => shakeMove(scene, one) === text);
    if (id === undefined) return;
    this.#shakenPiece = id;
    this.#busyUntil = performance.now() + ANSWER_TIMEOUT_MS;
    this.#animateShake(id);
  }

  /** A press shakes a piece, if need be when the last clip is over; but not the press that ends
   * holding it. */
  #onPress(id: string): void {
    clearTimeout(this.#pressTimer);
    if (this.#wasHeld) return;
    if (performance.now() >= this.#busyUntil) this.shake(id);
    else this.#pressTimer = setTimeout(() => this.#onPress(id), PRESS_RETRY_MS);
  }

  #onPointerDown(event: PointerEvent): void {
    this.#wasHeld = false;
    const id = event.target instanceof Element
      ? event.target.closest<HTMLElement>(".spot")?.dataset["id"]
      : undefined;
    clearInterval(this.#holdTimer);
    if (!event.isPrimary) return; // a second finger zooms
    if (id === undefined || !shakeMove(this.controller.scene, id)) return;
    this.#holdTimer = setInterval(() => {
      this.#wasHeld = true;
      if (!this.shake(id)) clearInterval(this.#holdTimer);
    }, HOLD_MS);
  }

  #onRelease(): void {
    clearInterval(this.#holdTimer);
  }

  #onKey(event: KeyboardEvent): void {
    if (event.key !== " " || !(event.target instanceof HTMLElement)) return;
    const id = event.target.dataset["id"];
    if (id === undefined || !shakeMove(this.controller.scene, id)) return;
    event.preventDefault();
    event.stopPropagation();
    this.shake(id);
  }

  /** The phone is shaken: shake the selected piece, else the leftmost one. */
  #onDeviceMotion(event: DeviceMotionEvent): void {
    if (!settings.value.motion) return;
    const { x, y, z } = event.acceleration ?? {};
    if (Math.hypot(x ?? 0, y ?? 0, z ?? 0) < SHAKE_ACCELERATION) return;
    const shakeable = shakeablePieces(this.controller.scene);
    const chosen = this.controller.selection.value.path.at(-1);
    const id = chosen !== undefined && shakeable.includes(chosen) ? chosen : shakeable[0];
    if (id !== undefined) this.shake(id);
  }

  #animateShake(id: string): void {
    const element = this.scene.pieceElement(id)?.element;
    if (!element || !isMotionEnabled()) return;
    element.animate(
      [0, -7, 6, -6, 7, -4, 5, 0].map((x, i) => ({
        translate: `${x}px ${i % 2 ? -3 : 2}px`,
        rotate: `${x / 2}deg`,
      })),
      { duration: CLIP_MS / 3, iterations: 3 },
    );
  }

  #onClip(bytes: ArrayBuffer): void {
    const id = this.#shakenPiece;
    this.#busyUntil = performance.now() + CLIP_MS;
    const held = this.controller.scene?.pieces.find((piece) => piece.id === id);
    this.#stopClip = playClip(bytes, SAMPLE_RATE_HZ, held ? (held.at[0] < 0.5 ? -0.6 : 0.6) : 0);
    const levels = envelope(bytes);
    if (settings.value.vibration) navigator.vibrate?.(vibrationOf(levels));
    this.#drawRing(id, levels);
  }

  /** Draw the ring around the piece: it grows with the sound, then fades. */
  #drawRing(id: string, levels: readonly number[]): void {
    const piece = this.scene.pieceElement(id);
    if (!piece) return;
    const ring = document.createElementNS(SVG_NAMESPACE, "svg");
    ring.setAttribute("class", "dust");
    ring.setAttribute("viewBox", "0 0 200 200");
    ring.setAttribute("aria-hidden", "true");
    const path = document.createElementNS(SVG_NAMESPACE, "path");
    ring.append(path);
    piece.element.querySelector(".dust")?.remove();
    piece.element.append(ring);
    const start = performance.now();
    const grow = (now: number) => {
      const part = Math.min(1, (now - start) / CLIP_MS);
      path.setAttribute("d", spokes(levels, part));
      if (part < 1 && ring.isConnected) requestAnimationFrame(grow);
    };
    if (!isMotionEnabled()) {
      path.setAttribute("d", spokes(levels, 1));
      setTimeout(() => ring.remove(), CLIP_MS + RING_MS); // as long as with animation
      return;
    }
    requestAnimationFrame(grow);
    ring.animate([{ opacity: 1 }, { opacity: 0 }], {
      duration: FADE_MS,
      delay: CLIP_MS + RING_MS - FADE_MS,
      fill: "forwards",
    })
      .finished.then(() => ring.remove(), () => {});
  }
}
