/** The shape and colour of a seat. */

import { seatShape } from "../scene/shapes.ts";

export function Sign({ seat }: { readonly seat: number }) {
  return (
    <svg class={`seat-sign seat-${seat}`} viewBox="0 0 16 16" aria-hidden="true">
      <path d={seatShape(seat)} />
    </svg>
  );
}
