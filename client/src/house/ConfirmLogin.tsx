/** Asks a person to log in again, before something sensitive. */

import { useEffect, useRef, useState } from "preact/hooks";
import { Refused } from "../wire/http.ts";
import { renew } from "../wire/renewal.ts";
import { say } from "../words.ts";
import { loginWithPasskey } from "./passkeys.ts";
import { errorText } from "./States.tsx";

export function ConfirmLogin({ name, hasPasskeys, onConfirmed, onCancel }: {
  readonly name: string;
  readonly hasPasskeys: boolean;
  readonly onConfirmed: () => void;
  readonly onCancel: () => void;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [password, setPassword] = useState("");
  const [error, setError] = useState("");
  useEffect(() => {
    const shown = dialog.current;
    shown?.showModal();
    return () => shown?.close(); // which gives the focus back
  }, []);
  const confirm = (login: () => Promise<unknown>) => {
    login().then(
      onConfirmed,
      (reason) => setError(reason instanceof Refused ? errorText(reason) : String(reason)),
    );
  };
  return (
    <dialog ref={dialog} class="confirm-login" aria-labelledby="confirm-title" onClose={onCancel}>
      <h2 id="confirm-title">{say("me.confirm")}</h2>
      <p>{say("me.confirm.line")}</p>
      <p class="message" role="alert">{error}</p>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          confirm(() =>
            renew("/api/login", { name, password })
          );
        }}
      >
        <input type="hidden" name="username" autocomplete="username" value={name} />
        <label class="field">
          <span>{say("me.password.old")}</span>
          <input
            type="password"
            value={password}
            required
            autocomplete="current-password"
            onInput={(event) =>
              setPassword(event.currentTarget.value)}
          />
        </label>
        <div class="row">
          <button class="button main" type="submit">{say("me.login.submit")}</button>
          {hasPasskeys && (
            <button
              class="button"
              type="button"
              onClick={() => confirm(loginWithPasskey)}
            >
              {say("me.passkey.login")}
            </button>
          )}
          <button class="button" type="button" onClick={onCancel}>{say("me.cancel")}</button>
        </div>
      </form>
    </dialog>
  );
}
