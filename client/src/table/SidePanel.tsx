/** The side panel of a table: log and chat. */

import { useEffect, useRef } from "preact/hooks";
import { say } from "../words.ts";
import { Log } from "./Log.tsx";
import type { TableController } from "./TableController.ts";
import { Chat } from "./Chat.tsx";

interface SidePanelProps {
  readonly table: TableController;
  readonly isOpen: boolean; // on small screens, over the board
  readonly onClose: () => void;
}

export function SidePanel({ table, isOpen, onClose }: SidePanelProps) {
  const panel = useRef<HTMLElement>(null);
  useEffect(() => {
    if (isOpen) panel.current?.querySelector<HTMLElement>(".close")?.focus();
  }, [isOpen]);
  const close = (event: KeyboardEvent) => {
    if (isOpen && event.key === "Escape") onClose();
  };
  return (
    <aside ref={panel} class="side-panel" aria-label={say("log.area")} onKeyDown={close}>
      <Log table={table} isOpen={isOpen} onClose={onClose} />
      <Chat table={table} />
    </aside>
  );
}
