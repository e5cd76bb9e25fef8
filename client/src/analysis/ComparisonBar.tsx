/** Below the board while a decision is looked at: before it, after the move played, or a better one. */

import { Icon } from "../icons.tsx";
import type { Comparison, ReplayProps } from "../replay/ReplayController.ts";
import { useSignalValue } from "../signal.ts";
import { SeatBadge } from "../table/SeatBadge.tsx";
import type { DecisionView } from "../wire/types.ts";
import { say, type WordKey } from "../words.ts";
import { Advice, hasBetter, Worth } from "./AnalysisTab.tsx";
import { GradeTag } from "./GradeTag.tsx";

interface ComparisonBarProps extends ReplayProps {
  readonly decisions: readonly DecisionView[];
  readonly age: number;
}

const WORDS: Readonly<Record<Comparison["shown"], WordKey>> = {
  before: "analysis.before",
  played: "analysis.played",
  better: "analysis.better",
};

export function ComparisonBar({ controller, story, decisions, age }: ComparisonBarProps) {
  const comparison = useSignalValue(controller.comparison);
  const decision = decisions.find(({ event }) => event === comparison?.event);
  if (!comparison || !decision) return null;
  const { shown } = comparison;
  const name = story.names[decision.seat] ?? "";
  return (
    <section class="comparison" aria-label={say("analysis.compare", { name })} data-shown={shown}>
      <header>
        <SeatBadge seat={decision.seat} />
        <strong class="name">{name}</strong>
        {shown === "better"
          ? <span class="grade best">{say("analysis.not-played")}</span>
          : <GradeTag grade={decision.grade} />}
        <button
          type="button"
          class="button icon quiet close"
          aria-label={say("analysis.compare.close")}
          title={say("analysis.compare.close")}
          onClick={() =>
            controller.seek(controller.cursor.value.event)}
        >
          <Icon name="close" />
        </button>
      </header>
      <div class="compared" aria-live="polite">
        <p class="move">{shown === "better" ? decision.best_label : decision.played_label}</p>
        {shown === "better" && <Advice decision={decision} name={name} />}
        {shown === "played" && <Worth decision={decision} age={age} />}
      </div>
      <div class="segments" role="group" aria-label={say("analysis.compare", { name })}>
        {(["before", "played", "better"] as const).map((one) =>
          (one !== "better" || hasBetter(decision)) && (
            <button
              key={one}
              type="button"
              aria-pressed={one === shown}
              onClick={() =>
                controller.compare({ event: decision.event, seat: decision.seat, shown: one })}
            >
              {say(WORDS[one])}
            </button>
          )
        )}
      </div>
    </section>
  );
}
