/** The page of a game: play now, invite, learn, rules, table setup, and public tables. */

import { useState } from "preact/hooks";
import { Refused } from "../wire/http.ts";
import type { Box, NewTable } from "../wire/types.ts";
import { say } from "../words.ts";
import { PageLayout } from "./PageLayout.tsx";
import { BoxInfo } from "./Home.tsx";
import { useBoxes, useTables } from "./resources.ts";
import { NotFound } from "./NotFound.tsx";
import { defaultBots, openTable } from "./openTable.ts";
import { TableSetup } from "./TableSetup.tsx";
import { Await, Empty, ErrorNotice } from "./States.tsx";
import { TableList } from "./TableList.tsx";

const MAX_FINISHED_TABLES = 8;

export function GamePage({ game }: { readonly game: string }) {
  const boxes = useBoxes();
  if (boxes.state !== "ready") {
    return (
      <PageLayout>
        <Await resource={boxes} lines={6}>{() => null}</Await>
      </PageLayout>
    );
  }
  const box = boxes.value.find((one) => one.game === game);
  return box ? <GameDetails box={box} boxes={boxes.value} /> : <NotFound />;
}

function GameDetails({ box, boxes }: { readonly box: Box; readonly boxes: readonly Box[] }) {
  const [error, setError] = useState<Refused | null>(null);
  const [isBusy, setBusy] = useState(false);
  const open = async (newTable: NewTable, isImmediate: boolean) => {
    setBusy(true);
    setError(null);
    try {
      await openTable(newTable, isImmediate);
    } catch (failure) {
      setError(failure instanceof Refused ? failure : new Refused("error", String(failure)));
      setBusy(false);
    }
  };
  return (
    <PageLayout title={box.name} wide>
      <article class="game-page">
        <div class="game-cover">
          <img src={box.cover} alt="" width="600" height="800" />
        </div>
        <div class="game-details">
          <h1>{box.name}</h1>
          <p class="tagline">{box.line}</p>
          <BoxInfo box={box} />
          <div class="game-actions">
            <button
              type="button"
              class="button main big"
              disabled={isBusy}
              onClick={() => void open({ game: box.game, bots: defaultBots(box) }, true)}
            >
              {say("game.play")}
            </button>
            {box.lessons && (
              <a class="button big" href={`/game/${box.game}/learn`}>{say("game.learn")}</a>
            )}
            <a class="button main big" href={`/game/${box.game}/match`}>{say("game.match")}</a>
            <button
              type="button"
              class="button big"
              disabled={isBusy}
              onClick={() => void open({ game: box.game, bots: [] }, false)}
            >
              {say("game.invite")}
            </button>
            <a class="button big" href={`/game/${box.game}/pass`}>{say("pass.open")}</a>
            <a class="button big" href={`/puzzles#${box.game}`}>{say("puzzles.title")}</a>
            <a class="button big" href={`/game/${box.game}/rules`}>{say("game.rules")}</a>
            <a class="button big" href={`/game/${box.game}/statistics`}>{say("game.statistics")}</a>
          </div>
          <p class="help-text">
            {box.play || say("game.play.tip", { count: defaultBots(box).length - 1 })}
          </p>
          {error && <ErrorNotice error={error} />}
          <TableSetup
            box={box}
            isBusy={isBusy}
            open={(newTable, isImmediate) => void open(newTable, isImmediate)}
          />
          <p class="credits">
            {credits(box)}
          </p>
        </div>
      </article>
      <PublicTables box={box} boxes={boxes} />
    </PageLayout>
  );
}

/** Authors, publisher and year; traditional games have no author. */
function credits(box: Box): string {
  const authors = [box.authors].flat().filter(Boolean).join(", ");
  if (!box.publisher) {
    return say(authors ? "game.credits.unpublished" : "game.credits.traditional", { authors });
  }
  const edition = { publisher: box.publisher, year: `${box.year}` };
  return authors
    ? say("game.credits", { authors, ...edition })
    : say("game.credits.nobody", edition);
}

function PublicTables({ box, boxes }: { readonly box: Box; readonly boxes: readonly Box[] }) {
  const waiting = useTables(`status=waiting&game=${box.game}`);
  const playing = useTables(`status=playing&game=${box.game}`);
  const over = useTables(`status=over&game=${box.game}`);
  return (
    <section class="game-tables">
      <h2>{say("game.open")}</h2>
      <Await resource={waiting}>
        {(waiting) => (
          <Await resource={playing}>
            {(playing) =>
              waiting.tables.length + playing.tables.length > 0
                ? (
                  <>
                    <TableList {...waiting} boxes={boxes} />
                    <TableList {...playing} boxes={boxes} />
                  </>
                )
                : <Empty>{say("game.open.none")}</Empty>}
          </Await>
        )}
      </Await>
      {over.state === "ready" && over.value.tables.length > 0 && (
        <>
          <h2>{say("game.finished")}</h2>
          <TableList tables={over.value.tables.slice(0, MAX_FINISHED_TABLES)} boxes={boxes} />
        </>
      )}
    </section>
  );
}
