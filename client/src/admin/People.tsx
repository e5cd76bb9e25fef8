/** People: end their sessions, make a link to a new password, membership, bans. */

import { useState } from "preact/hooks";
import { useResource } from "../house/resources.ts";
import { get, post } from "../wire/http.ts";
import type { KnownPerson, NewLink } from "../wire/types.ts";
import { say, type WordKey } from "../words.ts";
import type { SectionProps } from "./Admin.tsx";
import { dateTime, LinkNotice, List } from "./parts.tsx";

export function People({ version, perform }: SectionProps) {
  const [part, setPart] = useState("");
  const [link, setLink] = useState<NewLink | null>(null);
  const people = useResource(
    `people ${version} ${part}`,
    () => get<KnownPerson[]>(`/api/admin/people?name=${encodeURIComponent(part)}`),
  );
  return (
    <section>
      <h2>{say("admin.people")}</h2>
      <label class="field">
        <span>{say("admin.people.search")}</span>
        <input
          type="search"
          value={part}
          onInput={(event) => setPart(event.currentTarget.value)}
        />
      </label>
      <LinkNotice link={link} />
      <List resource={people} empty={say("admin.people.none")}>
        {(one) => <PersonRow key={one.person} person={one} perform={perform} showLink={setLink} />}
      </List>
    </section>
  );
}

function PersonRow({ person: one, perform, showLink }: {
  readonly person: KnownPerson;
  readonly perform: SectionProps["perform"];
  readonly showLink: (link: NewLink) => void;
}) {
  const { person, name, role, account, sessions, seen, banned } = one;
  const path = `/api/admin/people/${encodeURIComponent(person)}`;
  const standing = role || (account ? "account" : "guest");
  const facts = [
    say(`admin.role.${standing}` as WordKey),
    say("admin.sessions", { count: sessions }),
    ...(seen ? [dateTime(seen)] : []),
    ...(banned ? [say("admin.banned")] : []),
  ];
  const button = (key: WordKey, work: () => Promise<unknown>, kind = "") => (
    <button
      type="button"
      class={`button ${kind}`}
      onClick={() => perform(work)}
    >
      {say(key)}
    </button>
  );
  return (
    <li>
      <span>{name}</span>
      <small>{facts.join(" · ")}</small>
      <div class="row" role="group" aria-label={say("admin.actions", { name })}>
        {sessions > 0 && button("admin.logout", () => post(`${path}/logout`))}
        {account &&
          button("admin.password", async () => showLink(await post<NewLink>(`${path}/password`)))}
        {account && !role &&
          button("admin.member.add", () => post(`${path}/role`, { member: true }))}
        {role === "member" &&
          button("admin.member.remove", () => post(`${path}/role`, { member: false }))}
        {role !== "host" && !banned &&
          button("admin.ban", () => post("/api/admin/bans", { name }), "danger")}
      </div>
    </li>
  );
}
