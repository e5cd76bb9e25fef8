/** A table as this client sees it after one step: what everybody sees, overlaid with its own. */

import type {
  Area,
  ChatMessage,
  Choice,
  Line,
  OwnView,
  Piece,
  Scene,
  TableView,
  View,
  You,
} from "./types.ts";

export interface Snapshot extends TableView {
  readonly number: number;
  readonly you: You;
  /** The number of the decision to make; -1 for none. */
  readonly decision: number;
  /** Whether the player knows something that a spectator does not. */
  readonly secret: boolean;
  readonly scene: Scene | null;
  /** All lines so far. */
  readonly log: readonly Line[];
  /** The lines that are new since the snapshot before. */
  readonly newLines: readonly Line[];
  /** The chat, without what was muted. */
  readonly chat: readonly ChatMessage[];
  readonly spectators: number;
  /** What is on the stage, while the board is still as it was before. */
  readonly staged?: Scene;
  /** How long it is shown at least, in milliseconds, whatever its lines. */
  readonly leastMs?: number;
}

const NO_OWN_VIEW: OwnView = {
  decision: -1,
  prompt: "",
  areas: [],
  pieces: [],
  hidden_pieces: [],
  hidden_areas: [],
  choices: [],
  secret: false,
  lines: [],
};

/** Merge two snapshots that are shown at once: the later one, with the new lines of both. */
export function mergeSnapshots(earlier: Snapshot, later: Snapshot): Snapshot {
  if (!earlier.newLines.length) return later;
  const log = new Set(later.log);
  const kept = earlier.newLines.filter((line) => log.has(line)); // others were taken back
  return { ...later, newLines: [...kept, ...later.newLines] };
}

/** Composes snapshots of the states of one table; parts that have not changed are the same objects
 * as in the snapshot before. */
export class SnapshotComposer {
  readonly #areas = memoizeLast(overlay<Area>);
  readonly #pieces = memoizeLast(overlay<Piece>);
  readonly #scene = memoizeLast(composeScene);
  readonly #log = memoizeLast(overlayLines);
  readonly #chat = memoizeLast(unmutedChat);

  compose(state: View, newLines: readonly Line[]): Snapshot {
    const { table, scene, you, number, spectators } = state;
    const own = state.own ?? NO_OWN_VIEW;
    return {
      ...table,
      number,
      you,
      decision: own.decision,
      secret: own.secret,
      scene: scene && this.#scene(
        table.game,
        you.seat,
        own.prompt || scene.prompt,
        this.#areas(scene.areas, own.areas, own.hidden_areas),
        this.#pieces(scene.pieces, own.pieces, own.hidden_pieces),
        own.choices,
      ),
      log: this.#log(state.lines, own.lines),
      newLines,
      chat: this.#chat(state.chat, you),
      spectators,
    };
  }
}

/** A function that returns its last result while its arguments are the same. */
function memoizeLast<Args extends readonly unknown[], Result>(
  compute: (...args: Args) => Result,
): (...args: Args) => Result {
  let last: { readonly args: Args; readonly result: Result } | null = null;
  return (...args) => {
    if (!last || last.args.some((arg, i) => arg !== args[i])) {
      last = { args, result: compute(...args) };
    }
    return last.result;
  };
}

function composeScene(
  game: string,
  viewer: number,
  prompt: string,
  areas: readonly Area[],
  pieces: readonly Piece[],
  choices: readonly Choice[],
): Scene {
  return { game, viewer, prompt, areas, pieces, choices };
}

/** Public items without hidden ones, each replaced by an own one with its id; the other own items
 * follow. */
function overlay<Item extends { readonly id: string }>(
  items: readonly Item[],
  own: readonly Item[],
  hidden: readonly string[],
): readonly Item[] {
  if (!own.length && !hidden.length) return items;
  const ownById = new Map(own.map((item) => [item.id, item]));
  const hiddenIds = new Set(hidden);
  const shown: Item[] = [];
  for (const item of items) {
    if (hiddenIds.has(item.id)) continue;
    shown.push(ownById.get(item.id) ?? item);
    ownById.delete(item.id);
  }
  return [...shown, ...ownById.values()];
}

/** Public lines, each replaced or removed by an own one of the same event and part; the other own
 * lines are inserted in order. */
export function overlayLines(lines: readonly Line[], own: readonly Line[]): readonly Line[] {
  if (!own.length) return lines;
  const merged: Line[] = [];
  const left = [...own];
  for (const line of lines) {
    while (left[0] && compareLines(left[0], line) < 0) merged.push(...left.splice(0, 1));
    const isReplaced = left[0] && compareLines(left[0], line) === 0;
    merged.push(...(isReplaced ? left.splice(0, 1) : [line]));
  }
  return [...merged, ...left].filter((line) => line.text !== "");
}

function compareLines(one: Line, other: Line): number {
  return one.event - other.event || one.part - other.part;
}

function unmutedChat(chat: readonly ChatMessage[], you: You): readonly ChatMessage[] {
  const { muted_authors, muted_seats } = you;
  if (!muted_authors.length && !muted_seats.includes(-1)) return chat;
  return chat.filter(({ author, seat }) =>
    !muted_authors.includes(author) && !(seat < 0 && muted_seats.includes(-1))
  );
}
