/** Beside the table: what happened, and what people say. */

import { useEffect, useRef } from "preact/hooks";
import { say } from "../words.ts";
import { Log } from "./Log.tsx";
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
