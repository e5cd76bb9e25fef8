/** The instruction of a lesson's step, next to the board. */

import { useState } from "preact/hooks";
import { useResource } from "../house/resources.ts";
import { Await } from "../house/States.tsx";
import { Icon } from "../icons.tsx";
import { ruleText } from "../wire/games.ts";
import { say } from "../words.ts";
import type { Lesson } from "./lesson.ts";

export function Instruction({ lesson }: { readonly lesson: Lesson }) {
  const { current } = lesson;
  if (!current) return null;
  const { step, chapter } = current;
  return (
    <section class="instruction" aria-label={say("learn.area")}>
      <h2>{lesson.chapters[chapter]?.title}</h2>
      {step.lines.length > 0 && (
        <ul class="events" aria-label={say("learn.happened")}>
          {step.lines.map((line, i) => <li key={i}>{line.text}</li>)}
        </ul>
      )}
      <p class="text" aria-live="polite">{step.say}</p>
      <div class="row">
        {step.sound && (
          <button type="button" class="button" onClick={() => void lesson.playSound()}>
            <Icon name="sound" /> {say("learn.listen")}
          </button>
        )}
        <RuleNote game={lesson.game} rule={step.rule} />
      </div>
    </section>
  );
}

/** A rule number that unfolds the text of the rule. */
function RuleNote({ game, rule }: { readonly game: string; readonly rule: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details class="rule-note" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{say("learn.rule", { rule })}</summary>
      {isOpen && <RuleParagraph game={game} rule={rule} />}
    </details>
  );
}

function RuleParagraph({ game, rule }: { readonly game: string; readonly rule: string }) {
  const text = useResource(`${game} ${rule}`, () => ruleText(game, rule));
  return (
    <p>
      <Await resource={text} lines={2}>{(found) => found}</Await>{" "}
      <a href={`/game/${game}/rules#${rule}`} target="_blank">{say("learn.sheet")}</a>
    </p>
  );
}
