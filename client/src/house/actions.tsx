/** What a page does for a person: it reports how it went, and asks to log in again if it must. */

import { useState } from "preact/hooks";
import { Refused } from "../wire/http.ts";
import { say } from "../words.ts";
import { ConfirmLogin } from "./ConfirmLogin.tsx";
import { errorText } from "./States.tsx";

/** Does some work and reports that it is done, or why not. */
export type Perform = (work: () => Promise<unknown>, done?: string) => void;

export interface Actions {
  /** Changes after every action, so that what is shown is fetched again. */
  readonly version: number;
  readonly message: string;
  readonly perform: Perform;
  /** What waits for a fresh login. */
  readonly unconfirmed: (() => void) | null;
  forget(): void;
}

export function useActions(): Actions {
  const [version, setVersion] = useState(0);
  const [message, setMessage] = useState("");
  const [unconfirmed, setUnconfirmed] = useState<(() => void) | null>(null);
  const perform: Perform = (work, done = say("me.done")) => {
    work().then(
      () => {
        setMessage(done);
        setVersion((version) => version + 1);
      },
      (error) => {
        if (error instanceof Refused && error.code === "login-again") {
          setUnconfirmed(() => () => perform(work, done));
        } else setMessage(error instanceof Refused ? errorText(error) : String(error));
      },
    );
  };
  return { version, message, perform, unconfirmed, forget: () => setUnconfirmed(null) };
}

/** The dialog for a fresh login, while an action waits for one. */
export function Confirmation({ actions, name, hasPasskeys }: {
  readonly actions: Actions;
  readonly name: string;
  readonly hasPasskeys: boolean;
}) {
  const { unconfirmed, forget } = actions;
  return unconfirmed && (
    <ConfirmLogin
      name={name}
      hasPasskeys={hasPasskeys}
      onConfirmed={() => {
        forget();
        unconfirmed();
      }}
      onCancel={forget}
    />
  );
}
