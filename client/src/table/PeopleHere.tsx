/** The people at a table: mute or block one for good, or report one to the host. */

import { useState } from "preact/hooks";
import { errorText } from "../house/States.tsx";
import { post, Refused } from "../wire/http.ts";
import type { Snapshot } from "../wire/snapshot.ts";
import { say } from "../words.ts";
import { SeatBadge } from "./SeatBadge.tsx";

/** A person by their seat, or by the number of their chat messages; `at` is that of a message. */
export interface Somebody {
  readonly seat?: number;
  readonly author?: number;
  readonly at?: number;
  readonly name: string;
}

export function PeopleHere({ view }: { readonly view: Snapshot }) {
  const people = view.seats.flatMap(({ name, taken, bot, away }, seat) =>
    taken && (!bot || away) && seat !== view.you.seat ? [{ seat, name }] : []
  );
  if (people.length === 0) return null;
  return (
    <details class="people-here">
      <summary>{say("people.here")}</summary>
      <ul class="person-list">
        {people.map((somebody) => (
          <li key={somebody.seat}>
            <SeatBadge seat={somebody.seat} />
            <span class="name">{somebody.name}</span>
            <PersonActions table={view.table} somebody={somebody} />
          </li>
        ))}
      </ul>
    </details>
  );
}

/** What one can do about a person; they are never told. */
export function PersonActions(
  { table, somebody }: { readonly table: string; readonly somebody: Somebody },
) {
  const [message, setMessage] = useState("");
  const [isReporting, setReporting] = useState(false);
  const { name: _, ...who } = somebody;
  const act = (path: string, body: object) =>
    post(path, { table, ...body }).then(
      () => {
        setReporting(false);
        setMessage(say("people.done"));
      },
      (error) => setMessage(error instanceof Refused ? errorText(error) : String(error)),
    );
  const { at: __, ...person } = who;
  return (
    <span class="person-actions">
      <button type="button" class="link" onClick={() => void act("/api/me/mutes", person)}>
        {say("friends.mute")}
      </button>
      <button
        type="button"
        class="link"
        title={say("friends.block.tip")}
        onClick={() => void act("/api/me/blocks", person)}
      >
        {say("friends.block")}
      </button>
      <button type="button" class="link" onClick={() => setReporting(!isReporting)}>
        {say("people.report")}
      </button>
      <small role="status">{message}</small>
      {isReporting && (
        <ReportForm
          name={somebody.name}
          onSend={(reason) => void act("/api/reports", { ...who, reason })}
        />
      )}
    </span>
  );
}

function ReportForm(
  { name, onSend }: { readonly name: string; readonly onSend: (reason: string) => void },
) {
  const [reason, setReason] = useState("");
  return (
    <form
      class="report-form"
      onSubmit={(event) => {
        event.preventDefault();
        onSend(reason);
      }}
    >
      <label>
        <span>{say("people.report.title", { name })}</span>
        <input
          value={reason}
          required
          maxLength={300}
          placeholder={say("people.report.reason")}
          onInput={(event) => setReason(event.currentTarget.value)}
        />
      </label>
      <button type="submit" class="button danger">{say("people.report.send")}</button>
    </form>
  );
}
