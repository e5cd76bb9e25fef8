/** Views, lines and other messages of a table for the tests. */

import { type Snapshot, SnapshotComposer } from "../src/wire/snapshot.ts";
import type { Line, OwnView, PublicStep, Seat, TableView, View, You } from "../src/wire/types.ts";

export function line(event: number, more: Partial<Line> = {}): Line {
  const defaults = { kind: "k", cause: "", category: "move", rule: "X-1", fades: false };
  return { event, part: 0, seat: 0, text: String(event), ...defaults, ...more };
}

export function seat(more: Partial<Seat> = {}): Seat {
  const flags = {
    taken: true,
    reserved: false,
    program: false,
    away: false,
    resigned: false,
    rated: false,
  };
  return {
    name: "Ada",
    bot: "",
    acting: false,
    deadline: 0,
    left_ms: -1,
    leave: [],
    ...flags,
    ...more,
  };
}

export const SPECTATOR: You = {
  seat: -1,
  host: false,
  reserved: -1,
  muted_seats: [],
  muted_authors: [],
};

export function ownView(more: Partial<OwnView> = {}): OwnView {
  return {
    decision: -1,
    prompt: "",
    areas: [],
    pieces: [],
    hidden_pieces: [],
    hidden_areas: [],
    choices: [],
    secret: false,
    lines: [],
    ...more,
  };
}

const TABLE: TableView = {
  table: "t",
  status: "playing",
  closed: "",
  game: "test",
  options: {},
  public: true,
  seats: [],
  pace: { mode: "free", seconds: 0, increment: 0, together: 0, pauses: null },
  hints: true,
  events: 0,
  proposal: null,
  bot_pace: "normal",
  free_takebacks: false,
  rated: false,
  daily: "",
  open_seats: false,
  circle: "",
  from_position: false,
  previous: "",
  next: "",
  commitment: "",
  nonces: [],
  seed: "",
  scores: [],
  ranks: [],
  score_table: null,
};

type ViewParts = Omit<Partial<View>, "table"> & { readonly table?: Partial<TableView> };

export function view({ table, ...more }: ViewParts = {}): View {
  return {
    type: "view",
    protocol: 2,
    epoch: "e",
    number: 1,
    now: 1_000_000,
    table: { ...TABLE, ...table },
    scene: { prompt: "go", areas: [], pieces: [] },
    lines: [],
    chat: [],
    spectators: 0,
    you: SPECTATOR,
    own: null,
    ...more,
  };
}

/** A snapshot with some new lines. */
export function snapshot(newLines: readonly Line[], table: Partial<TableView> = {}): Snapshot {
  return new SnapshotComposer().compose(view({ table, lines: newLines }), newLines);
}

/** A step that everybody sees. */
export function publicStep(number: number, more: Partial<PublicStep> = {}) {
  return { public: { number, ...more } };
}
