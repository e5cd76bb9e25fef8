/** The end of a lesson: praise, and a button to play a game. */

import { useEffect, useState } from "preact/hooks";
import { playNow } from "../house/openTable.ts";
import { ErrorNotice } from "../house/States.tsx";
import { playSound } from "../sound/synth.ts";
import { Refused } from "../wire/http.ts";
import type { Box } from "../wire/types.ts";
import { say } from "../words.ts";
import type { Lesson } from "./lesson.ts";

export function LessonFinished({ lesson, box }: { readonly lesson: Lesson; readonly box: Box }) {
  const [error, setError] = useState<Refused | null>(null);
  const [isBusy, setBusy] = useState(false);
  useEffect(() => playSound("win"), []);
  const play = async () => {
    setBusy(true);
    try {
      await playNow(box, lesson.players);
    } catch (failure) {
      if (!(failure instanceof Refused)) throw failure;
      setError(failure);
      setBusy(false);
    }
  };
  return (
    <section class="prompt finished" aria-label={say("learn.finished")}>
      <h2>{say("learn.finished")}</h2>
      <p role="status">{say("learn.praise", { game: box.name })}</p>
      {error && <ErrorNotice error={error} />}
      <div class="answers">
        <button
          type="button"
          class="button main big"
          data-first
          disabled={isBusy}
          onClick={() => void play()}
        >
          {say("learn.play")}
        </button>
        <button type="button" class="button" onClick={() => lesson.goTo(0)}>
          {say("learn.restart")}
        </button>
        <a class="button" href={`/game/${box.game}/rules`}>{say("game.rules")}</a>
      </div>
    </section>
  );
}
