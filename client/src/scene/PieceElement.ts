/** The element of one piece; it is kept as long as the piece is in the scene. */

import type { Piece } from "../wire/types.ts";
import { isSameBox, type PlacedPiece } from "./boxes.ts";
import { type Look, lookUp } from "./look.ts";
import { positionOf } from "./motion.ts";
import { fitImage, type Picture, pictureElement, type Pictures } from "./pictures.ts";

export class PieceElement {
  readonly element = document.createElement("div");
  #pictures: Pictures | null = null;
  #artName = "";
  #picture: Picture | undefined;
  #art: HTMLDivElement | null = null;
  /** Has the same marks as the element itself. */
  readonly #inner = document.createElement("div");
  #image: HTMLImageElement | null = null;
  #value: HTMLSpanElement | null = null;
  #classes: readonly string[] = [];
  #drawnKey = "";
  #isMarked = false;
  #stateBits = -1;
  #marks: readonly string[] = [];
  box: PlacedPiece = { x: 0, y: 0, w: 0, h: 0, z: 0, tilt: 0 };

  constructor(public piece: Piece) {
    this.element.className = "spot";
    this.element.dataset["id"] = piece.id;
  }

  /** Draw the piece in its present state. */
  draw(piece: Piece, look: Look, pictures: Pictures): void {
    if (piece === this.piece && pictures === this.#pictures) return;
    this.piece = piece;
    this.#pictures = pictures;
    const marks = pictures.relevantMarks(piece.art, piece.marks);
    const picture = pictures.find(piece.art, marks);
    const written = `${piece.art} ${piece.value} ${piece.label} ${piece.place}`;
    if (written === this.#drawnKey && picture === this.#picture) return; // nothing changed
    this.#drawnKey = written;
    if (piece.art !== this.#artName || picture !== this.#picture) {
      this.#setLook(piece, look, picture !== undefined);
      this.#setPicture(picture);
      this.#artName = piece.art;
    }
    this.#drawValue(piece, picture !== undefined, look);
    this.element.setAttribute("aria-label", piece.label);
  }

  /** Show a picture, the old one until it is loaded. */
  #setPicture(picture: Picture | undefined): void {
    this.#picture = picture;
    if (!picture || picture.url || !this.#image) return this.#showPicture(picture);
    void picture.loaded.then(() => {
      if (picture === this.#picture) this.#showPicture(picture);
    });
  }

  #showPicture(picture: Picture | undefined): void {
    if (!picture) {
      this.#art?.remove();
      this.#art = this.#image = null;
      return;
    }
    const image = pictureElement(picture, "picture", this.#image !== null);
    if (!this.#art) {
      this.#art = document.createElement("div");
      this.#art.className = "art";
      this.#inner.className = "piece";
      this.#inner.classList.add(...this.#classes);
      this.#art.append(this.#inner);
      this.element.prepend(this.#art);
    }
    this.#inner.replaceChildren(image);
    this.#image = image;
    this.#fit();
  }

  #fit(): void {
    if (this.#image && this.#picture) fitImage(this.#image, this.#picture, this.box);
  }

  #setLook({ art, place }: Piece, look: Look, isDrawn: boolean): void {
    const { shadow = 0, round = false, glow = "frame", quiet = false } = lookUp(look.pieces, art);
    if (quiet) this.element.setAttribute("aria-hidden", "true");
    else this.element.removeAttribute("aria-hidden");
    this.element.dataset["shadow"] = String(shadow);
    this.element.classList.toggle("round", round);
    this.element.classList.toggle("glows", isDrawn && glow === "shape");
    this.element.classList.toggle("no-art", !isDrawn);
    this.element.classList.toggle("no-art-place", !isDrawn && place);
  }

  /** Draw its value; without a picture, its value or name. */
  #drawValue(piece: Piece, isDrawn: boolean, look: Look): void {
    const valueLook = lookUp(look.pieces, piece.art).value;
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

  /** Move it to a box; only another size causes a layout. */
  place(box: PlacedPiece): void {
    const was = this.box;
    if (isSame(was, box)) return;
    this.box = box;
    const { style } = this.element;
    if (was.w !== box.w) style.width = `${box.w}px`;
    if (was.h !== box.h) {
      style.height = `${box.h}px`;
      this.#value?.style.setProperty("--h", `${box.h}px`);
    }
    if (was.w !== box.w || was.h !== box.h) this.#fit();
    if (was.z !== box.z) style.zIndex = String(10 + box.z);
    if (was.tilt !== box.tilt) style.rotate = box.tilt ? `${box.tilt}deg` : "";
    // It turns and grows around its centre, wherever it is.
    style.transform = positionOf(box);
    style.transformOrigin = `${box.x + box.w / 2}px ${box.y + box.h / 2}px`;
  }

  /** Set the classes of the piece's marks and highlights, for the game's style sheet. */
  mark(pressable: boolean, next: boolean, picked: boolean, pointed: boolean): void {
    const bits = Number(pressable) + 2 * Number(next) + 4 * Number(picked) + 8 * Number(pointed);
    const { marks } = this.piece;
    if (bits === this.#stateBits && marks === this.#marks) return; // nothing changed
    [this.#stateBits, this.#marks] = [bits, marks];
    const classes = marks.map((mark) => `mark-${mark}`);
    if (pressable) classes.push("can-press");
    if (next) classes.push("next");
    if (picked) classes.push("picked");
    if (pointed) classes.push("pointed");
    if (this.#isMarked && classes.join() === this.#classes.join()) return;
    this.#isMarked = true;
    const targets = this.#art ? [this.element, this.#inner] : [this.element];
    for (const target of targets) {
      target.classList.remove(...this.#classes);
      target.classList.add(...classes);
    }
    this.#classes = classes;
    const canPress = pressable || next;
    this.element.setAttribute("role", canPress ? "button" : "img");
    if (canPress && (picked || next)) {
      this.element.setAttribute("aria-pressed", String(picked));
    } else this.element.removeAttribute("aria-pressed");
    if (!canPress) this.element.removeAttribute("tabindex");
  }
}

function isSame(one: PlacedPiece, other: PlacedPiece): boolean {
  return isSameBox(one, other) && one.z === other.z && one.tilt === other.tilt;
}
