/** What is said in a step: beside the table, so that it covers nothing. */

import { useState } from "preact/hooks";
import { useLoaded } from "../house/load.ts";
import { Shown } from "../house/States.tsx";
import { Icon } from "../icons.tsx";
import { paragraph } from "../wire/shelf.ts";
import { say } from "../words.ts";
import type { Lesson } from "./lesson.ts";

export function Said({ lesson }: { readonly lesson: Lesson }) {
  const { place } = lesson;
  if (!place) return null;
  const { step, chapter } = place;
  return (
    <section class="said" aria-label={say("learn.area")}>
      <h2>{lesson.chapters[chapter]?.title}</h2>
      {step.lines.length > 0 && (
        <ul class="happened" aria-label={say("learn.happened")}>
          {step.lines.map((line, i) => <li key={i}>{line.text}</li>)}
        </ul>
      )}
      <p class="words" aria-live="polite">{step.say}</p>
      <div class="row">
        {step.sound && (
          <button type="button" class="button" onClick={() => void lesson.listen()}>
            <Icon name="sound" /> {say("learn.listen")}
          </button>
        )}
        <RuleNote game={lesson.game} rule={step.rule} />
      </div>
    </section>
  );
}

/** The number of a rule that opens its paragraph in place. */
function RuleNote({ game, rule }: { readonly game: string; readonly rule: string }) {
  const [isOpen, open] = useState(false);
  return (
    <details class="rule-note" onToggle={(event) => open(event.currentTarget.open)}>
      <summary>{say("learn.rule", { rule })}</summary>
      {isOpen && <Paragraph game={game} rule={rule} />}
    </details>
  );
}

function Paragraph({ game, rule }: { readonly game: string; readonly rule: string }) {
  const text = useLoaded(`${game} ${rule}`, () => paragraph(game, rule));
  return (
    <p>
      <Shown loaded={text} lines={2}>{(found) => found}</Shown>{" "}
      <a href={`/game/${game}/rules#${rule}`} target="_blank">{say("learn.sheet")}</a>
    </p>
  );
}
