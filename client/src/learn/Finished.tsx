/** The end of a lesson: praise, and a real game. */

import { useEffect, useState } from "preact/hooks";
import { playNow } from "../house/open.ts";
import { Broken } from "../house/States.tsx";
import { play } from "../sound/synth.ts";
import { Refused } from "../wire/http.ts";
import type { Box } from "../wire/types.ts";
import { say } from "../words.ts";
import type { Lesson } from "./lesson.ts";

export function Finished({ lesson, box }: { readonly lesson: Lesson; readonly box: Box }) {
  const [error, setError] = useState<Refused | null>(null);
  const [isBusy, setBusy] = useState(false);
  useEffect(() => play("win"), []);
  const begin = async () => {
    setBusy(true);
    try {
      await playNow(box, lesson.players);
    } catch (failed) {
      if (!(failed instanceof Refused)) throw failed;
      setError(failed);
      setBusy(false);
    }
  };
  return (
    <section class="prompt finished" aria-label={say("learn.finished")}>
      <h2>{say("learn.finished")}</h2>
      <p role="status">{say("learn.praise", { game: box.name })}</p>
      {error && <Broken error={error} />}
      <div class="answers">
        <button
          type="button"
          class="button main big"
          data-first
          disabled={isBusy}
          onClick={() => void begin()}
        >
          {say("learn.play")}
        </button>
        <button type="button" class="button" onClick={() => lesson.go(0)}>
          {say("learn.restart")}
        </button>
        <a class="button" href={`/game/${box.game}/rules`}>{say("game.rules")}</a>
      </div>
    </section>
  );
}
