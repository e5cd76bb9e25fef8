/** Announcements: lines that everybody is shown. */

import { useState } from "preact/hooks";
import { useResource } from "../house/resources.ts";
import { get, post, request } from "../wire/http.ts";
import type { Announcement } from "../wire/types.ts";
import { say } from "../words.ts";
import type { SectionProps } from "./Admin.tsx";
import { dateTime, List, NumberField } from "./parts.tsx";

const MAX_LENGTH = 200;
const MAX_HOURS = 90 * 24;

export function Announcing({ version, perform }: SectionProps) {
  const [text, setText] = useState("");
  const [hours, setHours] = useState(24);
  const announcements = useResource(
    `announcements ${version}`,
    () => get<Announcement[]>("/api/admin/announcements"),
  );
  const withdraw = (id: string) =>
    request("DELETE", `/api/admin/announcements?announcement=${encodeURIComponent(id)}`);
  return (
    <section>
      <h2>{say("admin.announcements")}</h2>
      <form
        class="admin-form"
        onSubmit={(event) => {
          event.preventDefault();
          perform(() => post("/api/admin/announcements", { text, hours }));
        }}
      >
        <label class="field">
          <span>{say("admin.announcements.text")}</span>
          <input
            value={text}
            required
            maxLength={MAX_LENGTH}
            onInput={(event) => setText(event.currentTarget.value)}
          />
        </label>
        <NumberField
          label={say("admin.hours")}
          value={hours}
          min={1}
          max={MAX_HOURS}
          onChange={setHours}
        />
        <button type="submit" class="button main">{say("admin.announce")}</button>
      </form>
      <List resource={announcements} empty={say("admin.announcements.none")}>
        {({ id, text, expires }) => (
          <li key={id}>
            <span>{text}</span>
            <small>{say("admin.until", { time: dateTime(expires) })}</small>
            <button type="button" class="button" onClick={() => perform(() => withdraw(id))}>
              {say("admin.revoke")}
            </button>
          </li>
        )}
      </List>
    </section>
  );
}
