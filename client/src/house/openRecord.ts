/** Opening a record file: chosen, or dropped anywhere on the page. */

import { navigate } from "../routes.ts";
import { Signal } from "../signal.ts";
import { currentPerson, Refused, sendFile } from "../wire/http.ts";
import type { OpenedRecord } from "../wire/types.ts";

/** Why the last file could not be opened. */
export const recordError = new Signal<Refused | null>(null);
/** Whether a file is being dragged over the page. */
export const isFileOver = new Signal(false);

/** Open a record file and go to its replay. */
export async function openRecord(file: Blob): Promise<void> {
  recordError.value = null;
  try {
    await currentPerson();
    const opened = await sendFile<OpenedRecord>("/api/records", await compressed(file));
    navigate(`/record/${opened.record}`);
  } catch (error) {
    recordError.value = error instanceof Refused ? error : new Refused("bad-record", String(error));
    if (location.pathname !== "/past") navigate("/past");
  }
}

/** A file as gzip, since long records are larger than a request may be. */
async function compressed(file: Blob): Promise<Blob> {
  if (!("CompressionStream" in globalThis)) return file;
  return await new Response(file.stream().pipeThrough(new CompressionStream("gzip"))).blob();
}

/** Open a file that is dropped anywhere on the page. */
export function openDroppedRecords(): void {
  const hasFile = (event: DragEvent) => event.dataTransfer?.types.includes("Files") ?? false;
  addEventListener("dragover", (event) => {
    if (!hasFile(event)) return;
    event.preventDefault();
    isFileOver.value = true;
  });
  addEventListener("dragleave", (event) => {
    if (!event.relatedTarget) isFileOver.value = false;
  });
  addEventListener("drop", (event) => {
    if (!hasFile(event)) return;
    event.preventDefault();
    isFileOver.value = false;
    const [file] = event.dataTransfer?.files ?? [];
    if (file) void openRecord(file);
  });
}
