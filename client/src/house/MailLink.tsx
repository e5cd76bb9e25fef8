/** The page of a link in a mail: one press confirms the address, or stops the mails. */

import { useState } from "preact/hooks";
import { post } from "../wire/http.ts";
import { say } from "../words.ts";
import { useActions } from "./actions.tsx";
import { PageLayout } from "./PageLayout.tsx";

export function MailLink({ action, token }: {
  readonly action: "confirm" | "stop";
  readonly token: string;
}) {
  const { message, perform } = useActions();
  const [isDone, setDone] = useState(false);
  const press = async () => {
    await post(`/notices/${action}/${token}`);
    setDone(true);
  };
  return (
    <PageLayout title={say("notices.title")}>
      <h1>{say(`notices.${action}.title`)}</h1>
      <p class="message" role="status">{message}</p>
      {!isDone && (
        <button
          type="button"
          class="button main"
          onClick={() => perform(press, say(`notices.${action}.done`))}
        >
          {say(`notices.${action}.press`)}
        </button>
      )}
    </PageLayout>
  );
}
