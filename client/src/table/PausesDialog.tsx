/** A dialog at a table of days: one's own holiday, and other pauses to propose to all. */

import { useEffect, useRef, useState } from "preact/hooks";
import { DayRange, PauseFields } from "../house/PauseFields.tsx";
import {
  asked,
  comingLeave,
  daysText,
  localPauses,
  pauseTexts,
  todayHere,
} from "../house/pauses.ts";
import { Icon } from "../icons.tsx";
import type { Snapshot } from "../wire/snapshot.ts";
import { say } from "../words.ts";
import type { TableController } from "./TableController.ts";

interface PausesDialogProps {
  readonly table: TableController;
  readonly view: Snapshot;
  readonly onClose: () => void;
}

export function PausesDialog({ table, view, onClose }: PausesDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [pauses, choose] = useState(view.pace.pauses ?? localPauses());
  useEffect(() => dialog.current?.showModal(), []);
  const present = view.pace.pauses ? pauseTexts(view.pace.pauses) : [];
  const close = () => dialog.current?.close();
  return (
    <dialog ref={dialog} class="pauses-dialog" aria-labelledby="pauses-title" onClose={onClose}>
      <button
        type="button"
        class="button icon quiet close"
        aria-label={say("close")}
        onClick={close}
      >
        <Icon name="close" />
      </button>
      <h2 id="pauses-title">{say("pauses.heading")}</h2>
      <p>{present.length ? `${present.join(" · ")}.` : say("pauses.none")}</p>
      <OwnLeave table={table} view={view} />
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void table.send({ type: "pace", pace: { ...view.pace, pauses: asked(pauses) } });
          close();
        }}
      >
        <PauseFields pauses={pauses} choose={choose} />
        <button type="submit" class="button">{say("pauses.propose")}</button>
      </form>
    </dialog>
  );
}

/** What is left of one's holiday at this table, and days to take. */
function OwnLeave({ table, view }: Omit<PausesDialogProps, "onClose">) {
  const all = view.pace.pauses?.leave_days ?? 0;
  const taken = view.seats[view.you.seat]?.leave ?? [];
  if (!all) return null;
  const coming = comingLeave(taken, todayHere());
  return (
    <section>
      <h3>{say("leave.title")}</h3>
      <p>
        {say("leave.left", { count: Math.max(0, all - taken.length) })}
        {coming && ` · ${say("leave.coming", { days: daysText(coming) })}`}
      </p>
      <DayRange
        submit={say("leave.take")}
        onSubmit={(days) => void table.send({ type: "leave", ...days })}
      />
      {coming && (
        <button
          type="button"
          class="button"
          onClick={() => void table.send({ type: "leave" })}
        >
          {say("leave.back")}
        </button>
      )}
    </section>
  );
}
