/** The rules over the table, so that nobody loses sight of the game. */

import type { ComponentType } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { Icon } from "../icons.tsx";
import { useSignalValue } from "../signal.ts";
import { say } from "../words.ts";
import type { TableController } from "./TableController.ts";

export type RuleSheet = ComponentType<{ readonly game: string; readonly rule: string }>;

interface RulesDialogProps {
  readonly table: TableController;
  readonly game: string;
  readonly load: () => Promise<RuleSheet>;
}

export function RulesDialog({ table, game, load }: RulesDialogProps) {
  const rule = useSignalValue(table.shownRule);
  const dialog = useRef<HTMLDialogElement>(null);
  const [Sheet, setSheet] = useState<RuleSheet | null>(null);
  const isOpen = rule !== null;
  useEffect(() => {
    if (!isOpen) return;
    dialog.current?.showModal();
    void load().then((loaded) => setSheet(() => loaded));
  }, [isOpen]);
  if (rule === null) return null;
  const close = () => table.shownRule.value = null;
  return (
    <dialog
      ref={dialog}
      class="rules-dialog"
      aria-label={say("table.rules")}
      onClose={close}
      onClick={(event) => {
        if (event.target === dialog.current) dialog.current?.close();
        else scrollToRule(event);
      }}
    >
      <div>
        <button
          type="button"
          class="button icon quiet close"
          aria-label={say("close")}
          onClick={() => dialog.current?.close()}
        >
          <Icon name="close" />
        </button>
        {Sheet && <Sheet game={game} rule={rule} />}
      </div>
    </dialog>
  );
}

/** A link within the rules scrolls to its target, and leaves the address of the page as it is. */
function scrollToRule(event: MouseEvent): void {
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  const id = link?.getAttribute("href")?.match(/^#(.+)/)?.[1];
  if (!id) return;
  event.preventDefault();
  document.getElementById(decodeURIComponent(id))?.scrollIntoView({ block: "center" });
}
