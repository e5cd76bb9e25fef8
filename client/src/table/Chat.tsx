/** The chat: free text, or phrases that everybody reads in their own language. */

import { useEffect, useRef, useState } from "preact/hooks";
import { useSignalValue } from "../signal.ts";
import { useResource } from "../house/resources.ts";
import { Icon } from "../icons.tsx";
import { get } from "../wire/http.ts";
import type { Snapshot } from "../wire/snapshot.ts";
import type { ChatMessage as Message } from "../wire/types.ts";
import { language, say } from "../words.ts";
import { PeopleHere, PersonActions } from "./PeopleHere.tsx";
import type { TableController } from "./TableController.ts";

interface ChatProps {
  readonly table: TableController;
  readonly view: Snapshot;
}

export function Chat({ table }: { readonly table: TableController }) {
  const view = useSignalValue(table.view);
  const list = useRef<HTMLUListElement>(null);
  const count = view?.chat.length ?? 0;
  useEffect(() => {
    if (list.current) list.current.scrollTop = list.current.scrollHeight;
  }, [count]);
  if (!view) return null;
  return (
    <section class="chat">
      <h2>{say("chat.title")}</h2>
      <ul ref={list} tabIndex={0} aria-label={say("chat.title")} aria-live="polite">
        {count === 0 && <li class="empty">{say("chat.empty")}</li>}
        {view.chat.map((message) => (
          <ChatMessage
            key={`${message.at}${message.name}${message.text}`}
            table={table}
            view={view}
            message={message}
          />
        ))}
        {view.you.muted_seats.map((seat) => (
          <MutedSeat key={seat} table={table} view={view} seat={seat} />
        ))}
      </ul>
      <ChatForm table={table} />
      <PeopleHere view={view} />
    </section>
  );
}

function ChatMessage({ table, view, message }: ChatProps & { readonly message: Message }) {
  const time = new Date(message.at).toLocaleTimeString(language.value, {
    hour: "2-digit",
    minute: "2-digit",
  });
  const name = nameOf(view, message.seat);
  const isCharacter = message.phrase.startsWith("character.");
  return (
    <li>
      <strong>{message.name}</strong> <time>{time}</time> <span>{message.text}</span>
      {message.seat !== view.you.seat && (
        <button
          type="button"
          class="mute"
          aria-label={say("chat.mute", { name })}
          title={say("chat.mute", { name })}
          onClick={() => void table.send({ type: "mute", seat: message.seat })}
        >
          <Icon name="muted" />
        </button>
      )}
      {message.seat !== view.you.seat && !isCharacter && (
        <details class="line-actions">
          <summary aria-label={say("people.about", { name: message.name })}>…</summary>
          <PersonActions
            table={view.table}
            somebody={{ author: message.author, at: message.at, name: message.name }}
          />
        </details>
      )}
    </li>
  );
}

function MutedSeat({ table, view, seat }: ChatProps & { readonly seat: number }) {
  const name = nameOf(view, seat);
  return (
    <li class="muted">
      {say("chat.muted", { name })}{" "}
      <button
        type="button"
        class="link"
        onClick={() => void table.send({ type: "mute", seat, on: false })}
      >
        {say("chat.unmute", { name })}
      </button>
    </li>
  );
}

/** The name of a seat; all spectators share one. */
function nameOf(view: Snapshot, seat: number): string {
  return view.seats[seat]?.name ?? say("chat.watchers");
}

function ChatForm({ table }: { readonly table: TableController }) {
  const [text, setText] = useState("");
  const send = async (event: Event) => {
    event.preventDefault();
    if (text.trim() && await table.send({ type: "say", text: text.trim() })) setText("");
  };
  return (
    <form onSubmit={(event) => void send(event)}>
      <Phrases table={table} />
      <input
        value={text}
        maxLength={300}
        aria-label={say("chat.write")}
        placeholder={say("chat.write")}
        onInput={(event) => setText(event.currentTarget.value)}
      />
      <button type="submit" class="button">{say("chat.send")}</button>
    </form>
  );
}

/** A select box of ready-made phrases. */
function Phrases({ table }: { readonly table: TableController }) {
  const path = `/api/phrases?language=${useSignalValue(language)}`;
  const phrases = useResource(path, () => get<Record<string, string>>(path));
  if (phrases.state !== "ready") return null;
  const sendPhrase = (event: { readonly currentTarget: HTMLSelectElement }) => {
    const phrase = event.currentTarget.value;
    event.currentTarget.value = "";
    if (phrase) void table.send({ type: "say", phrase });
  };
  return (
    <span class="button icon phrase-menu" title={say("chat.phrases")}>
      <Icon name="phrases" />
      <select class="phrases" aria-label={say("chat.phrases")} value="" onChange={sendPhrase}>
        <option value="">…</option>
        {Object.entries(phrases.value).map(([key, words]) => (
          <option key={key} value={key}>{words}</option>
        ))}
      </select>
    </span>
  );
}

/** The number of messages by others since the panel was last open. */
export function useUnreadCount(view: Snapshot | null, isOpen: boolean): number {
  const chat = view?.chat ?? [];
  const latest = chat.at(-1)?.at ?? 0;
  const [seen, setSeen] = useState(latest);
  useEffect(() => {
    if (isOpen) setSeen(latest);
  }, [isOpen, latest]);
  return isOpen
    ? 0
    : chat.filter((message) => message.at > seen && message.seat !== view?.you.seat).length;
}
