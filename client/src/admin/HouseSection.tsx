/** How the house is, and its backup. */

import { useResource } from "../house/resources.ts";
import { Await } from "../house/States.tsx";
import { download, get } from "../wire/http.ts";
import type { HouseState } from "../wire/types.ts";
import { say, type WordKey } from "../words.ts";
import type { SectionProps } from "./Admin.tsx";
import { byteCount, dateTime } from "./parts.tsx";

export function HouseSection({ version, perform }: SectionProps) {
  const state = useResource(`house ${version}`, () => get<HouseState>("/api/admin/house"));
  const backUp = () => perform(() => download("/api/admin/backup", "ludotheque-backup.sqlite"));
  return (
    <Await resource={state} lines={6}>
      {(house) => (
        <section>
          <p class={house.failed.length ? "error" : "help-text"}>
            {house.failed.length
              ? say("admin.failed", { parts: house.failed.join(", ") })
              : say("admin.failed.none")}
          </p>
          <Figures house={house} />
          {house.last_errors.length > 0 && (
            <ul class="admin-list admin-errors">
              {house.last_errors.map(({ at, source, message }, index) => (
                <li key={index}>
                  <span>{message}</span>
                  <small>{dateTime(at)} · {source}</small>
                </li>
              ))}
            </ul>
          )}
          {house.backup_command
            ? (
              <p>
                {say("admin.backup.command")} <code>{house.backup_command}</code>
              </p>
            )
            : (
              <p class="row">
                <button type="button" class="button" onClick={backUp}>{say("admin.backup")}</button>
                <small>{say("admin.backup.line")}</small>
              </p>
            )}
        </section>
      )}
    </Await>
  );
}

function Figures({ house }: { readonly house: HouseState }) {
  const figures: [WordKey, string][] = [
    ["admin.version", house.version],
    ["admin.access", say(house.access === "open" ? "admin.access.open" : "admin.access.closed")],
    ["admin.rules", say(`admin.rules.${house.rules}`)],
    ["admin.size", byteCount(house.size)],
    ["admin.live-tables", `${house.live_tables}`],
    ["admin.sockets", `${house.sockets}`],
    ["admin.errors", `${house.errors}`],
  ];
  if (house.free >= 0) figures.push(["admin.free", byteCount(house.free)]);
  return (
    <dl class="admin-figures">
      {figures.map(([key, value]) => (
        <div key={key}>
          <dt>{say(key)}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
