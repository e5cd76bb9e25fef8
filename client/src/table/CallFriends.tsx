/** Lets a player call friends to the table. */

import { useState } from "preact/hooks";
import { useSignalValue } from "../signal.ts";
import { post } from "../wire/http.ts";
import { say } from "../words.ts";
import { company } from "./company.ts";

export function CallFriends({ table }: { readonly table: string }) {
  const friends = useSignalValue(company)?.friends ?? [];
  const [called, setCalled] = useState<ReadonlySet<string>>(new Set());
  if (friends.length === 0) return null;
  const call = async (person: string) => {
    await post(`/api/tables/${table}/calls`, { person });
    setCalled(new Set([...called, person]));
  };
  return (
    <section class="call-friends">
      <h3>{say("friends.call.title")}</h3>
      <ul class="person-list">
        {friends.map(({ person, name, here }) => (
          <li key={person}>
            <span class={`presence${here ? " here" : ""}`} aria-hidden="true" />
            <span class="name">
              {name}
              <small>{say(here ? "friends.here" : "friends.away")}</small>
            </span>
            <button
              type="button"
              class="button"
              disabled={called.has(person)}
              onClick={() => void call(person).catch(() => {})}
            >
              {say(called.has(person) ? "friends.called" : "friends.call")}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
