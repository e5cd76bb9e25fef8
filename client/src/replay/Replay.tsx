/** The replay of a finished game: the board at any event, the log, the scores and the luck. */

import "../core.ts";
import { useEffect, useRef, useState } from "preact/hooks";
import { ComparisonBar } from "../analysis/ComparisonBar.tsx";
import { type AnalysisState, useAnalysis } from "../analysis/useAnalysis.ts";
import { useSignalValue } from "../signal.ts";
import { PageLayout } from "../house/PageLayout.tsx";
import { type Resource, useResource } from "../house/resources.ts";
import { Await, ErrorNotice, errorText } from "../house/States.tsx";
import { Icon } from "../icons.tsx";
import { type Art, loadArt, NO_ART } from "../scene/look.ts";
import { SceneView } from "../scene/SceneView.ts";
import { get } from "../wire/http.ts";
import { findGame } from "../wire/games.ts";
import type { Box, Story, Told } from "../wire/types.ts";
import { showTitle } from "../title.ts";
import { language, say } from "../words.ts";
import { Controls } from "./Controls.tsx";
import { ReplayTabs } from "./ReplayTabs.tsx";
import {
  apiPath,
  ReplayController,
  type ReplayProps,
  type ReplaySource,
  type Shown,
} from "./ReplayController.ts";

export { EndingSummary } from "../analysis/EndingSummary.tsx";

export function Replay({ source }: { readonly source: ReplaySource }) {
  const story = useStory(source);
  if (story.state === "ready") return <ReplayScreen source={source} story={story.value} />;
  return <StoryMissing source={source} story={story} />;
}

function useStory(source: ReplaySource): Resource<Story> {
  const currentLanguage = useSignalValue(language);
  const path = `${apiPath(source)}/story?language=${currentLanguage}`;
  return useResource(path, () => get<Story>(path));
}

function StoryMissing({ source, story }: {
  readonly source: ReplaySource;
  readonly story: Resource<Story>;
}) {
  return (
    <PageLayout title={say("replay.title")}>
      <h1>{say("replay.title")}</h1>
      {story.state === "failed" && story.error.code === "not-over"
        ? (
          <div class="error">
            <p>{say("replay.not-over")}</p>
            <a class="button main" href={`/table/${source.id}`}>{say("replay.table")}</a>
          </div>
        )
        : story.state === "failed"
        ? <ErrorNotice error={story.error} retry={story.retry} />
        : <Await resource={story}>{() => null}</Await>}
    </PageLayout>
  );
}

/** Two replays of the same deal, one beside the other, moved by the same controls. */
export function ReplaysBeside({ tables }: { readonly tables: readonly [string, string] }) {
  const first: ReplaySource = { kind: "tables", id: tables[0] };
  const second: ReplaySource = { kind: "tables", id: tables[1] };
  const stories = [useStory(first), useStory(second)] as const;
  if (stories[0].state !== "ready") return <StoryMissing source={first} story={stories[0]} />;
  if (stories[1].state !== "ready") return <StoryMissing source={second} story={stories[1]} />;
  return <BesideScreen sources={[first, second]} stories={[stories[0].value, stories[1].value]} />;
}

function BesideScreen({ sources, stories }: {
  readonly sources: readonly [ReplaySource, ReplaySource];
  readonly stories: readonly [Story, Story];
}) {
  const [first, second] = [
    useController(sources[0], stories[0]),
    useController(sources[1], stories[1]),
  ];
  useEffect(() => {
    if (!first || !second) return;
    const follow = () => {
      second.seek(first.cursor.value.event);
      second.setViewer(first.cursor.value.viewer);
    };
    follow();
    return first.cursor.subscribe(follow);
  }, [first, second]);
  const title = useTitle(stories[0].game);
  return (
    <main class={`replay beside game-${stories[0].game}`}>
      <header class="top-bar">
        <a
          class="button icon quiet"
          href="/daily"
          aria-label={say("daily.title")}
          title={say("daily.title")}
        >
          <Icon name="back" />
        </a>
        <h1>{title}</h1>
        {first && <ViewerSelect controller={first} story={stories[0]} />}
      </header>
      {first && second && (
        <>
          <div class="boards">
            {([[first, stories[0]], [second, stories[1]]] as const).map(([controller, story]) => (
              <section key={controller.source.id}>
                <h2>{say("daily.try", { name: story.names[0] ?? "" })}</h2>
                <ReplayBoard controller={controller} story={story} />
              </section>
            ))}
          </div>
          <Controls controller={first} story={stories[0]} />
        </>
      )}
    </main>
  );
}

/** The controller of a replay, while it is shown. */
function useController(source: ReplaySource, story: Story): ReplayController | null {
  const [controller, setController] = useState<ReplayController | null>(null);
  useEffect(() => {
    const opened = new ReplayController(source, story);
    setController(opened);
    return () => opened.close();
  }, [source.id]);
  const currentLanguage = useSignalValue(language);
  useEffect(() => controller?.reload(), [currentLanguage]);
  return controller;
}

function ReplayScreen({ source, story }: {
  readonly source: ReplaySource;
  readonly story: Story;
}) {
  const controller = useController(source, story);
  const analysis = useAnalysis(story.from_position ? null : source);
  const box = useBox(story.game);
  const title = useTitle(story.game);
  const isTable = source.kind === "tables";
  const back = say(isTable ? "replay.table" : "past.title");
  return (
    <main class={`replay game-${story.game}`}>
      <header class="top-bar">
        <a
          class="button icon quiet"
          href={isTable ? `/table/${source.id}` : "/past"}
          aria-label={back}
          title={back}
        >
          <Icon name="back" />
        </a>
        <h1>{title}</h1>
        {controller && <ViewerSelect controller={controller} story={story} />}
      </header>
      {controller && (
        <>
          <ReplayBoard controller={controller} story={story} analysis={analysis} box={box} />
          <Controls controller={controller} story={story} />
          <ReplayTabs controller={controller} story={story} analysis={analysis} box={box} />
        </>
      )}
    </main>
  );
}

/** The box of a game, once it is known. */
function useBox(game: string): Box | undefined {
  const [box, setBox] = useState<Box | undefined>();
  const currentLanguage = useSignalValue(language);
  useEffect(() => void findGame(game).then(setBox, () => {}), [game, currentLanguage]);
  return box;
}

function useTitle(game: string): string {
  const title = say("replay.of", { game: useBox(game)?.name ?? "" });
  useEffect(() => showTitle(`${title} · ${say("house.name")}`), [title]);
  return title;
}

/** Chooses whose view of the game is shown. */
function ViewerSelect({ controller, story }: ReplayProps) {
  const { viewer } = useSignalValue(controller.cursor);
  const select = (value: string) => controller.setViewer(value === "all" ? "all" : Number(value));
  return (
    <label class="viewer-select">
      <span class="visually-hidden">{say("replay.viewer")}</span>
      <select value={String(viewer)} onChange={(event) => select(event.currentTarget.value)}>
        <option value="-1">{say("replay.viewer.spectator")}</option>
        {story.names.map((name, seat) => (
          <option key={seat} value={String(seat)}>{say("replay.viewer.seat", { name })}</option>
        ))}
        <option value="all">{say("replay.viewer.all")}</option>
      </select>
    </label>
  );
}

const NO_INPUT = {
  press: () => {},
  startDrag: () => null,
  drop: () => {},
  stepBack: () => {},
};

interface ReplayBoardProps extends ReplayProps {
  readonly analysis?: AnalysisState;
  readonly box?: Box | undefined;
}

/** The board at the present event; changes from one event to the next are animated. */
function ReplayBoard({ controller, story, analysis, box }: ReplayBoardProps) {
  const root = useRef<HTMLDivElement>(null);
  const error = useSignalValue(controller.error);
  const shown = useSignalValue(controller.comparison)?.shown;
  useEffect(() => {
    if (!root.current) return;
    const view = new SceneView(root.current, NO_INPUT);
    let art: Art = NO_ART;
    let shown: Shown | null = null;
    const draw = () => {
      const moment = controller.moment.value;
      if (!moment || moment === shown || art === NO_ART) return;
      const facts = factsBetween(story, shown, moment);
      view.show(moment.scene, { art, seats: story.seats, you: -1, facts });
      shown = moment;
    };
    const unsubscribe = controller.moment.subscribe(draw);
    void loadArt(story.game).then((found) => {
      art = found;
      draw();
    });
    return () => {
      unsubscribe();
      view.close();
    };
  }, [controller]);
  return (
    <div class="middle" data-shown={shown}>
      <div ref={root} role="region" aria-label={say("table.scene")} />
      {analysis?.state === "ready" && (
        <ComparisonBar
          controller={controller}
          story={story}
          decisions={analysis.value.decisions}
          age={box?.age ?? 0}
        />
      )}
      {error && (
        <div class="error over" role="alert">
          <p>{errorText(error)}</p>
          <button type="button" class="button" onClick={() => controller.reload()}>
            {say("state.retry")}
          </button>
        </div>
      )}
    </div>
  );
}

/** The lines of a single step forwards, for effects; none after a jump. */
function factsBetween(story: Story, from: Shown | null, to: Shown): readonly Told[] {
  if (from?.isBetter || to.isBetter || to.event !== (from?.event ?? -1) + 1) return [];
  return story.lines.filter((line) => line.event === from?.event);
}
