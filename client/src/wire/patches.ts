/** Applies the changes of a step to the state of a table. Nothing is modified: what has not changed
 * is the same object as before. */

import type {
  Area,
  Counter,
  Line,
  OwnStep,
  OwnView,
  PublicStep,
  Seat,
  Step,
  TableLayer,
  TableView,
  View,
} from "./types.ts";

const MAX_CHAT_MESSAGES = 200;

/** A start and a length in the list before. */
type Span = readonly [number, number];
type Fields = Readonly<Record<string, unknown>>;

/** The state of a table after a step; a whole view is such a state. */
export function applyStep(state: View, step: Step): View {
  const own = state.own && rewindLines(state.own, step.public.rewound);
  const after = applyPublicStep({ ...state, own }, step.public);
  return step.own ? { ...after, own: applyOwnStep(after.own, step.own) } : after;
}

function applyPublicStep(state: View, step: PublicStep): View {
  const { lines } = rewindLines(state, step.rewound);
  const chat = step.erased_chat ?? state.chat;
  return {
    ...state,
    number: step.number,
    table: patchTable(state.table, step),
    scene: patchScene(state.scene, step),
    lines: appended(lines, step.lines),
    chat: step.chat ? [...chat, ...step.chat].slice(-MAX_CHAT_MESSAGES) : chat,
  };
}

function applyOwnStep(own: OwnView | null, step: OwnStep): OwnView {
  if (!own) throw new Error("a change of a seat's view came before the view");
  return {
    decision: step.decision ?? own.decision,
    prompt: step.prompt ?? own.prompt,
    areas: step.areas ? patchItems(own.areas, step.areas) : own.areas,
    pieces: step.pieces ? patchItems(own.pieces, step.pieces) : own.pieces,
    hidden_pieces: step.hidden_pieces ?? own.hidden_pieces,
    hidden_areas: step.hidden_areas ?? own.hidden_areas,
    secret: step.secret ?? own.secret,
    choices: step.choices ? patchList(own.choices, step.choices, (choice) => choice) : own.choices,
    lines: appended(own.lines, step.lines),
  };
}

/** Drop the lines of events that were taken back; `events` remain. */
function rewindLines<T extends { readonly lines: readonly Line[] }>(part: T, events?: number): T {
  if (events === undefined) return part;
  return { ...part, lines: part.lines.filter((line) => line.event < events) };
}

function appended<T>(list: readonly T[], more: readonly T[] = []): readonly T[] {
  return more.length ? [...list, ...more] : list;
}

function patchTable(before: TableView, { table, seats }: PublicStep): TableView {
  if (!table && !seats) return before;
  return { ...before, ...table, seats: seats ? patchSeats(before.seats, seats) : before.seats };
}

function patchSeats(
  before: readonly Seat[],
  changes: Readonly<Record<string, Fields>>,
): readonly Seat[] {
  return before.map((seat, i) => changes[i] ? { ...seat, ...changes[i] } : seat);
}

function patchScene(before: TableLayer | null, step: PublicStep): TableLayer | null {
  const { scene: change, new_scene } = step;
  if (new_scene) return new_scene;
  if (!change) return before;
  if (!before) throw new Error("a change of the scene came before the scene");
  return {
    prompt: change.prompt ?? before.prompt,
    areas: change.areas ? patchItems(before.areas, change.areas) : before.areas,
    pieces: change.pieces ? patchItems(before.pieces, change.pieces) : before.pieces,
  };
}

/** A list of spans of the list before, changed items of it (by their id) and new items. */
export function patchItems<Item extends { readonly id: string }>(
  before: readonly Item[],
  change: readonly (Span | Fields)[],
): readonly Item[] {
  const byId = new Map<unknown, Item>(before.map((item) => [item.id, item]));
  return patchList(before, change, (fields) => {
    const item = byId.get(fields["id"]);
    return (item ? patchItem(item, fields) : fields) as Item;
  });
}

function patchList<Item, Entry extends object>(
  before: readonly Item[],
  change: readonly (Span | Entry)[],
  toItem: (entry: Entry) => Item,
): readonly Item[] {
  return change.flatMap((entry) => isSpan(entry) ? spanOf(before, entry) : [toItem(entry)]);
}

function isSpan(entry: object): entry is Span {
  return Array.isArray(entry);
}

function spanOf<Item>(list: readonly Item[], [start, count]: Span): readonly Item[] {
  if (start + count > list.length) throw new Error("a change does not fit the list before");
  return list.slice(start, start + count);
}

/** An item with changed fields; the counters of an area may be given by their keys. */
function patchItem<Item extends object>(item: Item, fields: Fields): Item {
  const { counters } = fields;
  if (!counters || Array.isArray(counters)) return { ...item, ...fields };
  const changes = counters as Readonly<Record<string, Partial<Counter>>>;
  const before = (item as Partial<Area>).counters ?? [];
  const after = before.map((counter) =>
    changes[counter.key] ? { ...counter, ...changes[counter.key] } : counter
  );
  return { ...item, ...fields, counters: after };
}
