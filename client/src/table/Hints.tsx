/** Hints, one at a time with its reason. The board points at it; it is played only on request. */

import { useEffect, useState } from "preact/hooks";
import { Icon } from "../icons.tsx";
import type { Advice } from "../wire/types.ts";
import { say } from "../words.ts";
import type { BoardController } from "./BoardController.ts";

export function Hints(
  { controller, hints }: {
    readonly controller: BoardController;
    readonly hints: readonly Advice[];
  },
) {
  const [index, setIndex] = useState(0);
  useEffect(() => setIndex(0), [hints]);
  const hint = hints[index] ?? hints[0];
  if (!hint) return null;
  const next = (index + 1) % hints.length;
  const showNext = () => {
    setIndex(next);
    controller.point(hints[next]?.path ?? []);
  };
  return (
    <div class="hints" role="group" aria-label={say("hint.title")}>
      <p aria-live="polite">
        <strong aria-hidden={hint.spoken ? "true" : undefined}>{hint.label}</strong>
        {hint.spoken && <span class="visually-hidden">{hint.spoken}</span>}
        {hint.reason && <span>{hint.reason}</span>}
      </p>
      <button type="button" class="button main" onClick={() => void controller.play(hint.text)}>
        {say("hint.play")}
      </button>
      {hints.length > 1 && (
        <button type="button" class="button" onClick={showNext}>
          {say("hint.next", { at: index + 1, count: hints.length })}
        </button>
      )}
      <button
        type="button"
        class="close"
        aria-label={say("close")}
        onClick={() => controller.closeHints()}
      >
        <Icon name="close" />
      </button>
    </div>
  );
}
