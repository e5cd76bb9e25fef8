/** The cursor of a replay: the number of events, and the viewer. */

/** A seat, -1 for a spectator, or all hands at once. */
export type Viewer = number | "all";

export interface Cursor {
  readonly event: number;
  readonly viewer: Viewer;
}

/** The cursor in the hash of an address, clamped to the game: `#e=12&seat=all`. */
export function cursorFromHash(hash: string, events: number, seats: number): Cursor {
  const params = new URLSearchParams(hash.replace(/^#/, ""));
  return {
    event: eventFrom(params.get("e"), events),
    viewer: viewerFrom(params.get("seat"), seats),
  };
}

function eventFrom(value: string | null, events: number): number {
  const event = value === null || !/^\d{1,9}$/.test(value) ? 0 : Number(value);
  return Math.min(event, events);
}

function viewerFrom(value: string | null, seats: number): Viewer {
  if (value === "all") return "all";
  return value !== null && /^\d$/.test(value) && Number(value) < seats ? Number(value) : -1;
}

/** The hash of a cursor for an address. */
export function cursorToHash({ event, viewer }: Cursor): string {
  return `#e=${event}${viewer === -1 ? "" : `&seat=${viewer}`}`;
}

/** Whether an address asks for the analysis: `#e=12&tab=analysis`. */
export function isAnalysisHash(hash: string): boolean {
  return new URLSearchParams(hash.replace(/^#/, "")).get("tab") === "analysis";
}

export function isSame(one: Cursor, other: Cursor): boolean {
  return one.event === other.event && one.viewer === other.viewer;
}
