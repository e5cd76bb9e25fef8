import { assertEquals } from "./assert.ts";
import {
  advance,
  callTo,
  cover,
  LOOK_AT_BOARD,
  type Passing,
  type PassingTable,
  passToOthers,
  PUBLIC,
  type SeatedPerson,
  uncover,
} from "../src/hotseat/passing.ts";

function person(seat: number, more: Partial<SeatedPerson> = {}): SeatedPerson {
  return { seat, isAsked: false, isSecret: true, isAtRest: true, ...more };
}

function table(people: readonly SeatedPerson[], more: Partial<PassingTable> = {}): PassingTable {
  const acting = people.filter(({ isAsked }) => isAsked).length;
  return { people, acting, isShown: true, isOver: false, ...more };
}

const curtain = (seat: number, isLooking = false): Passing => ({
  kind: "curtain",
  seat,
  isLooking,
});
const open = (seat: number, isPrivate = true, isLooking = false): Passing => ({
  kind: "open",
  seat,
  isLooking,
  isPrivate,
});

Deno.test("what happened is shown to all before anybody is called", () => {
  const people = [person(0), person(1, { isAsked: true })];
  assertEquals(advance(PUBLIC, table(people, { isShown: false }), 0), PUBLIC);
  assertEquals(advance(PUBLIC, table(people), 0), curtain(1));
});

Deno.test("a table is uncovered by a press on the curtain, and by nothing else", () => {
  const asked = table([person(0, { isAsked: true }), person(1)]);
  assertEquals(advance(curtain(0), asked, -1), curtain(0));
  assertEquals(uncover(curtain(0)), open(0));
  assertEquals(uncover(PUBLIC), PUBLIC);
  assertEquals(uncover(open(1)), open(1));
});

Deno.test("after a move the others see nothing of it, not even until it is shown", () => {
  const moved = table([person(0, { isAtRest: false }), person(1, { isAsked: true })], {
    isShown: false,
  });
  assertEquals(advance(open(0), moved, 0), PUBLIC);
  const gone = table([person(1)]);
  assertEquals(advance(open(0), gone, 0), PUBLIC);
});

Deno.test("a table that was uncovered by its person stays secret when its secret is gone", () => {
  const moved = table([person(0, { isSecret: false }), person(1, { isSecret: false })]);
  assertEquals(advance(open(0), moved, 0), PUBLIC);
  assertEquals(cover(open(0), moved), curtain(0));
});

Deno.test("where nothing is secret the device is passed at once, when what happened was seen", () => {
  const open0 = open(0, false);
  const people = (isAtRest: boolean) => [
    person(0, { isSecret: false, isAtRest }),
    person(1, { isSecret: false, isAsked: true }),
  ];
  assertEquals(advance(open0, table(people(false)), 0), open0);
  assertEquals(advance(open0, table(people(true)), 0), open(1, false));
  assertEquals(advance(open0, table([person(0, { isSecret: false })]), 0), open0);
  assertEquals(cover(open0, table(people(true))), open0);
});

Deno.test("a secret that comes up while the table lies open is covered", () => {
  const now = table([person(0, { isSecret: true, isAsked: true })]);
  assertEquals(cover(open(0, false), now), curtain(0));
  assertEquals(advance(open(0, false), now, 0), curtain(0));
  assertEquals(advance(open(0, false), table([person(0)]), 0), PUBLIC);
});

Deno.test("those who decide at the same time are called one after the other, behind a curtain", () => {
  const both = [
    person(0, { isSecret: false, isAsked: true }),
    person(2, { isSecret: false, isAsked: true }),
  ];
  assertEquals(advance(PUBLIC, table(both), -1), curtain(0));
  assertEquals(advance(PUBLIC, table(both), 0), curtain(2));
  assertEquals(advance(PUBLIC, table(both), 2), curtain(0));
  assertEquals(passToOthers(open(0), table(both)), curtain(2));
  assertEquals(
    passToOthers(open(0), table([person(0, { isAsked: true }), person(2)])),
    curtain(0),
  );
});

Deno.test("whoever is no longer asked is no longer called", () => {
  assertEquals(advance(curtain(0), table([person(0), person(1)]), 0), PUBLIC);
});

Deno.test("somebody may look without being asked, and covers the table again", () => {
  const people = table([person(0), person(1, { isAsked: true })]);
  assertEquals(callTo(0, people), curtain(0, true));
  assertEquals(advance(curtain(0, true), people, 1), curtain(0, true));
  assertEquals(advance(open(0, true, true), people, 1), open(0, true, true));
  assertEquals(cover(open(0, true, true), people), PUBLIC);
  assertEquals(callTo(1, people), curtain(1));
  assertEquals(callTo(3, people), PUBLIC);
});

Deno.test("nobody is called while all look at the board, nor when the game is over", () => {
  const asked = [person(0, { isAsked: true })];
  assertEquals(advance(LOOK_AT_BOARD, table(asked), -1), LOOK_AT_BOARD);
  const over = table(asked, { isOver: true });
  for (const state of [PUBLIC, curtain(0), open(0), open(0, false), open(0, true, true)]) {
    assertEquals(advance(state, over, 0), PUBLIC);
  }
  assertEquals(callTo(0, over), PUBLIC);
});
