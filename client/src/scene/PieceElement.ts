/** The element of one piece; it is kept as long as the piece is in the scene. */

import type { Piece } from "../wire/types.ts";
import type { PlacedPiece } from "./layout.ts";
import { type Art, lookUp } from "./look.ts";
import { spriteImage } from "./shapes.ts";

export class PieceElement {
  readonly element = document.createElement("div");
  #artKey = "";
  #picture: SVGSVGElement | null = null;
  #group: SVGGElement | null = null;
  #value: HTMLSpanElement | null = null;
  #classes: readonly string[] = [];
  #drawnKey = "";
  #markedKey: string | null = null;
  box: PlacedPiece = { x: 0, y: 0, w: 0, h: 0, z: 0, tilt: 0 };

  constructor(public piece: Piece) {
    this.element.className = "spot";
    this.element.dataset["id"] = piece.id;
  }

  /** Draw the piece in its present state. */
  draw(piece: Piece, art: Art): void {
    this.piece = piece;
    const isDrawn = art.aspectRatios.has(piece.art);
    const key = `${piece.art} ${isDrawn} ${piece.place}`;
    const written = `${key} ${piece.value} ${piece.label}`;
    if (written === this.#drawnKey) return; // nothing changed
    this.#drawnKey = written;
    if (key !== this.#artKey) this.#drawArt(piece.art, isDrawn, art);
    this.#artKey = key;
    this.#drawValue(piece, isDrawn, art);
    this.element.setAttribute("aria-label", piece.label);
  }

  #drawArt(name: string, isDrawn: boolean, art: Art): void {
    this.#markedKey = null;
    this.#picture?.remove();
    this.#picture = isDrawn ? spriteImage(name, "art") : null;
    this.#group = this.#picture?.querySelector("g") ?? null;
    if (this.#picture) this.element.prepend(this.#picture);
    const { shadow = 0, round = false, glow = "frame", quiet = false } = lookUp(
      art.look.pieces,
      name,
    );
    if (quiet) this.element.setAttribute("aria-hidden", "true");
    else this.element.removeAttribute("aria-hidden");
    this.element.dataset["shadow"] = String(shadow);
    this.element.classList.toggle("round", round);
    this.element.classList.toggle("glows", isDrawn && glow === "shape");
    this.element.classList.toggle("no-art", !isDrawn);
    this.element.classList.toggle("no-art-place", !isDrawn && this.piece.place);
  }

  /** Draw its value; without a picture, its value or name. */
  #drawValue(piece: Piece, isDrawn: boolean, art: Art): void {
    const valueLook = lookUp(art.look.pieces, piece.art).value;
    const text = isDrawn ? (valueLook === "none" ? "" : piece.value) : piece.value || piece.label;
    if (!text) {
      this.#value?.remove();
      this.#value = null;
      return;
    }
    if (!this.#value) {
      this.#value = document.createElement("span");
      this.#value.className = "value";
      this.#value.setAttribute("aria-hidden", "true");
      this.element.append(this.#value);
    }
    this.#value.textContent = text;
    const place = typeof valueLook === "object" ? valueLook : null;
    const { style } = this.#value;
    style.left = `${(place?.at[0] ?? 0.5) * 100}%`;
    style.top = `${(place?.at[1] ?? 0.5) * 100}%`;
    const size = isDrawn ? place?.size ?? 0.36 : Math.min(0.4, 1.6 / Math.max(4, text.length));
    style.setProperty("--value-size", String(size));
    style.setProperty("--h", `${this.box.h}px`);
  }

  /** Move it to a box. */
  place(box: PlacedPiece): void {
    if (isSame(this.box, box)) return;
    if (this.box.h !== box.h) this.#value?.style.setProperty("--h", `${box.h}px`);
    this.box = box;
    const { style } = this.element;
    style.left = `${box.x}px`;
    style.top = `${box.y}px`;
    style.width = `${box.w}px`;
    style.height = `${box.h}px`;
    style.zIndex = String(10 + box.z);
    style.rotate = box.tilt ? `${box.tilt}deg` : "";
  }

  /** Set the classes of the piece's marks and highlights, for the game's style sheet. */
  mark(state: { pressable: boolean; next: boolean; picked: boolean; pointed: boolean }): void {
    const classes = this.piece.marks.map((mark) => `mark-${mark}`);
    if (state.pressable) classes.push("can-press");
    if (state.next) classes.push("next");
    if (state.picked) classes.push("picked");
    if (state.pointed) classes.push("pointed");
    const marked = classes.join(" ");
    if (marked === this.#markedKey) return;
    this.#markedKey = marked;
    const targets = this.#group ? [this.element, this.#group] : [this.element];
    for (const target of targets) {
      target.classList.remove(...this.#classes);
      target.classList.add(...classes);
    }
    this.#group?.classList.add("piece");
    this.#classes = classes;
    const canPress = state.pressable || state.next;
    this.element.setAttribute("role", canPress ? "button" : "img");
    if (canPress && (state.picked || state.next)) {
      this.element.setAttribute("aria-pressed", String(state.picked));
    } else this.element.removeAttribute("aria-pressed");
    if (!canPress) this.element.removeAttribute("tabindex");
  }
}

function isSame(one: PlacedPiece, other: PlacedPiece): boolean {
  return one.x === other.x && one.y === other.y && one.w === other.w && one.h === other.h &&
    one.z === other.z && one.tilt === other.tilt;
}
