/** What people say: in their own words, or in a phrase that each reads in his language. */

import { useEffect, useRef, useState } from "preact/hooks";
import { useCell } from "../cell.ts";
import { useLoaded } from "../house/load.ts";
import { Icon } from "../icons.tsx";
import { get } from "../wire/http.ts";
import type { Talk as Spoken, View } from "../wire/types.ts";
import { language, say } from "../words.ts";
import type { Table } from "./store.ts";

interface Talking {
  readonly table: Table;
  readonly view: View;
}

export function Talk({ table }: { readonly table: Table }) {
  const view = useCell(table.view);
  const list = useRef<HTMLUListElement>(null);
  const count = view?.talk.length ?? 0;
  useEffect(() => {
    if (list.current) list.current.scrollTop = list.current.scrollHeight;
  }, [count]);
  if (!view) return null;
  return (
    <section class="talk">
      <h2>{say("talk.title")}</h2>
      <ul ref={list} tabIndex={0} aria-label={say("talk.title")} aria-live="polite">
        {count === 0 && <li class="empty">{say("talk.empty")}</li>}
        {view.talk.map((one) => (
          <Sentence key={`${one.at}${one.name}${one.text}`} table={table} view={view} one={one} />
        ))}
        {view.muted.map((seat) => <Muted key={seat} table={table} view={view} seat={seat} />)}
      </ul>
      <Speaking table={table} />
    </section>
  );
}

function Sentence({ table, view, one }: Talking & { readonly one: Spoken }) {
  const time = new Date(one.at).toLocaleTimeString(language.value, {
    hour: "2-digit",
    minute: "2-digit",
  });
  const name = nameOf(view, one.seat);
  return (
    <li>
      <strong>{one.name}</strong> <time>{time}</time> <span>{one.text}</span>
      {one.seat !== view.seat && (
        <button
          type="button"
          class="mute"
          aria-label={say("talk.mute", { name })}
          title={say("talk.mute", { name })}
          onClick={() => void table.ask({ type: "mute", seat: one.seat })}
        >
          <Icon name="silence" />
        </button>
      )}
    </li>
  );
}

function Muted({ table, view, seat }: Talking & { readonly seat: number }) {
  const name = nameOf(view, seat);
  return (
    <li class="muted">
      {say("talk.muted", { name })}{" "}
      <button
        type="button"
        class="link"
        onClick={() => void table.ask({ type: "mute", seat, on: false })}
      >
        {say("talk.unmute", { name })}
      </button>
    </li>
  );
}

/** Who sits there; all who look on have one name. */
function nameOf(view: View, seat: number): string {
  return view.seats[seat]?.name ?? say("talk.watchers");
}

function Speaking({ table }: { readonly table: Table }) {
  const [text, setText] = useState("");
  const send = async (event: Event) => {
    event.preventDefault();
    if (text.trim() && await table.ask({ type: "say", text: text.trim() })) setText("");
  };
  return (
    <form onSubmit={(event) => void send(event)}>
      <Phrases table={table} />
      <input
        value={text}
        maxLength={300}
        aria-label={say("talk.write")}
        placeholder={say("talk.write")}
        onInput={(event) => setText(event.currentTarget.value)}
      />
      <button type="submit" class="button">{say("talk.send")}</button>
    </form>
  );
}

/** What may be said without typing. */
function Phrases({ table }: { readonly table: Table }) {
  const path = `/api/phrases?language=${useCell(language)}`;
  const phrases = useLoaded(path, () => get<Record<string, string>>(path));
  if (phrases.state !== "ready") return null;
  const speak = (event: { readonly currentTarget: HTMLSelectElement }) => {
    const phrase = event.currentTarget.value;
    event.currentTarget.value = "";
    if (phrase) void table.ask({ type: "say", phrase });
  };
  return (
    <select class="phrases" aria-label={say("talk.phrases")} value="" onChange={speak}>
      <option value="">…</option>
      {Object.entries(phrases.value).map(([key, words]) => (
        <option key={key} value={key}>{words}</option>
      ))}
    </select>
  );
}

/** How much others said while one did not look. */
export function useUnread(view: View | null, isOpen: boolean): number {
  const talk = view?.talk ?? [];
  const latest = talk.at(-1)?.at ?? 0;
  const [seen, setSeen] = useState(latest);
  useEffect(() => {
    if (isOpen) setSeen(latest);
  }, [isOpen, latest]);
  return isOpen ? 0 : talk.filter((one) => one.at > seen && one.seat !== view?.seat).length;
}
