/** The profile page: name, account, passkeys, sessions, games, data. */

import { useState } from "preact/hooks";
import { currentPerson, get, type Person, post, request } from "../wire/http.ts";
import { renew } from "../wire/renewal.ts";
import { say } from "../words.ts";
import { AccountForm } from "./AccountForm.tsx";
import { Confirmation, type Perform, useActions } from "./actions.tsx";
import { PageLayout } from "./PageLayout.tsx";
import { useBoxes, useResource, useTables } from "./resources.ts";
import { AccountSecurity, type Passkey, PasskeyButtons, Sessions } from "./Security.tsx";
import { Await, Empty } from "./States.tsx";
import { TableList } from "./TableList.tsx";

export function Profile() {
  const actions = useActions();
  const { version, message, perform } = actions;
  // Sessions are fetched after this: a person who logs out becomes a guest first.
  const person = useResource(`me ${version}`, async () => {
    const person = await currentPerson();
    const passkeys = person.guest ? [] : await get<Passkey[]>("/api/me/passkeys");
    return { ...person, passkeys, version };
  });
  return (
    <PageLayout title={say("nav.me")}>
      <p class="message" role="status">{message}</p>
      <Await resource={person}>
        {(person) => (
          <div class="profile" key={`${person.name} ${person.guest}`}>
            <h1>{person.name}</h1>
            <p class="help-text">{say(person.guest ? "me.guest" : "me.account")}</p>
            {person.role === "host" && (
              <p>
                <a class="button" href="/admin">{say("admin.link")}</a>
              </p>
            )}
            <NameForm person={person} perform={perform} />
            {person.guest
              ? <GuestLogin perform={perform} />
              : <AccountSecurity perform={perform} passkeys={person.passkeys} />}
            <Games name={person.name} />
            <Sessions perform={perform} version={person.version} />
            <Data perform={perform} person={person} />
            <Confirmation
              actions={actions}
              name={person.name}
              hasPasskeys={person.passkeys.length > 0}
            />
          </div>
        )}
      </Await>
    </PageLayout>
  );
}

function NameForm({ person, perform }: { readonly person: Person; readonly perform: Perform }) {
  const [name, setName] = useState(person.name);
  return (
    <form
      class="inline-form"
      onSubmit={(event) => {
        event.preventDefault();
        perform(() => post("/api/me/name", { name }));
      }}
    >
      <label class="field">
        <span>{say("me.name")}</span>
        <input
          value={name}
          minLength={2}
          maxLength={24}
          required
          autocomplete="nickname"
          onInput={(event) => setName(event.currentTarget.value)}
        />
      </label>
      <button class="button" type="submit" disabled={name === person.name}>
        {say("me.rename")}
      </button>
    </form>
  );
}

/** A guest may create an account, or log in to one. */
function GuestLogin({ perform }: { readonly perform: Perform }) {
  const [isNew, setNew] = useState(true);
  const path = isNew ? "/api/account" : "/api/login";
  return (
    <section>
      <h2>{say(isNew ? "me.register" : "me.login")}</h2>
      <p>{say(isNew ? "me.register.line" : "me.login.line")}</p>
      <AccountForm
        isNew={isNew}
        submit={say(isNew ? "me.register.submit" : "me.login.submit")}
        onSubmit={(name, password) =>
          perform(
            () => renew(path, { name, password }),
            say(isNew ? "me.registered" : "me.logged-in"),
          )}
      >
        <button class="button" type="button" onClick={() => setNew(!isNew)}>
          {say(isNew ? "me.login" : "me.register")}
        </button>
      </AccountForm>
      <PasskeyButtons isGuest perform={perform} />
    </section>
  );
}

// games, data

function Games({ name }: { readonly name: string }) {
  const tables = useTables("mine=1");
  const boxes = useBoxes();
  return (
    <section>
      <h2>{say("me.games")}</h2>
      <p class="row own-pages">
        <a class="button" href={`/person/${encodeURIComponent(name)}`}>{say("me.page")}</a>
        <a class="button" href="/past">{say("me.past")}</a>
      </p>
      <Await resource={tables}>
        {(listing) =>
          listing.tables.length
            ? <TableList {...listing} boxes={boxes.state === "ready" ? boxes.value : []} />
            : <Empty>{say("me.games.none")}</Empty>}
      </Await>
    </section>
  );
}

function Data({ person, perform }: { readonly person: Person; readonly perform: Perform }) {
  const [isSure, setSure] = useState(false);
  return (
    <section>
      <h2>{say("me.data")}</h2>
      <p>{say("me.data.line")}</p>
      <div class="row">
        <a class="button" href="/api/me/data" download={`${person.name}.json`}>
          {say("me.export")}
        </a>
        {isSure
          ? (
            <button
              class="button danger"
              type="button"
              onClick={() => perform(() => request("DELETE", "/api/me/data"), say("me.erased"))}
            >
              {say("me.erase.confirm")}
            </button>
          )
          : (
            <button class="button danger" type="button" onClick={() => setSure(true)}>
              {say("me.erase")}
            </button>
          )}
      </div>
    </section>
  );
}
