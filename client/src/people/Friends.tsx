/** Friends and circles: who is here, new ones by a link, and whom one does not want to meet. */

import { useState } from "preact/hooks";
import { type Perform, useActions } from "../house/actions.tsx";
import { PageLayout } from "../house/PageLayout.tsx";
import { useResource } from "../house/resources.ts";
import { Await, Empty } from "../house/States.tsx";
import { navigate, personPath } from "../routes.ts";
import { followCompany } from "../table/company.ts";
import { currentPerson, get, post, request } from "../wire/http.ts";
import type { CircleView, Company, FriendView, Known } from "../wire/types.ts";
import { language, say } from "../words.ts";
import { ShareLink } from "./ShareLink.tsx";

export function Friends() {
  const { version, message, perform } = useActions();
  const company = useResource(`company ${version}`, async () => {
    await currentPerson();
    followCompany();
    return await get<Company>("/api/me/company");
  });
  return (
    <PageLayout title={say("friends.title")}>
      <h1>{say("friends.title")}</h1>
      <p class="message" role="status">{message}</p>
      <Await resource={company}>
        {(company) => (
          <div class="people">
            <FriendList company={company} perform={perform} />
            <section>
              <h2>{say("friends.add")}</h2>
              <p class="help-text">{say("friends.add.tip")}</p>
              <ShareLink
                path="/api/me/friends"
                make={say("friends.link")}
                tip={say("friends.your-link")}
                perform={perform}
              />
            </section>
            <CircleList company={company} perform={perform} />
            <Unwanted
              title={say("friends.blocked")}
              action={say("friends.unblock")}
              path="/api/me/blocks"
              people={company.blocked}
              perform={perform}
            />
            <Unwanted
              title={say("friends.muted")}
              action={say("friends.unmute")}
              path="/api/me/mutes"
              people={company.muted}
              perform={perform}
            />
          </div>
        )}
      </Await>
    </PageLayout>
  );
}

interface ListProps {
  readonly company: Company;
  readonly perform: Perform;
}

function FriendList({ company: { friends, hidden }, perform }: ListProps) {
  return (
    <section>
      <h2>{say("friends.list")}</h2>
      {friends.length === 0 && <Empty>{say("friends.none")}</Empty>}
      <ul class="person-list">
        {friends.map((friend) => (
          <li key={friend.person}>
            <span class={`presence${friend.here ? " here" : ""}`} aria-hidden="true" />
            <span class="name">
              <a href={personPath(friend.name)}>{friend.name}</a>
              <small>{presenceText(friend)}</small>
            </span>
            {friend.table && (
              <a class="button" href={`/table/${friend.table}`}>{say("friends.watch")}</a>
            )}
            <button
              type="button"
              class="button quiet"
              onClick={() =>
                perform(() => request("DELETE", `/api/me/friends?person=${friend.person}`))}
            >
              {say("friends.remove")}
            </button>
            <button
              type="button"
              class="button quiet"
              title={say("friends.block.tip")}
              onClick={() => perform(() => post("/api/me/blocks", { person: friend.person }))}
            >
              {say("friends.block")}
            </button>
          </li>
        ))}
      </ul>
      <label class="check">
        <input
          type="checkbox"
          checked={hidden}
          onChange={(event) => {
            const { checked } = event.currentTarget;
            perform(() => post("/api/me/presence", { hidden: checked }));
          }}
        />
        <span>{say("friends.hidden")}</span>
      </label>
    </section>
  );
}

function presenceText({ here, table }: FriendView): string {
  if (!here) return say("friends.away");
  return say(table ? "friends.playing" : "friends.here");
}

function CircleList({ company: { circles }, perform }: ListProps) {
  const [name, setName] = useState("");
  const create = (event: Event) => {
    event.preventDefault();
    perform(async () => {
      const { circle } = await post<CircleView>("/api/circles", { name });
      navigate(`/circle/${circle}`);
    }, "");
  };
  return (
    <section>
      <h2>{say("circles.title")}</h2>
      {circles.length === 0 && <Empty>{say("circles.none")}</Empty>}
      <ul class="person-list">
        {circles.map(({ circle, name, next }) => (
          <li key={circle}>
            <a class="name" href={`/circle/${circle}`}>{name}</a>
            {next > 0 && <small>{eveningText(next)}</small>}
          </li>
        ))}
      </ul>
      <form class="inline-form" onSubmit={create}>
        <label class="field">
          <span>{say("circles.new")}</span>
          <input
            value={name}
            required
            maxLength={40}
            placeholder={say("circles.name")}
            onInput={(event) => setName(event.currentTarget.value)}
          />
        </label>
        <button type="submit" class="button">{say("circles.create")}</button>
      </form>
    </section>
  );
}

/** When an evening begins, by the clock of the reader. */
export function eveningText(time: number): string {
  const when = new Date(time).toLocaleString(language.value, {
    weekday: "long",
    day: "numeric",
    month: "long",
    hour: "2-digit",
    minute: "2-digit",
  });
  return say("circle.evening.next", { time: when });
}

/** People who were blocked or muted; it can be undone. */
function Unwanted({ title, action, path, people, perform }: {
  readonly title: string;
  readonly action: string;
  readonly path: string;
  readonly people: readonly Known[];
  readonly perform: Perform;
}) {
  if (people.length === 0) return null;
  return (
    <section>
      <h2>{title}</h2>
      <ul class="person-list">
        {people.map(({ person, name }) => (
          <li key={person}>
            <span class="name">{name}</span>
            <button
              type="button"
              class="button quiet"
              onClick={() => perform(() => request("DELETE", `${path}?person=${person}`))}
            >
              {action}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
