/** Who of the people at one device sees the table: a state machine without a page. */

/** What is on the screen: what everybody may see, a curtain that calls somebody, or the table as one
 * person sees it. */
export type Passing =
  | {
    readonly kind: "public";
    /** Whether nobody is called until somebody says so: they look at the board. */
    readonly isHeld: boolean;
  }
  | {
    readonly kind: "curtain";
    readonly seat: number;
    /** Whether they only want to look: they need not be asked anything. */
    readonly isLooking: boolean;
  }
  | {
    readonly kind: "open";
    readonly seat: number;
    readonly isLooking: boolean;
    /** Whether it was uncovered by its person: others don't look. */
    readonly isPrivate: boolean;
  };

/** A person at this device, as far as passing depends on it. */
export interface SeatedPerson {
  readonly seat: number;
  /** Whether the game asks them something. */
  readonly isAsked: boolean;
  /** Whether they know something that others must not see. */
  readonly isSecret: boolean;
  /** Whether they have been shown everything that happened. */
  readonly isAtRest: boolean;
}

/** The table, as far as passing depends on it. */
export interface PassingTable {
  /** In the order of seats. */
  readonly people: readonly SeatedPerson[];
  /** How many seats the game waits for, at this device or elsewhere. */
  readonly acting: number;
  /** Whether everything that happened has been shown to all. */
  readonly isShown: boolean;
  readonly isOver: boolean;
}

export const PUBLIC: Passing = { kind: "public", isHeld: false };

/** Whether nobody else may see the table of a person: they know a secret, or they decide at the same
 * time as others. */
export function needsCurtain({ isSecret }: SeatedPerson, { acting }: PassingTable): boolean {
  return isSecret || acting > 1;
}

/** The state after the table has changed; `last` is the seat that had the device last, -1 for none. */
export function advance(state: Passing, table: PassingTable, last: number): Passing {
  switch (state.kind) {
    case "public":
      return table.isShown && !state.isHeld ? call(table, last) : state;
    case "curtain":
      return isWaiting(state.seat, state.isLooking, table) ? state : PUBLIC;
    case "open":
      return isWaiting(state.seat, state.isLooking, table)
        ? coverNewSecret(state, table)
        : passOn(state, table);
  }
}

/** Whether a person still has something to do with the device. */
function isWaiting(seat: number, isLooking: boolean, table: PassingTable): boolean {
  return !table.isOver && (isLooking || personAt(seat, table)?.isAsked === true);
}

/** A person learns a secret while their table lies open to all: it is covered. */
function coverNewSecret(state: Passing & { readonly kind: "open" }, table: PassingTable): Passing {
  return state.isPrivate ? state : cover(state, table);
}

/** A person is done: the others see nothing of theirs. Where nothing is secret, the board stays until
 * what happened has been seen, and the next person takes over at once. */
function passOn(state: Passing & { readonly kind: "open" }, table: PassingTable): Passing {
  const person = personAt(state.seat, table);
  const isHidden = state.isPrivate || !person || needsCurtain(person, table);
  if (isHidden || table.isOver) return PUBLIC;
  if (!person.isAtRest) return state;
  const next = call(table, state.seat);
  return next.kind === "public" ? state : next;
}

/** Call the next person who is asked something, clockwise after the last one. */
function call(table: PassingTable, last: number): Passing {
  if (table.isOver) return PUBLIC;
  const asked = table.people.filter(({ isAsked }) => isAsked);
  const next = asked.find(({ seat }) => seat > last) ?? asked[0];
  if (!next) return PUBLIC;
  const called = { seat: next.seat, isLooking: false };
  return needsCurtain(next, table)
    ? { ...called, kind: "curtain" }
    : { ...called, kind: "open", isPrivate: false };
}

/** The person who is called has the device and wants to see. */
export function uncover(state: Passing): Passing {
  return state.kind === "curtain" ? { ...state, kind: "open", isPrivate: true } : state;
}

/** Nobody may see the table of the person who has the device: they cover it, or the page is left. */
export function cover(state: Passing, table: PassingTable): Passing {
  if (state.kind !== "open") return state;
  const { seat, isLooking, isPrivate } = state;
  const person = personAt(seat, table);
  const isHidden = isPrivate || !person || needsCurtain(person, table);
  if (isHidden && isLooking) return PUBLIC;
  return isHidden ? { kind: "curtain", seat, isLooking } : state;
}

/** The person who has the device passes it on: others who are asked something come first. */
export function passToOthers(state: Passing, table: PassingTable): Passing {
  if (state.kind === "public") return state;
  const others = table.people.filter(({ seat, isAsked }) => isAsked && seat !== state.seat);
  const next = call({ ...table, people: others }, state.seat);
  return next.kind === "public" ? cover(state, table) : next;
}

/** Look at what everybody may see before somebody is called. */
export const LOOK_AT_BOARD: Passing = { kind: "public", isHeld: true };

/** Somebody wants to look, whether they are asked anything or not. */
export function callTo(seat: number, table: PassingTable): Passing {
  const person = personAt(seat, table);
  return person && !table.isOver ? { kind: "curtain", seat, isLooking: !person.isAsked } : PUBLIC;
}

function personAt(seat: number, { people }: PassingTable): SeatedPerson | undefined {
  return people.find((person) => person.seat === seat);
}
