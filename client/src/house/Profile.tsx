/** Who one is here: name, account, passkeys, sessions, games, data. */

import { useState } from "preact/hooks";
import { ask, get, me, type Person, post, Refused } from "../wire/http.ts";
import { say } from "../words.ts";
import { Frame } from "./Frame.tsx";
import { useBoxes, useLoaded, useTables } from "./load.ts";
import { Empty, Shown, told } from "./States.tsx";
import { ago, TableList } from "./TableList.tsx";

type Do = (work: () => Promise<unknown>, done?: string) => void;

export function Profile() {
  const [version, setVersion] = useState(0);
  const [message, setMessage] = useState("");
  // Sessions are asked for once one is somebody again: who logs out comes back as a guest first.
  const person = useLoaded(`me ${version}`, async () => ({ ...await me(), version }));
  const act: Do = (work, done = say("me.done")) => {
    work().then(
      () => {
        setMessage(done);
        setVersion(version + 1);
      },
      (error) => setMessage(error instanceof Refused ? told(error) : String(error)),
    );
  };
  return (
    <Frame title={say("way.me")}>
      <p class="message" role="status">{message}</p>
      <Shown loaded={person}>
        {(one) => (
          <div class="profile" key={`${one.name} ${one.guest}`}>
            <h1>{one.name}</h1>
            <p class="hint">{say(one.guest ? "me.guest" : "me.account")}</p>
            <NameForm person={one} act={act} />
            {one.guest ? <GuestDoors act={act} /> : <AccountDoors act={act} />}
            <Games />
            <Sessions act={act} version={one.version} />
            <Data act={act} person={one} />
          </div>
        )}
      </Shown>
    </Frame>
  );
}

function NameForm({ person, act }: { readonly person: Person; readonly act: Do }) {
  const [name, setName] = useState(person.name);
  return (
    <form
      class="line-form"
      onSubmit={(event) => {
        event.preventDefault();
        act(() => post("/api/me/name", { name }));
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

/** A guest may make an account, or come in by one. */
function GuestDoors({ act }: { readonly act: Do }) {
  const [isNew, setNew] = useState(true);
  const [name, setName] = useState("");
  const [password, setPassword] = useState("");
  const path = isNew ? "/api/account" : "/api/login";
  return (
    <section>
      <h2>{say(isNew ? "me.keep" : "me.enter")}</h2>
      <p>{say(isNew ? "me.keep.line" : "me.enter.line")}</p>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          act(() => post(path, { name, password }), say(isNew ? "me.kept" : "me.entered"));
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
            {say(isNew ? "me.keep.do" : "me.enter.do")}
          </button>
          <button class="button" type="button" onClick={() => setNew(!isNew)}>
            {say(isNew ? "me.enter" : "me.keep")}
          </button>
        </div>
      </form>
      <Passkeys isGuest act={act} />
    </section>
  );
}

function AccountDoors({ act }: { readonly act: Do }) {
  const [old, setOld] = useState("");
  const [fresh, setFresh] = useState("");
  return (
    <section>
      <h2>{say("me.doors")}</h2>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          act(() => post("/api/me/password", { old, new: fresh }));
        }}
      >
        <label class="field">
          <span>{say("me.password.old")}</span>
          <input
            type="password"
            value={old}
            autocomplete="current-password"
            onInput={(event) => setOld(event.currentTarget.value)}
          />
        </label>
        <label class="field">
          <span>{say("me.password.new")}</span>
          <input
            type="password"
            value={fresh}
            required
            minLength={8}
            autocomplete="new-password"
            onInput={(event) => setFresh(event.currentTarget.value)}
          />
        </label>
        <button class="button" type="submit">{say("me.password.change")}</button>
      </form>
      <Passkeys isGuest={false} act={act} />
      <button
        class="button"
        type="button"
        onClick={() => act(() => post("/api/logout"), say("me.left"))}
      >
        {say("me.leave")}
      </button>
    </section>
  );
}

// passkeys

function Passkeys({ isGuest, act }: { readonly isGuest: boolean; readonly act: Do }) {
  const doors = useLoaded("doors", () => get<{ passkey: boolean }>("/api/doors"));
  if (doors.state === "loading") return <Shown loaded={doors} lines={1}>{() => null}</Shown>;
  if (doors.state === "failed" || !doors.value.passkey || !("PublicKeyCredential" in globalThis)) {
    return null;
  }
  return (
    <div class="row">
      <button class="button" type="button" onClick={() => act(makePasskey, say("me.passkey.made"))}>
        {say("me.passkey.make")}
      </button>
      {isGuest && (
        <button
          class="button"
          type="button"
          onClick={() => act(usePasskey, say("me.entered"))}
        >
          {say("me.passkey.use")}
        </button>
      )}
    </div>
  );
}

async function makePasskey(): Promise<void> {
  const json = await post<PublicKeyCredentialCreationOptionsJSON>("/api/me/passkeys/options");
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(json);
  const made = await navigator.credentials.create({ publicKey });
  await post("/api/me/passkeys", { credential: (made as PublicKeyCredential).toJSON() });
}

async function usePasskey(): Promise<void> {
  const json = await post<PublicKeyCredentialRequestOptionsJSON>("/api/login/passkey/options");
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(json);
  const found = await navigator.credentials.get({ publicKey });
  await post("/api/login/passkey", { credential: (found as PublicKeyCredential).toJSON() });
}

// games, sessions, data

function Games() {
  const tables = useTables("mine");
  const boxes = useBoxes();
  return (
    <section>
      <h2>{say("me.games")}</h2>
      <Shown loaded={tables}>
        {(all) =>
          all.length
            ? <TableList tables={all} boxes={boxes.state === "ready" ? boxes.value : []} />
            : <Empty>{say("me.games.none")}</Empty>}
      </Shown>
    </section>
  );
}

interface Session {
  readonly session: string;
  readonly device: string;
  readonly created: number;
  readonly seen: number;
}

function Sessions({ act, version }: { readonly act: Do; readonly version: number }) {
  const sessions = useLoaded(`sessions ${version}`, () => get<Session[]>("/api/sessions"));
  const end = (one: Session) => ask("DELETE", `/api/sessions?session=${one.session}`);
  return (
    <section>
      <h2>{say("me.sessions")}</h2>
      <Shown loaded={sessions}>
        {(all) => (
          <ul class="sessions">
            {all.map((one) => (
              <li key={one.session}>
                <span>{device(one.device)}</span>
                <small>{ago(one.seen)}</small>
                <button class="button" type="button" onClick={() => act(() => end(one))}>
                  {say("me.session.end")}
                </button>
              </li>
            ))}
          </ul>
        )}
      </Shown>
    </section>
  );
}

/** A browser and its system, out of what it calls itself. */
export function device(agent: string): string {
  const browser = /(Firefox|Edg|OPR|Chrome|Safari)\//.exec(agent)?.[1] ?? "";
  const system = /(Android|iPhone|iPad|Windows|Mac OS X|Linux)/.exec(agent)?.[1] ?? "";
  return [browser.replace("Edg", "Edge"), system].filter(Boolean).join(" · ") || agent || "?";
}

function Data({ person, act }: { readonly person: Person; readonly act: Do }) {
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
              onClick={() => act(() => ask("DELETE", "/api/me/data"), say("me.forgotten"))}
            >
              {say("me.forget.sure")}
            </button>
          )
          : (
            <button class="button danger" type="button" onClick={() => setSure(true)}>
              {say("me.forget")}
            </button>
          )}
      </div>
    </section>
  );
}
