/** The door of a closed house: members log in. */

import { renew } from "../wire/renewal.ts";
import { say } from "../words.ts";
import { AccountForm } from "./AccountForm.tsx";
import { useActions } from "./actions.tsx";
import { PageLayout } from "./PageLayout.tsx";
import { PasskeyLogin } from "./Security.tsx";

export function Door() {
  const { message, perform } = useActions();
  const enter = (login: () => Promise<unknown>) =>
    perform(async () => {
      await login();
      location.reload(); // what is shown depends on who asks
    }, "");
  return (
    <PageLayout title={say("door.title")}>
      <h1>{say("door.title")}</h1>
      <p>{say("door.line")}</p>
      <p class="message" role="alert">{message}</p>
      <AccountForm
        isNew={false}
        submit={say("me.login.submit")}
        onSubmit={(name, password) => enter(() => renew("/api/login", { name, password }))}
      />
      <PasskeyLogin onLogin={enter} />
    </PageLayout>
  );
}
