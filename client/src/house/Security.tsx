/** The security of an account: password, passkeys, sessions. */

import { useState } from "preact/hooks";
import { get, post, request } from "../wire/http.ts";
import { renew } from "../wire/renewal.ts";
import { say } from "../words.ts";
import type { Perform } from "./actions.tsx";
import { createPasskey, loginWithPasskey } from "./passkeys.ts";
import { type Resource, useResource } from "./resources.ts";
import { Await } from "./States.tsx";
import { relativeTime } from "./TableList.tsx";

export interface Passkey {
  readonly passkey: string;
  readonly device: string;
  readonly seen: number;
}

interface Session {
  readonly session: string;
  readonly device: string;
  readonly seen: number;
  readonly current: boolean;
}

export function AccountSecurity({ perform, passkeys }: {
  readonly perform: Perform;
  readonly passkeys: readonly Passkey[];
}) {
  return (
    <section>
      <h2>{say("me.security")}</h2>
      <PasswordForm perform={perform} passkeys={passkeys} />
      <PasskeyList perform={perform} passkeys={passkeys} />
      <PasskeyButtons isGuest={false} perform={perform} />
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

/** Another password; passkeys that are not kept are removed with the old one. */
function PasswordForm({ perform, passkeys }: {
  readonly perform: Perform;
  readonly passkeys: readonly Passkey[];
}) {
  const [oldPassword, setOldPassword] = useState("");
  const [newPassword, setNewPassword] = useState("");
  const [kept, setKept] = useState<ReadonlySet<string>>(new Set());
  const keep = (id: string, isKept: boolean) =>
    setKept(new Set([...kept].filter((other) => other !== id).concat(isKept ? [id] : [])));
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        const body = { old: oldPassword, new: newPassword, keep: [...kept] };
        perform(() => renew("/api/me/password", body));
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
      {passkeys.length > 0 && (
        <fieldset class="kept-passkeys">
          <legend>{say("me.passkeys.keep")}</legend>
          {passkeys.map(({ passkey, device }) => (
            <label key={passkey}>
              <input
                type="checkbox"
                checked={kept.has(passkey)}
                onChange={(event) => keep(passkey, event.currentTarget.checked)}
              />
              <span>{deviceName(device)}</span>
            </label>
          ))}
        </fieldset>
      )}
      <button class="button" type="submit">{say("me.password.change")}</button>
    </form>
  );
}

function PasskeyList({ perform, passkeys }: {
  readonly perform: Perform;
  readonly passkeys: readonly Passkey[];
}) {
  if (!passkeys.length) return null;
  const remove = ({ passkey }: Passkey) =>
    request("DELETE", `/api/me/passkeys?passkey=${encodeURIComponent(passkey)}`);
  return (
    <>
      <h3>{say("me.passkeys")}</h3>
      <ul class="sessions">
        {passkeys.map((one) => (
          <li key={one.passkey}>
            <span>{deviceName(one.device)}</span>
            <small>{relativeTime(one.seen)}</small>
            <button
              class="button"
              type="button"
              aria-label={say("me.passkey.remove-one", { device: deviceName(one.device) })}
              onClick={() => perform(() => remove(one))}
            >
              {say("me.passkey.remove")}
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}

/** Whether this browser and this house can use passkeys. */
function canUsePasskeys(methods: Resource<{ readonly passkey: boolean }>): boolean {
  return methods.state === "ready" && methods.value.passkey && "PublicKeyCredential" in globalThis;
}

export function PasskeyButtons({ isGuest, perform }: {
  readonly isGuest: boolean;
  readonly perform: Perform;
}) {
  const methods = useResource("doors", () => get<{ passkey: boolean }>("/api/doors"));
  if (methods.state === "loading") return <Await resource={methods} lines={1}>{() => null}</Await>;
  if (!canUsePasskeys(methods)) return null;
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

/** The button to log in with a passkey, where that is possible. */
export function PasskeyLogin({ onLogin }: {
  readonly onLogin: (login: () => Promise<unknown>) => void;
}) {
  const methods = useResource("doors", () => get<{ passkey: boolean }>("/api/doors"));
  return canUsePasskeys(methods) && (
    <button
      class="button"
      type="button"
      onClick={() => onLogin(loginWithPasskey)}
    >
      {say("me.passkey.login")}
    </button>
  );
}

export function Sessions({ perform, version }: {
  readonly perform: Perform;
  readonly version: number;
}) {
  const sessions = useResource(`sessions ${version}`, () => get<Session[]>("/api/me/sessions"));
  const end = (query: string) => perform(() => request("DELETE", `/api/me/sessions?${query}`));
  return (
    <section>
      <h2>{say("me.sessions")}</h2>
      <Await resource={sessions}>
        {(all) => (
          <>
            <ul class="sessions">
              {all.map(({ session, device, seen, current }) => (
                <li key={session}>
                  <span>{deviceName(device)}</span>
                  <small>{current ? say("me.session.current") : relativeTime(seen)}</small>
                  {!current && (
                    <button
                      class="button"
                      type="button"
                      aria-label={say("me.session.end-one", { device: deviceName(device) })}
                      onClick={() => end(`session=${session}`)}
                    >
                      {say("me.session.end")}
                    </button>
                  )}
                </li>
              ))}
            </ul>
            {all.length > 1 && (
              <button class="button" type="button" onClick={() => end("others=1")}>
                {say("me.session.end-others")}
              </button>
            )}
          </>
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
