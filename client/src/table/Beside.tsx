/** Beside the table: what happened, and what people say. */

import { useEffect, useRef, useState } from "preact/hooks";
import { useCell } from "../cell.ts";
import { Icon } from "../icons.tsx";
import { seatShape } from "../scene/shapes.ts";
import type { Line } from "../wire/types.ts";
import { say } from "../words.ts";
import type { Table } from "./store.ts";
import { Talk } from "./Talk.tsx";

interface Side {
  readonly table: Table;
  readonly isOpen: boolean; // on small screens it is drawn over the table
  readonly onClose: () => void;
}

export function Beside({ table, isOpen, onClose }: Side) {
  const aside = useRef<HTMLElement>(null);
  useEffect(() => {
    if (isOpen) aside.current?.querySelector<HTMLElement>(".close")?.focus();
  }, [isOpen]);
  const close = (event: KeyboardEvent) => {
    if (isOpen && event.key === "Escape") onClose();
  };
  return (
    <aside ref={aside} class="beside" aria-label={say("log.area")} onKeyDown={close}>
      <Log table={table} isOpen={isOpen} onClose={onClose} />
      <Talk table={table} />
    </aside>
  );
}

function Log({ table, isOpen, onClose }: Side) {
  const lines = useCell(table.log);
  const view = useCell(table.view);
  const [seat, setSeat] = useState(-1);
  const list = useRef<HTMLOListElement>(null);
  const shown = seat < 0 ? lines : lines.filter((line) => line.seat === seat);
  useEffect(() => {
    if (list.current) list.current.scrollTop = list.current.scrollHeight;
  }, [shown.length, isOpen]);
  return (
    <section class="log">
      <header>
        <h2>{say("log.title")}</h2>
        <label>
          <span class="only-read">{say("log.filter")}</span>
          <select value={seat} onChange={(event) => setSeat(Number(event.currentTarget.value))}>
            <option value={-1}>{say("log.all")}</option>
            {view?.seats.map((one, i) => <option key={i} value={i}>{one.name}</option>)}
          </select>
        </label>
        <button type="button" class="close" aria-label={say("close")} onClick={onClose}>
          <Icon name="close" />
        </button>
      </header>
      <ol ref={list} tabIndex={0} aria-label={say("log.title")}>
        {shown.map((line, i) => <LogLine key={`${line.event}.${i}`} line={line} />)}
      </ol>
    </section>
  );
}

function LogLine({ line }: { readonly line: Line }) {
  return (
    <li data-kind={line.kind} data-event={line.event}>
      {line.seat >= 0
        ? (
          <svg class={`seat-sign seat-${line.seat}`} viewBox="0 0 16 16" aria-hidden="true">
            <path d={seatShape(line.seat)} />
          </svg>
        )
        : <span class="seat-sign" />}
      <span>{line.text}</span>
      {line.cause === "timeout" && <em>{say("log.timeout")}</em>}
    </li>
  );
}
