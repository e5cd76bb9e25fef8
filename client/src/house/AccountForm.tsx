/** A form with a name and a password, or a new password alone. */

import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { say } from "../words.ts";

export function AccountForm({ hasName = true, isNew, submit, onSubmit, children }: {
  readonly hasName?: boolean;
  /** Whether the password is a new one. */
  readonly isNew: boolean;
  readonly submit: string;
  readonly onSubmit: (name: string, password: string) => void;
  /** Buttons beside the one that submits. */
  readonly children?: ComponentChildren;
}) {
  const [name, setName] = useState("");
  const [password, setPassword] = useState("");
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit(name, password);
      }}
    >
      {hasName && (
        <label class="field">
          <span>{say("me.name")}</span>
          <input
            value={name}
            required
            autocomplete="username"
            onInput={(event) => setName(event.currentTarget.value)}
          />
        </label>
      )}
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
        <button class="button main" type="submit">{submit}</button>
        {children}
      </div>
    </form>
  );
}
