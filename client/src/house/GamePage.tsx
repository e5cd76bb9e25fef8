/** The page of a game: play now, invite, learn, rules, options, and tables to join or watch. */

import { useState } from "preact/hooks";
import { Refused } from "../wire/http.ts";
import type { Box, NewTable } from "../wire/types.ts";
import { say } from "../words.ts";
import { Frame } from "./Frame.tsx";
import { Facts } from "./Home.tsx";
import { useBoxes, useTables } from "./load.ts";
import { Nowhere } from "./Nowhere.tsx";
import { openTable, usualBots } from "./open.ts";
import { SetUp } from "./SetUp.tsx";
import { Broken, Empty, Shown } from "./States.tsx";
import { TableList } from "./TableList.tsx";

export function GamePage({ game }: { readonly game: string }) {
  const boxes = useBoxes();
  if (boxes.state !== "ready") {
    return (
      <Frame>
        <Shown loaded={boxes} lines={6}>{() => null}</Shown>
      </Frame>
    );
  }
  const box = boxes.value.find((one) => one.game === game);
  return box ? <OneGame box={box} boxes={boxes.value} /> : <Nowhere />;
}

function OneGame({ box, boxes }: { readonly box: Box; readonly boxes: readonly Box[] }) {
  const [error, setError] = useState<Refused | null>(null);
  const [isBusy, setBusy] = useState(false);
  const open = async (wanted: NewTable, atOnce: boolean) => {
    setBusy(true);
    setError(null);
    try {
      await openTable(wanted, atOnce);
    } catch (failed) {
      setError(failed instanceof Refused ? failed : new Refused("error", String(failed)));
      setBusy(false);
    }
  };
  return (
    <Frame title={box.name} wide>
      <article class="game-page">
        <div class="game-cover">
          <img src={box.cover} alt="" width="600" height="800" />
        </div>
        <div class="game-words">
          <h1>{box.name}</h1>
          <p class="line">{box.line}</p>
          <Facts box={box} />
          <div class="ways">
            <button
              type="button"
              class="button main big"
              disabled={isBusy}
              onClick={() => void open({ game: box.game, bots: usualBots(box) }, true)}
            >
              {say("game.play")}
            </button>
            <button
              type="button"
              class="button big"
              disabled={isBusy}
              onClick={() => void open({ game: box.game, bots: [] }, false)}
            >
              {say("game.invite")}
            </button>
            <a class="button big" href={`/game/${box.game}/learn`}>{say("game.learn")}</a>
            <a class="button big" href={`/game/${box.game}/rules`}>{say("game.rules")}</a>
          </div>
          <p class="hint">{say("game.play.tip", { count: usualBots(box).length - 1 })}</p>
          {error && <Broken error={error} />}
          <SetUp box={box} isBusy={isBusy} open={(wanted, atOnce) => void open(wanted, atOnce)} />
          <p class="credits">
            {credits(box)}
          </p>
        </div>
      </article>
      <Tables box={box} boxes={boxes} />
    </Frame>
  );
}

/** Whose game it is; some are nobody's. */
function credits(box: Box): string {
  const authors = [box.authors].flat().filter(Boolean).join(", ");
  const edition = { publisher: box.publisher, year: `${box.year}` };
  return authors
    ? say("game.credits", { authors, ...edition })
    : say("game.credits.nobody", edition);
}

function Tables({ box, boxes }: { readonly box: Box; readonly boxes: readonly Box[] }) {
  const tables = useTables("public");
  return (
    <section class="game-tables">
      <Shown loaded={tables}>
        {(all) => {
          const here = all.filter((table) => table.game === box.game);
          const open = here.filter((table) => table.status !== "over");
          const over = here.filter((table) => table.status === "over").slice(0, 8);
          return (
            <>
              <h2>{say("game.open")}</h2>
              {open.length
                ? <TableList tables={open} boxes={boxes} />
                : <Empty>{say("game.open.none")}</Empty>}
              {over.length > 0 && (
                <>
                  <h2>{say("game.finished")}</h2>
                  <TableList tables={over} boxes={boxes} />
                </>
              )}
            </>
          );
        }}
      </Shown>
    </section>
  );
}
