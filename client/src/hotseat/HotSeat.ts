/** A table at which several people share this device: a table for each of them, one that everybody may
 * see, and who has the device. */

import { Signal } from "../signal.ts";
import { EMPTY_SELECTION } from "../scene/selection.ts";
import { TableController } from "../table/TableController.ts";
import type { Snapshot } from "../wire/snapshot.ts";
import type { Companion } from "./companions.ts";
import {
  advance,
  callTo,
  cover,
  LOOK_AT_BOARD,
  type Passing,
  type PassingTable,
  passToOthers,
  PUBLIC,
  uncover,
} from "./passing.ts";

/** The table as everybody may see it. While a person has the device, what happens waits: it is shown to
 * all afterwards, once. */
class SharedTable extends TableController {
  #held: (readonly Snapshot[])[] | null = null;

  constructor(name: string) {
    super(name, "spectator");
  }

  protected override receive(snapshots: readonly Snapshot[]): void {
    if (this.#held) this.#held.push(snapshots);
    else super.receive(snapshots);
  }

  hold(): void {
    this.#held ??= [];
  }

  /** Show what has happened meanwhile, or its result if all have seen it. */
  release(isSeen: boolean): void {
    const held = this.#held ?? [];
    this.#held = null;
    for (const snapshots of held) super.receive(snapshots);
    if (isSeen) this.showLatest();
  }
}

/** The table of one person. While it is covered it is not on the page, and nothing waits to be shown. */
class PersonalTable extends TableController {
  #isCovered = true;

  constructor(name: string, readonly companion: Companion) {
    super(name, companion.number);
  }

  protected override receive(snapshots: readonly Snapshot[]): void {
    super.receive(snapshots);
    if (this.#isCovered) this.showLatest();
  }

  setCovered(isCovered: boolean): void {
    this.#isCovered = isCovered;
    if (!isCovered) return;
    this.showLatest();
    this.closeHints();
    this.selection.value = EMPTY_SELECTION;
    this.notice.value = null;
    this.shownRule.value = null;
  }
}

export class HotSeat {
  readonly state = new Signal<Passing>(PUBLIC);
  readonly shared: SharedTable;
  readonly tables: readonly PersonalTable[];
  /** The seat that had the device last. */
  #last = -1;
  #sliceTimer = 0;
  #isChanging = false; // of state: what the tables show changes with it
  readonly #unsubscribers: (() => void)[] = [];

  constructor(readonly name: string, readonly people: readonly Companion[]) {
    this.shared = new SharedTable(name);
    this.tables = people.map((person) => new PersonalTable(name, person));
    for (const table of [this.shared, ...this.tables]) {
      this.#unsubscribers.push(
        table.view.subscribe(() => this.#advance()),
        table.isAtRest.subscribe(() => this.#advance()),
      );
    }
  }

  close(): void {
    clearTimeout(this.#sliceTimer);
    for (const unsubscribe of this.#unsubscribers) unsubscribe();
    for (const table of [this.shared, ...this.tables]) table.close();
  }

  /** The table of the person at a seat. */
  tableAt(seat: number): PersonalTable | undefined {
    return this.tables.find((table) => table.view.value?.you.seat === seat);
  }

  uncover(): void {
    this.#set(uncover(this.state.value));
  }

  /** Hide what only one person may see. */
  cover(): void {
    this.#set(cover(this.state.value, this.#table()));
  }

  /** Call the person at a seat, who wants to look. */
  callTo(seat: number): void {
    this.#set(callTo(seat, this.#table()));
  }

  /** Show what everybody may see, and call nobody before `goOn`. */
  lookAtBoard(): void {
    this.#set(LOOK_AT_BOARD);
  }

  goOn(): void {
    this.#set(PUBLIC);
  }

  /** Ask for a rematch for all; returns the name of its table, empty if it was refused. */
  async requestRematch(): Promise<string> {
    for (const table of this.tables) {
      if (!await table.send({ type: "rematch" })) return "";
    }
    return this.tables[0]?.view.value?.next ?? "";
  }

  #advance(): void {
    if (this.#isChanging) return;
    this.#set(advance(this.state.value, this.#table(), this.#last));
  }

  #table(): PassingTable {
    const shared = this.shared.view.value;
    const views = this.tables.flatMap(({ view }) => view.value ?? []);
    const isCurrent = views.length === this.tables.length &&
      views.every((view) => view.number <= (shared?.number ?? -1));
    const people = this.tables.flatMap(({ view: { value: view }, isAtRest }) =>
      view
        ? [{
          seat: view.you.seat,
          isAsked: view.status === "playing" && view.decision >= 0,
          isSecret: view.secret,
          isAtRest: isAtRest.value,
        }]
        : []
    );
    return {
      people: people.sort((one, other) => one.seat - other.seat),
      acting: latest(views, shared)?.seats.filter(({ acting }) => acting).length ?? 0,
      isShown: isCurrent && this.shared.isAtRest.value,
      isOver: latest(views, shared)?.status === "over",
    };
  }

  #set(next: Passing): void {
    const before = this.state.value;
    if (isSame(next, before)) return;
    this.#isChanging = true;
    this.state.value = next;
    if (before.kind === "open") this.#last = before.seat;
    for (const table of this.tables) {
      const isOpen = next.kind === "open" && table.view.value?.you.seat === next.seat;
      table.setCovered(!isOpen);
    }
    if (next.kind === "public") this.shared.release(before.kind === "open" && !before.isPrivate);
    else this.shared.hold();
    this.#startSlice(next);
    this.#isChanging = false;
    this.#advance();
  }

  /** In a phase with one clock for all, everybody gets the same part of what is left of it. */
  #startSlice(state: Passing): void {
    clearTimeout(this.#sliceTimer);
    if (state.kind !== "open") return;
    const table = this.tableAt(state.seat);
    const { people, acting } = this.#table();
    const waiting = people.filter(({ isAsked }) => isAsked).length;
    const deadline = table?.view.value?.seats[state.seat]?.deadline ?? 0;
    if (!table || !deadline || acting < 2 || waiting < 2) return;
    const slice = (deadline - table.houseTime()) / waiting;
    this.#sliceTimer = setTimeout(
      () => this.#set(passToOthers(this.state.value, this.#table())),
      Math.max(0, slice),
    );
  }
}

function isSame(one: Passing, other: Passing): boolean {
  if (one.kind === "public" && other.kind === "public") return one.isHeld === other.isHeld;
  if (one.kind === "public" || other.kind === "public") return false;
  return one.kind === other.kind && one.seat === other.seat;
}

/** The view with the most steps. */
function latest(views: readonly Snapshot[], shared: Snapshot | null): Snapshot | null {
  return views.reduce<Snapshot | null>(
    (last, view) => !last || view.number > last.number ? view : last,
    shared,
  );
}
