/** The badge of a seat: its shape in its colour. */

import { seatShapePath } from "../scene/shapes.ts";

export function SeatBadge({ seat }: { readonly seat: number }) {
  return (
    <svg class={`seat-badge seat-${seat}`} viewBox="0 0 16 16" aria-hidden="true">
      <path d={seatShapePath(seat)} />
    </svg>
  );
}
