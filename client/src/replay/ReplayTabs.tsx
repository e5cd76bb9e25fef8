/** The tabs of a replay: analysis, log, scores, luck, and sharing. */

import { useEffect, useRef, useState } from "preact/hooks";
import { useSignalValue } from "../signal.ts";
import { AnalysisTab } from "../analysis/AnalysisTab.tsx";
import { LuckEffects } from "../analysis/LuckEffects.tsx";
import type { AnalysisState } from "../analysis/useAnalysis.ts";
import { FinalScores } from "../table/FinalScores.tsx";
import { filterLines, LogFilters, NO_FILTER } from "../table/Log.tsx";
import { SeatBadge } from "../table/SeatBadge.tsx";
import type { Box } from "../wire/types.ts";
import { say } from "../words.ts";
import { presentLine } from "./Controls.tsx";
import { ScoreChart } from "./ScoreChart.tsx";
import { Luck } from "./Luck.tsx";
import { cursorToHash, isAnalysisHash } from "./cursor.ts";
import type { ReplayProps } from "./ReplayController.ts";
import { Share } from "./Share.tsx";

const TABS = ["analysis", "log", "scores", "luck", "share"] as const;
type Tab = typeof TABS[number];

/** A game that began at a position has no record, and nothing that is made from one. */
const TABS_WITHOUT_RECORD: readonly Tab[] = ["log", "scores"];

interface ReplayTabsProps extends ReplayProps {
  readonly analysis: AnalysisState;
  readonly box: Box | undefined;
}

export function ReplayTabs({ controller, story, analysis, box }: ReplayTabsProps) {
  const tabs = story.from_position ? TABS_WITHOUT_RECORD : TABS;
  const [tab, setTab] = useState<Tab>(tabs[0] ?? "log");
  // Where the window is too short for it to be always open.
  const [isOpen, setOpen] = useState(() => isAnalysisHash(location.hash));
  const press = (pressed: Tab) => {
    setOpen(!isOpen || pressed !== tab);
    setTab(pressed);
  };
  return (
    <aside class="replay-tabs" aria-label={say("replay.tabs")} data-open={isOpen}>
      <div class="tabs" role="group" aria-label={say("replay.tabs")}>
        {tabs.map((one) => (
          <button
            type="button"
            key={one}
            aria-pressed={one === tab}
            onClick={() => press(one)}
          >
            {say(`replay.tab.${one}`)}
          </button>
        ))}
      </div>
      {tab === "analysis" && (
        <AnalysisTab
          controller={controller}
          story={story}
          analysis={analysis}
          box={box}
          onShow={() => setOpen(false)}
        />
      )}
      {tab === "log" && <LogTab controller={controller} story={story} />}
      {tab === "scores" && (
        <div class="tab-panel" tabIndex={0} role="region" aria-label={say("replay.tab.scores")}>
          <ScoreChart controller={controller} story={story} />
          <StoryScores story={story} />
        </div>
      )}
      {tab === "luck" && (
        <div class="tab-panel" tabIndex={0} role="region" aria-label={say("replay.tab.luck")}>
          {analysis.state === "ready" && analysis.value.luck.length > 0 && (
            <>
              <LuckEffects
                controller={controller}
                story={story}
                view={analysis.value}
                age={box?.age ?? 0}
              />
              <h2>{say("analysis.luck.proof")}</h2>
            </>
          )}
          <Luck source={controller.source} />
        </div>
      )}
      {tab === "share" && <ShareTab controller={controller} story={story} />}
    </aside>
  );
}

/** How the game ended; without the reason below a log, which ends with it. */
function StoryScores(
  { story, isBelowLog = false }: Pick<ReplayProps, "story"> & { readonly isBelowLog?: boolean },
) {
  const { game, lines, score_table, names } = story;
  return (
    <FinalScores
      game={game}
      lines={isBelowLog ? [] : lines}
      scores={score_table}
      names={names}
      you={-1}
    />
  );
}

function ShareTab({ controller, story }: ReplayProps) {
  const cursor = useSignalValue(controller.cursor);
  return (
    <div class="tab-panel">
      <Share game={story.game} source={controller.source} hash={cursorToHash(cursor)} />
    </div>
  );
}

/** The whole log; a press on a line goes to the event after it. */
function LogTab({ controller, story }: ReplayProps) {
  const { event } = useSignalValue(controller.cursor);
  const [filter, setFilter] = useState(NO_FILTER);
  const list = useRef<HTMLOListElement>(null);
  const lines = filterLines(story.lines, filter);
  const present = presentLine(lines, event);
  useEffect(() => {
    const line = list.current?.querySelector<HTMLElement>("[aria-current]");
    if (!list.current || !line) return;
    // Unlike scrollIntoView, this scrolls only the list.
    list.current.scrollTop = line.offsetTop - list.current.clientHeight / 2;
  }, [present]);
  return (
    <div class="tab-panel log-tab">
      <div class="log-filters">
        <LogFilters seats={story.seats} filter={filter} onChange={setFilter} />
      </div>
      <ol class="lines" ref={list} aria-label={say("log.title")}>
        {lines.map((line, i) => (
          <li key={i} class={line.event < event ? "" : "later"}>
            <button
              type="button"
              aria-current={line === present ? "step" : undefined}
              onClick={() => {
                controller.pause();
                controller.seek(line.event + 1);
              }}
            >
              {line.seat >= 0 ? <SeatBadge seat={line.seat} /> : <span class="seat-badge" />}
              <span>{line.text}</span>
            </button>
          </li>
        ))}
      </ol>
      {event >= story.events && <StoryScores story={story} isBelowLog />}
    </div>
  );
}
