/** The hand layout: the board is on a large screen, this device shows what is the player's own. It is
 * asked for by the link on that screen, or in the menu; anybody could open such a screen, so the house
 * does not decide it. */

import { nextPieces, type Selection } from "../scene/selection.ts";
import { Signal } from "../signal.ts";
import { readStored, writeStored } from "../storage.ts";
import type { Scene } from "../wire/types.ts";

const STORAGE_KEY = "ludotheque.hand-tables";
const PARAMETER = "hand";
const MAX_TABLES = 20;

/** The tables that this device shows as a hand. */
export const handTables = new Signal<readonly string[]>(readStored(STORAGE_KEY, []));

export function setHandLayout(table: string, isOn: boolean): void {
  const others = handTables.value.filter((one) => one !== table);
  handTables.value = (isOn ? [...others, table] : others).slice(-MAX_TABLES);
  writeStored(STORAGE_KEY, handTables.value);
}

/** A link to a table, on which the device that opens it is a hand. */
export function handLink(link: string): string {
  const url = new URL(link);
  url.searchParams.set(PARAMETER, "1");
  return url.href;
}

/** Read the address: a device that came by such a link is a hand at this table from now on. */
export function readHandLink(table: string): void {
  if (new URLSearchParams(location.search).has(PARAMETER)) setHandLayout(table, true);
}

/** What of a scene is the player's own: their areas, with the panel. Null if there is nothing, or if
 * something else has to be pressed now. */
export function handScene(scene: Scene, selection: Selection): Scene | null {
  const areas = scene.areas.filter(({ seat }) => seat === scene.viewer);
  const own = new Set(areas.map(({ id }) => id));
  const pieces = scene.pieces.filter(({ area }) => own.has(area));
  if (scene.viewer < 0 || !pieces.length) return null;
  const part = { ...scene, areas, pieces };
  if (pieces.some(({ marks }) => marks.includes("shakes"))) return part; // the device is what is shaken
  const pressable = nextPieces(scene, selection);
  const ids = new Set(pieces.map(({ id }) => id));
  return [...pressable].every((id) => ids.has(id)) ? part : null;
}
