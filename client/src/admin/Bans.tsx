/** Bans of names and networks. */

import { useState } from "preact/hooks";
import { useResource } from "../house/resources.ts";
import { get, post, request } from "../wire/http.ts";
import type { Bans as AllBans } from "../wire/types.ts";
import { say } from "../words.ts";
import type { SectionProps } from "./Admin.tsx";
import { dateTime, List, NumberField } from "./parts.tsx";

const MAX_DAYS = 3650;
const NETWORK = /^([\d.]+|[\da-f:.]*:[\da-f:.]*)(\/\d+)?$/i;

interface Ban {
  readonly query: string;
  readonly what: string;
  readonly expires: number;
}

async function fetchBans(): Promise<readonly Ban[]> {
  const { names, networks } = await get<AllBans>("/api/admin/bans");
  return [
    ...names.map(({ name, expires }) => ({ query: "name", what: name, expires })),
    ...networks.map(({ network, expires }) => ({ query: "network", what: network, expires })),
  ];
}

export function Bans({ version, perform }: SectionProps) {
  const [what, setWhat] = useState("");
  const [days, setDays] = useState(0);
  const bans = useResource(`bans ${version}`, fetchBans);
  const unban = ({ query, what }: Ban) =>
    request("DELETE", `/api/admin/bans?${query}=${encodeURIComponent(what)}`);
  return (
    <section>
      <h2>{say("admin.bans")}</h2>
      <form
        class="admin-form"
        onSubmit={(event) => {
          event.preventDefault();
          const kind = NETWORK.test(what.trim()) ? "network" : "name";
          perform(() => post("/api/admin/bans", { [kind]: what.trim(), days }));
        }}
      >
        <label class="field">
          <span>{say("admin.bans.what")}</span>
          <input
            value={what}
            required
            autocomplete="off"
            onInput={(event) => setWhat(event.currentTarget.value)}
          />
        </label>
        <NumberField
          label={say("admin.bans.days")}
          value={days}
          min={0}
          max={MAX_DAYS}
          onChange={setDays}
        />
        <button type="submit" class="button danger">{say("admin.ban")}</button>
      </form>
      <List resource={bans} empty={say("admin.bans.none")}>
        {(ban) => (
          <li key={ban.query + ban.what}>
            <span>{ban.what}</span>
            <small>
              {ban.expires
                ? say("admin.until", { time: dateTime(ban.expires) })
                : say("admin.forever")}
            </small>
            <button type="button" class="button" onClick={() => perform(() => unban(ban))}>
              {say("admin.unban")}
            </button>
          </li>
        )}
      </List>
    </section>
  );
}
