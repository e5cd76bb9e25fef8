/** A finished game again: the table at any moment, the log, the scores and the luck. */

import { useEffect, useRef, useState } from "preact/hooks";
import { useCell } from "../cell.ts";
import { Frame } from "../house/Frame.tsx";
import { useLoaded } from "../house/load.ts";
import { Broken, Shown, told } from "../house/States.tsx";
import { Icon } from "../icons.tsx";
import { type Art, artOf, NO_ART } from "../scene/look.ts";
import { SceneView } from "../scene/SceneView.ts";
import { get } from "../wire/http.ts";
import { gameOf } from "../wire/shelf.ts";
import type { Moment, Story } from "../wire/types.ts";
import { language, say } from "../words.ts";
import { Controls } from "./Controls.tsx";
import { Pages } from "./Pages.tsx";
import { Player } from "./Player.ts";

interface Told {
  readonly player: Player;
  readonly story: Story;
}

export function Replay({ table }: { readonly table: string }) {
  const spoken = useCell(language);
  const path = `/api/tables/${encodeURIComponent(table)}/story?language=${spoken}`;
  const story = useLoaded(path, () => get<Story>(path));
  if (story.state === "ready") return <Around table={table} story={story.value} />;
  return (
    <Frame title={say("replay.title")}>
      <h1>{say("replay.title")}</h1>
      {story.state === "failed" && story.error.code === "not-over"
        ? (
          <div class="broken">
            <p>{say("replay.not-over")}</p>
            <a class="button main" href={`/table/${table}`}>{say("replay.table")}</a>
          </div>
        )
        : story.state === "failed"
        ? <Broken error={story.error} again={story.again} />
        : <Shown loaded={story}>{() => null}</Shown>}
    </Frame>
  );
}

function Around({ table, story }: { readonly table: string; readonly story: Story }) {
  const [player, setPlayer] = useState<Player | null>(null);
  useEffect(() => {
    const made = new Player(table, story);
    setPlayer(made);
    return () => made.close();
  }, [table]);
  const spoken = useCell(language);
  useEffect(() => player?.retell(), [spoken]);
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
        {player && <Eyes player={player} story={story} />}
      </header>
      {player && (
        <>
          <Picture player={player} story={story} />
          <Controls player={player} story={story} />
          <Pages player={player} story={story} />
        </>
      )}
    </main>
  );
}

function useTitle(game: string): string {
  const [name, setName] = useState("");
  const spoken = useCell(language);
  useEffect(() => {
    void gameOf(game).then((box) => setName(box?.name ?? ""), () => {});
  }, [game, spoken]);
  const title = say("replay.of", { game: name });
  useEffect(() => void (document.title = `${title} · ${say("house.name")}`), [title]);
  return title;
}

/** Whose eyes one looks through. */
function Eyes({ player, story }: Told) {
  const { viewer } = useCell(player.place);
  const look = (value: string) => player.look(value === "all" ? "all" : Number(value));
  return (
    <label class="eyes">
      <span class="only-read">{say("replay.eyes")}</span>
      <select value={String(viewer)} onChange={(event) => look(event.currentTarget.value)}>
        <option value="-1">{say("replay.eyes.nobody")}</option>
        {story.names.map((name, seat) => (
          <option key={seat} value={String(seat)}>{say("replay.eyes.seat", { name })}</option>
        ))}
        <option value="all">{say("replay.eyes.all")}</option>
      </select>
    </label>
  );
}

const STILL = { press: () => {}, grab: () => null, drop: () => {}, back: () => {} };

/** The table at the present moment; from one moment to the next things move. */
function Picture({ player, story }: Told) {
  const root = useRef<HTMLDivElement>(null);
  const error = useCell(player.error);
  useEffect(() => {
    if (!root.current) return;
    const view = new SceneView(root.current, STILL);
    let art: Art = NO_ART;
    let shown: Moment | null = null;
    const draw = () => {
      const moment = player.moment.value;
      if (!moment || moment === shown || art === NO_ART) return;
      const kinds = kindsBetween(story, shown, moment);
      view.show(moment.scene, { art, people: story.seats, kinds });
      shown = moment;
    };
    const stop = player.moment.watch(draw);
    void artOf(story.game).then((found) => {
      art = found;
      draw();
    });
    return () => {
      stop();
      view.close();
    };
  }, [player]);
  return (
    <div class="middle">
      <div ref={root} role="region" aria-label={say("table.scene")} />
      {error && (
        <div class="broken over" role="alert">
          <p>{told(error)}</p>
          <button type="button" class="button" onClick={() => player.retell()}>
            {say("state.again")}
          </button>
        </div>
      )}
    </div>
  );
}

/** What happened in a single step forwards, for effects; nothing after a jump. */
function kindsBetween(story: Story, from: Moment | null, to: Moment): string[] {
  if (to.event !== (from?.event ?? -1) + 1) return [];
  return story.lines.filter((line) => line.event === from?.event).map((line) => line.kind);
}
