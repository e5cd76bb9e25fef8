/** Asks a guest once for a first name, in a line that may be ignored or closed. */

import { useEffect, useState } from "preact/hooks";
import { errorText } from "../house/States.tsx";
import { Icon } from "../icons.tsx";
import { settings, updateSettings } from "../settings.ts";
import { currentPerson, type Person, post, Refused } from "../wire/http.ts";
import { say } from "../words.ts";

/** Whether a guest still has the name that the house made up: a word and a number. */
export function isMadeUp({ guest, name }: Pick<Person, "guest" | "name">): boolean {
  return guest && /\p{L} \d+$/u.test(name);
}

export function NameOffer() {
  const [isOpen, setOpen] = useState(false);
  const [name, setName] = useState("");
  const [error, setError] = useState<Refused | null>(null);
  useEffect(() => {
    if (settings.value.nameAsked) return;
    void currentPerson().then((person) => setOpen(isMadeUp(person)), () => {});
  }, []);
  const close = () => {
    updateSettings({ nameAsked: true });
    setOpen(false);
  };
  const rename = async () => {
    try {
      await post("/api/me/name", { name: name.trim() });
      close();
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      setError(error);
    }
  };
  if (!isOpen) return null;
  return (
    <form
      class="name-offer"
      onSubmit={(event) => {
        event.preventDefault();
        void rename();
      }}
    >
      <label>
        <span>{say("name.ask")}</span>
        <input
          value={name}
          minLength={2}
          maxLength={24}
          required
          autocomplete="given-name"
          onInput={(event) => setName(event.currentTarget.value)}
        />
      </label>
      <button type="submit" class="button">{say("name.save")}</button>
      <button type="button" class="close" aria-label={say("close")} onClick={close}>
        <Icon name="close" />
      </button>
      {error && <p role="alert">{errorText(error)}</p>}
    </form>
  );
}
