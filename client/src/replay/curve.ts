/** The curve of the scores as numbers: where lines run, where marks stand. */

export interface Frame {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

export interface Scale {
  readonly x: (event: number) => number;
  readonly y: (score: number) => number;
  /** Scores with a line across, ascending. */
  readonly ticks: readonly number[];
}

type Standings = readonly (readonly number[])[];

/** From events and scores to places in a frame. */
export function scaleOf(standings: Standings, frame: Frame): Scale {
  const all = standings.flat();
  const ticks = ticksOf(Math.min(0, ...all), Math.max(0, ...all));
  const low = ticks[0] ?? 0;
  const high = ticks.at(-1) ?? 1;
  const last = Math.max(1, standings.length - 1);
  return {
    x: (event) => frame.left + (frame.right - frame.left) * event / last,
    y: (score) => frame.bottom - (frame.bottom - frame.top) * (score - low) / (high - low),
    ticks,
  };
}

/** Round numbers, three to six of them, that hold everything from low to high. */
export function ticksOf(low: number, high: number): number[] {
  const step = roundStep(Math.max(1, high - low) / 4);
  const first = Math.floor(low / step);
  const last = Math.max(first + 1, Math.ceil(high / step));
  return Array.from({ length: last - first + 1 }, (_, i) => (first + i) * step);
}

/** The next of 1, 2, 5, 10, 20, 50 and so on that is not smaller. */
function roundStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, least)));
  return [1, 2, 5, 10].map((times) => times * power).find((step) => step >= least) ?? 10 * power;
}

/** The line of a seat; scores change at an event, so the line goes across, then up or down. */
export function lineOf(standings: Standings, seat: number, { x, y }: Scale): string {
  let path = "";
  let last: number | undefined;
  standings.forEach((scores, event) => {
    const score = scores[seat] ?? 0;
    if (score === last) return;
    path += last === undefined
      ? `M${at(x(event))} ${at(y(score))}`
      : `H${at(x(event))}V${at(y(score))}`;
    last = score;
  });
  return path && `${path}H${at(x(standings.length - 1))}`;
}

function at(pixels: number): string {
  return String(Math.round(pixels * 10) / 10);
}

/** Events at which the signs of the seats stand on their lines, not all at the same places. */
export function signsOf(events: number, seat: number, seats: number): number[] {
  const count = 4;
  const gap = events / count;
  const places = Array.from({ length: count }, (_, i) => {
    return Math.round(gap * (i + (seat + 1) / (seats + 1)));
  });
  return [...new Set([...places, events])];
}

/** At most so many events, the last among them, for a table of numbers. */
export function rowsOf(events: number, most: number): number[] {
  const step = Math.max(1, Math.ceil(events / (most - 1)));
  const rows = [];
  for (let event = 0; event < events; event += step) rows.push(event);
  return [...rows, events];
}
