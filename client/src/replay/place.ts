/** Where one is in a replay: after how many events, and whose eyes one looks through. */

/** A seat, -1 for somebody who looks on, or all hands at once. */
export type Viewer = number | "all";

export interface Place {
  readonly event: number;
  readonly viewer: Viewer;
}

/** What the address says after its `#`, kept within the game: `#e=12&seat=all`. */
export function placeOf(hash: string, events: number, seats: number): Place {
  const said = new URLSearchParams(hash.replace(/^#/, ""));
  return { event: within(said.get("e"), events), viewer: viewerOf(said.get("seat"), seats) };
}

function within(said: string | null, events: number): number {
  const event = said === null || !/^\d{1,9}$/.test(said) ? 0 : Number(said);
  return Math.min(event, events);
}

function viewerOf(said: string | null, seats: number): Viewer {
  if (said === "all") return "all";
  return said !== null && /^\d$/.test(said) && Number(said) < seats ? Number(said) : -1;
}

/** The same as it stands in an address. */
export function hashOf({ event, viewer }: Place): string {
  return `#e=${event}${viewer === -1 ? "" : `&seat=${viewer}`}`;
}

export function isSame(one: Place, other: Place): boolean {
  return one.event === other.event && one.viewer === other.viewer;
}
