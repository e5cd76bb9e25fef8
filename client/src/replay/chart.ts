/** The geometry of the score chart: scale, lines and badges. */

const BADGES_PER_LINE = 4; // and one at the end

export interface ChartFrame {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

export interface Scale {
  readonly x: (event: number) => number;
  readonly y: (score: number) => number;
  /** The scores with grid lines, ascending. */
  readonly ticks: readonly number[];
}

type Standings = readonly (readonly number[])[];

/** The scale from events and scores to coordinates in a frame. */
export function chartScale(standings: Standings, frame: ChartFrame): Scale {
  const all = standings.flat();
  const ticks = chartTicks(Math.min(0, ...all), Math.max(0, ...all));
  const low = ticks[0] ?? 0;
  const high = ticks.at(-1) ?? 1;
  const last = Math.max(1, standings.length - 1);
  return {
    x: (event) => frame.left + (frame.right - frame.left) * event / last,
    y: (score) => frame.bottom - (frame.bottom - frame.top) * (score - low) / (high - low),
    ticks,
  };
}

/** Round numbers, at most six of them, that enclose low and high. */
export function chartTicks(low: number, high: number): number[] {
  const step = roundStep(Math.max(1, high - low) / 4);
  const first = Math.floor(low / step);
  const last = Math.max(first + 1, Math.ceil(high / step));
  return Array.from({ length: last - first + 1 }, (_, i) => (first + i) * step);
}

/** The first of 1, 2, 5, 10, 20, 50 ... that is not smaller. */
function roundStep(min: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, min)));
  return [1, 2, 5, 10].map((times) => times * power).find((step) => step >= min) ?? 10 * power;
}

/** The SVG path of a seat's scores: a step line, since scores change at events. */
export function scorePath(standings: Standings, seat: number, { x, y }: Scale): string {
  let path = "";
  let last: number | undefined;
  standings.forEach((scores, event) => {
    const score = scores[seat] ?? 0;
    if (score === last) return;
    path += last === undefined
      ? `M${rounded(x(event))} ${rounded(y(score))}`
      : `H${rounded(x(event))}V${rounded(y(score))}`;
    last = score;
  });
  return path && `${path}H${rounded(x(standings.length - 1))}`;
}

function rounded(pixels: number): string {
  return String(Math.round(pixels * 10) / 10);
}

/** The events at which a seat's line has badges, different from seat to seat. */
export function badgeEvents(events: number, seat: number, seats: number): number[] {
  const gap = events / BADGES_PER_LINE;
  const badges = Array.from({ length: BADGES_PER_LINE }, (_, i) => {
    return Math.round(gap * (i + (seat + 1) / (seats + 1)));
  });
  return [...new Set([...badges, events])];
}

/** The events for the rows of a table, at most a number of them, with the last. */
export function tableRows(events: number, max: number): number[] {
  const step = Math.max(1, Math.ceil(events / (max - 1)));
  const rows = [];
  for (let event = 0; event < events; event += step) rows.push(event);
  return [...rows, events];
}
