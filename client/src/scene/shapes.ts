/** Seat badges: a shape for each seat, so that colour is never the only distinction. */

export const SVG_NAMESPACE = "http://www.w3.org/2000/svg";

const SHAPES = [
  "M8 1.5a6.5 6.5 0 1 0 0 13a6.5 6.5 0 1 0 0-13z", // disc
  "M2.5 2.500h11v11h-11z", // square
  "M8 1.500l7 12.500h-14z", // triangle
  "M8 .8l7.2 7.2-7.2 7.2-7.2-7.200z", // diamond
  "M8 .8l2.2 4.9 5.3.5-4 3.5 1.2 5.2-4.7-2.8-4.7 2.8 1.2-5.2-4-3.5 5.3-.5z", // star
  "M4.5 2h7l3.5 6-3.5 6h-7l-3.5-6z", // hexagon
] as const;

/** The SVG path of a seat's shape, in a viewBox of 16 by 16. */
export function seatShapePath(seat: number): string {
  return SHAPES[seat % SHAPES.length] ?? SHAPES[0];
}

/** The badge of a seat as an SVG element. */
export function seatBadge(seat: number): SVGSVGElement {
  const svg = document.createElementNS(SVG_NAMESPACE, "svg");
  svg.setAttribute("viewBox", "0 0 16 16");
  svg.setAttribute("class", `seat-badge seat-${seat}`);
  svg.setAttribute("aria-hidden", "true");
  const path = document.createElementNS(SVG_NAMESPACE, "path");
  path.setAttribute("d", seatShapePath(seat));
  svg.append(path);
  return svg;
}
