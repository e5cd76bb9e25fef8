/** The replay of a finished game: the board at any event, the log, the scores and the luck. */

import "../core.ts";
import { useEffect, useRef, useState } from "preact/hooks";
import { useSignalValue } from "../signal.ts";
import { PageLayout } from "../house/PageLayout.tsx";
import { useResource } from "../house/resources.ts";
import { Await, ErrorNotice, errorText } from "../house/States.tsx";
import { Icon } from "../icons.tsx";
import { type Art, loadArt, NO_ART } from "../scene/look.ts";
import { SceneView } from "../scene/SceneView.ts";
import { get } from "../wire/http.ts";
import { findGame } from "../wire/games.ts";
import type { Moment, Story, Told } from "../wire/types.ts";
import { language, say } from "../words.ts";
import { Controls } from "./Controls.tsx";
import { ReplayTabs } from "./ReplayTabs.tsx";
import { ReplayController, type ReplayProps } from "./ReplayController.ts";

export function Replay({ table }: { readonly table: string }) {
  const currentLanguage = useSignalValue(language);
  const path = `/api/tables/${encodeURIComponent(table)}/story?language=${currentLanguage}`;
  const story = useResource(path, () => get<Story>(path));
  if (story.state === "ready") return <ReplayScreen table={table} story={story.value} />;
  return (
    <PageLayout title={say("replay.title")}>
      <h1>{say("replay.title")}</h1>
      {story.state === "failed" && story.error.code === "not-over"
        ? (
          <div class="error">
            <p>{say("replay.not-over")}</p>
            <a class="button main" href={`/table/${table}`}>{say("replay.table")}</a>
          </div>
        )
        : story.state === "failed"
        ? <ErrorNotice error={story.error} retry={story.retry} />
        : <Await resource={story}>{() => null}</Await>}
    </PageLayout>
  );
}

function ReplayScreen({ table, story }: { readonly table: string; readonly story: Story }) {
  const [controller, setController] = useState<ReplayController | null>(null);
  useEffect(() => {
    const opened = new ReplayController(table, story);
    setController(opened);
    return () => opened.close();
  }, [table]);
  const currentLanguage = useSignalValue(language);
  useEffect(() => controller?.reload(), [currentLanguage]);
  const title = useTitle(story.game);
  return (
    <main class={`replay game-${story.game}`}>
      <header class="top-bar">
        <a
          class="button icon quiet"
          href={`/table/${table}`}
          aria-label={say("replay.table")}
          title={say("replay.table")}
        >
          <Icon name="back" />
        </a>
        <h1>{title}</h1>
        {controller && <ViewerSelect controller={controller} story={story} />}
      </header>
      {controller && (
        <>
          <ReplayBoard controller={controller} story={story} />
          <Controls controller={controller} story={story} />
          <ReplayTabs controller={controller} story={story} />
        </>
      )}
    </main>
  );
}

function useTitle(game: string): string {
  const [name, setName] = useState("");
  const currentLanguage = useSignalValue(language);
  useEffect(() => {
    void findGame(game).then((box) => setName(box?.name ?? ""), () => {});
  }, [game, currentLanguage]);
  const title = say("replay.of", { game: name });
  useEffect(() => void (document.title = `${title} · ${say("house.name")}`), [title]);
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

/** The board at the present event; changes from one event to the next are animated. */
function ReplayBoard({ controller, story }: ReplayProps) {
  const root = useRef<HTMLDivElement>(null);
  const error = useSignalValue(controller.error);
  useEffect(() => {
    if (!root.current) return;
    const view = new SceneView(root.current, NO_INPUT);
    let art: Art = NO_ART;
    let shown: Moment | null = null;
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
    <div class="middle">
      <div ref={root} role="region" aria-label={say("table.scene")} />
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
function factsBetween(story: Story, from: Moment | null, to: Moment): readonly Told[] {
  if (to.event !== (from?.event ?? -1) + 1) return [];
  return story.lines.filter((line) => line.event === from?.event);
}
