/** The profile page: name, account, passkeys, sessions, games, data. */

import { useState } from "preact/hooks";
import { currentPerson, get, type Person, post, Refused, request } from "../wire/http.ts";
import { say } from "../words.ts";
import { PageLayout } from "./PageLayout.tsx";
import { useBoxes, useResource, useTables } from "./resources.ts";
import { Await, Empty, errorText } from "./States.tsx";
import { relativeTime, TableList } from "./TableList.tsx";

type Perform = (work: () => Promise<unknown>, done?: string) => void;

export function Profile() {
  const [version, setVersion] = useState(0);
  const [message, setMessage] = useState("");
  // Sessions are fetched after this: a person who logs out becomes a guest first.
  const person = useResource(`me ${version}`, async () => ({ ...await currentPerson(), version }));
  const perform: Perform = (work, done = say("me.done")) => {
    work().then(
      () => {
        setMessage(done);
        setVersion(version + 1);
      },
      (error) => setMessage(error instanceof Refused ? errorText(error) : String(error)),
    );
  };
  return (
    <PageLayout title={say("nav.me")}>
      <p class="message" role="status">{message}</p>
      <Await resource={person}>
        {(person) => (
          <div class="profile" key={`${person.name} ${person.guest}`}>
            <h1>{person.name}</h1>
            <p class="help-text">{say(person.guest ? "me.guest" : "me.account")}</p>
            <NameForm person={person} perform={perform} />
            {person.guest
              ? <GuestLogin perform={perform} />
              : <AccountSecurity perform={perform} />}
            <Games />
            <Sessions perform={perform} version={person.version} />
            <Data perform={perform} person={person} />
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
  const [name, setName] = useState("");
  const [password, setPassword] = useState("");
  const path = isNew ? "/api/account" : "/api/login";
  return (
    <section>
      <h2>{say(isNew ? "me.register" : "me.login")}</h2>
      <p>{say(isNew ? "me.register.line" : "me.login.line")}</p>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          perform(
            () => post(path, { name, password }),
            say(isNew ? "me.registered" : "me.logged-in"),
          );
        }}
      >
        <label class="field">
          <span>{say("me.name")}</span>
          <input
            value={name}
            required
            autocomplete="username"
            onInput={(event) => setName(event.currentTarget.value)}
          />
        </label>
        <label class="field">
          <span>{say("me.password")}</span>
          <input
            type="password"
            value={password}
            required
            minLength={8}
            autocomplete={isNew ? "new-password" : "current-password"}
            onInput={(event) => setPassword(event.currentTarget.value)}
          />
        </label>
        <div class="row">
          <button class="button main" type="submit">
            {say(isNew ? "me.register.submit" : "me.login.submit")}
          </button>
          <button class="button" type="button" onClick={() => setNew(!isNew)}>
            {say(isNew ? "me.login" : "me.register")}
          </button>
        </div>
      </form>
      <Passkeys isGuest perform={perform} />
    </section>
  );
}

function AccountSecurity({ perform }: { readonly perform: Perform }) {
  const [oldPassword, setOldPassword] = useState("");
  const [newPassword, setNewPassword] = useState("");
  return (
    <section>
      <h2>{say("me.security")}</h2>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          perform(() => post("/api/me/password", { old: oldPassword, new: newPassword }));
        }}
      >
        <label class="field">
          <span>{say("me.password.old")}</span>
          <input
            type="password"
            value={oldPassword}
            autocomplete="current-password"
            onInput={(event) => setOldPassword(event.currentTarget.value)}
          />
        </label>
        <label class="field">
          <span>{say("me.password.new")}</span>
          <input
            type="password"
            value={newPassword}
            required
            minLength={8}
            autocomplete="new-password"
            onInput={(event) => setNewPassword(event.currentTarget.value)}
          />
        </label>
        <button class="button" type="submit">{say("me.password.change")}</button>
      </form>
      <Passkeys isGuest={false} perform={perform} />
      <button
        class="button"
        type="button"
        onClick={() => perform(() => post("/api/logout"), say("me.logged-out"))}
      >
        {say("me.logout")}
      </button>
    </section>
  );
}

// passkeys

function Passkeys({ isGuest, perform }: { readonly isGuest: boolean; readonly perform: Perform }) {
  const methods = useResource("doors", () => get<{ passkey: boolean }>("/api/doors"));
  if (methods.state === "loading") return <Await resource={methods} lines={1}>{() => null}</Await>;
  if (
    methods.state === "failed" || !methods.value.passkey || !("PublicKeyCredential" in globalThis)
  ) {
    return null;
  }
  return (
    <div class="row">
      <button
        class="button"
        type="button"
        onClick={() => perform(createPasskey, say("me.passkey.added"))}
      >
        {say("me.passkey.add")}
      </button>
      {isGuest && (
        <button
          class="button"
          type="button"
          onClick={() => perform(loginWithPasskey, say("me.logged-in"))}
        >
          {say("me.passkey.login")}
        </button>
      )}
    </div>
  );
}

async function createPasskey(): Promise<void> {
  const json = await post<PublicKeyCredentialCreationOptionsJSON>("/api/me/passkeys/options");
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(json);
  const made = await navigator.credentials.create({ publicKey });
  await post("/api/me/passkeys", { credential: (made as PublicKeyCredential).toJSON() });
}

async function loginWithPasskey(): Promise<void> {
  const json = await post<PublicKeyCredentialRequestOptionsJSON>("/api/login/passkey/options");
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(json);
  const found = await navigator.credentials.get({ publicKey });
  await post("/api/login/passkey", { credential: (found as PublicKeyCredential).toJSON() });
}

// games, sessions, data

function Games() {
  const tables = useTables("mine=1");
  const boxes = useBoxes();
  return (
    <section>
      <h2>{say("me.games")}</h2>
      <Await resource={tables}>
        {(listing) =>
          listing.tables.length
            ? <TableList {...listing} boxes={boxes.state === "ready" ? boxes.value : []} />
            : <Empty>{say("me.games.none")}</Empty>}
      </Await>
    </section>
  );
}

interface Session {
  readonly session: string;
  readonly device: string;
  readonly created: number;
  readonly seen: number;
}

function Sessions({ perform, version }: { readonly perform: Perform; readonly version: number }) {
  const sessions = useResource(`sessions ${version}`, () => get<Session[]>("/api/sessions"));
  const end = ({ session }: Session) => request("DELETE", `/api/sessions?session=${session}`);
  return (
    <section>
      <h2>{say("me.sessions")}</h2>
      <Await resource={sessions}>
        {(all) => (
          <ul class="sessions">
            {all.map((session) => (
              <li key={session.session}>
                <span>{deviceName(session.device)}</span>
                <small>{relativeTime(session.seen)}</small>
                <button class="button" type="button" onClick={() => perform(() => end(session))}>
                  {say("me.session.end")}
                </button>
              </li>
            ))}
          </ul>
        )}
      </Await>
    </section>
  );
}

/** The browser and the system of a user agent. */
function deviceName(agent: string): string {
  const browser = /(Firefox|Edg|OPR|Chrome|Safari)\//.exec(agent)?.[1] ?? "";
  const system = /(Android|iPhone|iPad|Windows|Mac OS X|Linux)/.exec(agent)?.[1] ?? "";
  return [browser.replace("Edg", "Edge"), system].filter(Boolean).join(" · ") || agent || "?";
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
