/** A hint: one idea at a time, with its reason. It is pointed at, and played only when asked for. */

import { useEffect, useState } from "preact/hooks";
import type { Advice } from "../wire/types.ts";
import { say } from "../words.ts";
import type { AtTable } from "./seat.ts";

export function Advised(
  { table, advice }: { readonly table: AtTable; readonly advice: readonly Advice[] },
) {
  const [at, go] = useState(0);
  useEffect(() => go(0), [advice]);
  const idea = advice[at] ?? advice[0];
  if (!idea) return null;
  const next = (at + 1) % advice.length;
  const turn = () => {
    go(next);
    table.point(advice[next]?.path ?? []);
  };
  return (
    <div class="advice" role="group" aria-label={say("hint.title")}>
      <p aria-live="polite">
        <strong>{idea.label}</strong>
        {idea.reason && <span>{idea.reason}</span>}
      </p>
      <button type="button" class="button main" onClick={() => void table.play(idea.text)}>
        {say("hint.play")}
      </button>
      {advice.length > 1 && (
        <button type="button" class="button" onClick={turn}>
          {say("hint.next", { at: at + 1, count: advice.length })}
        </button>
      )}
    </div>
  );
}
