/** What decided a game: the curve of chances, three moments, all decisions, and playing on. */

import { useState } from "preact/hooks";
import { ErrorNotice } from "../house/States.tsx";
import type { ReplayController, ReplayProps } from "../replay/ReplayController.ts";
import { useSignalValue } from "../signal.ts";
import { SeatBadge } from "../table/SeatBadge.tsx";
import type { AnalysisView, Box, DecisionView, Story } from "../wire/types.ts";
import { say } from "../words.ts";
import { costText, hasPercentages, percentOf } from "./costs.ts";
import { ChanceList, ChanceTable, Curve } from "./Curve.tsx";
import { sidesOf } from "./curve.ts";
import { filterDecisions, momentsOf } from "./decisions.ts";
import { GradeGlyph, GradeTag } from "./GradeTag.tsx";
import { PlayOn } from "./PlayOn.tsx";
import type { AnalysisState } from "./useAnalysis.ts";

const CURVE_HEIGHT = 130;
const MOMENTS = 3; // as many as the house tells at most

export interface AnalysisProps extends ReplayProps {
  readonly analysis: AnalysisState;
  readonly box: Box | undefined;
  /** A decision was chosen, so that the board should be seen. */
  readonly onShow: () => void;
}

export function AnalysisTab(props: AnalysisProps) {
  const { analysis } = props;
  return (
    <div
      class="tab-panel analysis"
      tabIndex={0}
      role="region"
      aria-label={say("replay.tab.analysis")}
    >
      {analysis.state === "failed"
        ? <ErrorNotice error={analysis.error} retry={analysis.retry} />
        : analysis.state === "ready" && analysis.value.status === "done"
        ? <Result {...props} view={analysis.value} />
        : analysis.state === "ready" && analysis.value.status === "failed"
        ? <p>{say("analysis.failed")}</p>
        : (
          <Making
            progress={analysis.state === "ready" ? analysis.value.progress : 0}
            hasTip
          />
        )}
    </div>
  );
}

/** How far the analysis is. */
export function Making({ progress, hasTip = false }: {
  readonly progress: number;
  readonly hasTip?: boolean;
}) {
  return (
    <div class="making">
      <label>
        {say("analysis.running")}
        <progress max={1} value={progress} />
      </label>
      {hasTip && <p>{say("analysis.running.tip")}</p>}
    </div>
  );
}

interface ResultProps extends AnalysisProps {
  readonly view: AnalysisView;
}

function Result(props: ResultProps) {
  const { controller, story, box, view, onShow } = props;
  const { event } = useSignalValue(controller.cursor);
  const comparison = useSignalValue(controller.comparison);
  const moments = momentsOf(view);
  const curve = {
    chances: view.chances,
    sides: sidesOf(story.score_table),
    names: story.names,
    age: box?.age ?? 0,
    height: CURVE_HEIGHT,
    event,
  };
  return (
    <>
      <section class="chances">
        <h2>{say("analysis.chances")}</h2>
        <Curve
          {...curve}
          marks={moments.map((one, i) => ({
            event: one.event,
            label: momentLabel(one, i, story),
            isShown: comparison?.event === one.event,
            onPress: () => {
              show(controller, one, "played");
              onShow();
            },
          }))}
          onSeek={(event) => {
            controller.pause();
            controller.seek(event);
          }}
        />
        <ChanceList {...curve} />
        <ChanceTable {...curve} />
      </section>
      <Moments {...props} moments={moments} />
      <PlayOn controller={controller} story={story} box={box} bots={view.bots} />
      <Decisions {...props} />
    </>
  );
}

function momentLabel({ seat, grade }: DecisionView, index: number, { names }: Story): string {
  return say("analysis.moment.of", {
    number: index + 1,
    name: names[seat] ?? "",
    grade: say(`analysis.grade.${grade}`),
  });
}

function show(
  controller: ReplayController,
  { event, seat }: DecisionView,
  shown: "before" | "played" | "better",
): void {
  controller.compare({ event, seat, shown });
}

/** Whether a decision has a better move than the one played. */
export function hasBetter({ played, best }: DecisionView): boolean {
  return played !== best;
}

function Moments(props: ResultProps & { readonly moments: readonly DecisionView[] }) {
  const { moments, story, controller, box, view, onShow } = props;
  const comparison = useSignalValue(controller.comparison);
  if (!moments.length) {
    return view.decisions.length > 0 ? <p>{say("analysis.moments.none")}</p> : null;
  }
  return (
    <section class="moments">
      <h2>{say(moments.length === MOMENTS ? "analysis.moments" : "analysis.moments.fewer")}</h2>
      <ol>
        {moments.map((one, i) => (
          <li key={one.event} class={`moment-card ${one.grade}`}>
            <h3>
              <span class="number" aria-hidden="true">{i + 1}</span>
              <SeatBadge seat={one.seat} />
              <span class="name">{story.names[one.seat]}</span>
              <GradeTag grade={one.grade} />
            </h3>
            <dl>
              <dt>{say(hasBetter(one) ? "analysis.played" : "analysis.played.best")}</dt>
              <dd>{one.played_label}</dd>
              {hasBetter(one) && (
                <>
                  <dt>{say("analysis.better")}</dt>
                  <dd>
                    {one.best_label === one.played_label
                      ? say("analysis.better.elsewhere")
                      : one.best_label}
                  </dd>
                </>
              )}
            </dl>
            <Worth decision={one} age={box?.age ?? 0} />
            <Advice decision={one} name={story.names[one.seat] ?? ""} />
            <div class="answers">
              <button
                type="button"
                class="button"
                aria-pressed={comparison?.event === one.event && comparison.shown !== "better"}
                onClick={() => {
                  show(controller, one, "played");
                  onShow();
                }}
              >
                {say("analysis.show")}
              </button>
              {hasBetter(one) && (
                <button
                  type="button"
                  class="button"
                  aria-pressed={comparison?.event === one.event && comparison.shown === "better"}
                  onClick={() => {
                    show(controller, one, "better");
                    onShow();
                  }}
                >
                  {say("analysis.show-better")}
                </button>
              )}
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** What a decision cost or gained, as a sentence, with the percentage for those who read them. */
export function Worth({ decision, age }: {
  readonly decision: DecisionView;
  readonly age: number;
}) {
  const what = hasBetter(decision) ? "cost" : "gain";
  const share = decision[what];
  return (
    <p class="worth">
      {costText(what, share, age)}
      {hasPercentages(age) && (
        <small>
          {what === "cost" && decision.doubt > 0
            ? say("analysis.doubt", {
              percent: percentOf(share),
              doubt: Math.max(1, percentOf(decision.doubt)),
            })
            : say("analysis.percent", { percent: percentOf(share) })}
        </small>
      )}
    </p>
  );
}

/** Why the best move is the best: said to its player, as a hint would. */
export function Advice({ decision, name }: {
  readonly decision: DecisionView;
  readonly name: string;
}) {
  const { reason } = decision;
  return reason ? <p class="reason">{say("analysis.advice", { name, reason })}</p> : null;
}

/** All decisions that were judged; a press shows one on the board. */
function Decisions({ controller, story, view, box, onShow }: ResultProps) {
  const [seat, setSeat] = useState(-1);
  const [isMistake, setMistake] = useState(false);
  const comparison = useSignalValue(controller.comparison);
  if (!view.decisions.length) return <p>{say("analysis.none")}</p>;
  const listed = filterDecisions(view.decisions, { seat, isMistake });
  return (
    <section class="decisions">
      <h2>{say("analysis.decisions")}</h2>
      <p class="tip">{say("analysis.decisions.tip")}</p>
      <div class="log-filters">
        <label>
          <span>{say("analysis.decisions.seat")}</span>
          <select
            value={String(seat)}
            onChange={(event) => setSeat(Number(event.currentTarget.value))}
          >
            <option value="-1">{say("analysis.decisions.everybody")}</option>
            {story.names.map((name, i) => <option key={i} value={String(i)}>{name}</option>)}
          </select>
        </label>
        <label>
          <span>{say("analysis.decisions.grade")}</span>
          <select
            value={String(isMistake)}
            onChange={(event) => setMistake(event.currentTarget.value === "true")}
          >
            <option value="false">{say("analysis.decisions.every-grade")}</option>
            <option value="true">{say("analysis.decisions.mistakes")}</option>
          </select>
        </label>
      </div>
      {listed.length === 0 && <p>{say("analysis.decisions.none")}</p>}
      <ol>
        {listed.map((one) => (
          <li key={one.event}>
            <button
              type="button"
              aria-current={comparison?.event === one.event ? "step" : undefined}
              onClick={() => {
                show(controller, one, "played");
                onShow();
              }}
            >
              <GradeGlyph grade={one.grade} />
              <SeatBadge seat={one.seat} />
              <span class="move">
                <span class="visually-hidden">{story.names[one.seat]}:</span>
                {one.played_label}
              </span>
              <span class={`grade ${one.grade}`}>
                {say(`analysis.grade.${one.grade}`)}
                {isCostly(one, box?.age ?? 0) && (
                  <small>{say("analysis.less", { percent: percentOf(one.cost) })}</small>
                )}
              </span>
            </button>
          </li>
        ))}
      </ol>
    </section>
  );
}

function isCostly({ grade, cost }: DecisionView, age: number): boolean {
  return hasPercentages(age) && grade !== "best" && percentOf(cost) > 0;
}
