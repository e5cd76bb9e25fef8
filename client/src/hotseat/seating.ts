/** Seats the people of this device at a table, and begins the game. */

import { createNonce } from "../table/commitments.ts";
import { createTable, currentPerson, Refused } from "../wire/http.ts";
import type { Snapshot } from "../wire/snapshot.ts";
import { type ClientMessage, TableSocket, type Viewer } from "../wire/socket.ts";
import type { NewTable } from "../wire/types.ts";
import { language } from "../words.ts";
import { admit, type Companion } from "./companions.ts";
import { rememberTable } from "./deviceTables.ts";

/** Set up a table for some people and begin; returns its name. The browser's own person is its host and
 * sits nowhere, so that nobody's hand is shown outside of this device's curtain. */
export async function openTable(
  settings: NewTable,
  people: readonly Companion[],
): Promise<string> {
  await currentPerson();
  const table = await createTable(settings);
  await admit(table, people);
  for (const [seat, { number }] of people.entries()) {
    await sendOnce(table, number, () => ({ type: "sit", seat, nonce: createNonce(table) }));
  }
  rememberTable(table, people.map(({ number }) => number));
  await sendOnce(table, "own", () => ({ type: "start" }));
  return table;
}

/** Begin a rematch that all have asked for; the first of them is its host. */
export async function beginRematch(table: string, people: readonly Companion[]): Promise<void> {
  await admit(table, people);
  for (const { number } of people) {
    await sendOnce(table, number, ({ you }) => ({
      type: "sit",
      seat: you.seat,
      nonce: createNonce(table),
    }));
  }
  rememberTable(table, people.map(({ number }) => number));
  const [first] = people;
  if (first) await sendOnce(table, first.number, () => ({ type: "start" }));
}

/** Send one message over a socket of its own; throws `Refused`. */
async function sendOnce(
  table: string,
  viewer: Viewer,
  message: (view: Snapshot) => ClientMessage,
): Promise<void> {
  const opened = Promise.withResolvers<Snapshot>();
  const socket = new TableSocket(table, language.value, {
    onSnapshots: ([snapshot]) => snapshot && opened.resolve(snapshot),
    onClip: () => {},
    onState: (state, reason) => {
      if (state === "open" || state === "connecting") return;
      opened.reject(reason ?? new Refused("offline", "the table could not be opened"));
    },
  }, viewer);
  try {
    await socket.send(message(await opened.promise));
  } finally {
    socket.close();
  }
}
