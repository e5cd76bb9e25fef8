/** The home page: the shelf of games, the person's tables, and tables that wait for players. */

import type { Box, ListedTable } from "../wire/types.ts";
import { Icon } from "../icons.tsx";
import { say } from "../words.ts";
import { DailyCard } from "./daily.tsx";
import { LineIcon, PageLayout } from "./PageLayout.tsx";
import { DeviceTables } from "./DeviceTables.tsx";
import { type Resource, type TableListing, useBoxes, useLobby, useTables } from "./resources.ts";
import { Await } from "./States.tsx";
import { isMyTurn, TableList } from "./TableList.tsx";

const NO_TABLES: TableListing = { tables: [], loadMore: null };

const MAX_OPEN_TABLES = 6; // the others are on the page of public tables
const CLOSED_SHOWN_MS = 7 * 86_400_000; // how long a closed table is shown

export function Home() {
  const boxes = useBoxes();
  const known = boxes.state === "ready" ? boxes.value : [];
  const inProgress = useTables("mine=1&status=waiting,playing");
  const mine = inProgress.state === "ready" ? inProgress.value : NO_TABLES;
  return (
    <PageLayout wide>
      <div class="welcome">
        <Title boxes={boxes} />
        <p>{say("home.tagline")}</p>
      </div>
      <OwnTables mine={mine} boxes={known} />
      <DeviceTables boxes={known} />
      <section aria-label={say("home.shelf")}>
        <ul class="shelf">
          {boxes.state === "ready"
            ? boxes.value.map((box) => <ShelfBox key={box.game} box={box} />)
            : boxes.state === "loading"
            ? Array.from({ length: 5 }, (_, index) => <li key={index} class="box skeleton-box" />)
            : null}
        </ul>
        {boxes.state === "failed" && <Await resource={boxes}>{() => null}</Await>}
      </section>
      <DailyCard boxes={known} />
      <MatchBar boxes={known} />
      {known.length > 0 && <PuzzleCard />}
      <OpenTables mine={mine} boxes={known} />
    </PageLayout>
  );
}

/** One press for each game: play it with whoever wants to play it now. Below the shelf, which must
 * not jump. */
function MatchBar({ boxes }: { readonly boxes: readonly Box[] }) {
  return boxes.length > 0 && (
    <section class="match-bar" aria-labelledby="match-bar">
      <h2 id="match-bar">{say("home.match")}</h2>
      <p>{say("home.match.tip")}</p>
      <ul>
        {boxes.map((box) => (
          <li key={box.game}>
            <a class="button main" href={`/game/${box.game}/match`}>{box.name}</a>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The way to the puzzles. */
function PuzzleCard() {
  return (
    <section class="puzzle-card" aria-labelledby="puzzle-card">
      <Icon name="hint" />
      <div>
        <h2 id="puzzle-card">{say("puzzles.title")}</h2>
        <p>{say("puzzles.line")}</p>
      </div>
      <a class="button" href="/puzzles">{say("puzzles.open")}</a>
    </section>
  );
}

/** How many games are on the shelf; not to be seen before that is known. */
function Title({ boxes }: { readonly boxes: Resource<readonly Box[]> }) {
  const count = boxes.state === "ready" ? boxes.value.length : 0;
  if (count === 0) {
    const visibility = boxes.state === "loading" ? "hidden" : "visible";
    return <h1 style={{ visibility }}>{say("home.games")}</h1>;
  }
  const number = say("home.numbers").split(" ")[count - 1] ?? count;
  return <h1>{count === 1 ? say("home.one-game") : say("home.title", { number })}</h1>;
}

interface ListProps {
  /** The person's tables that wait or are being played. */
  readonly mine: TableListing;
  readonly boxes: readonly Box[];
}

/** The person's tables, also those that were closed a short time ago. */
function OwnTables({ mine, boxes }: ListProps) {
  const closed = useTables("mine=1&status=closed");
  const recentlyClosed = closed.state === "ready"
    ? closed.value.tables.filter(({ changed }) => changed > Date.now() - CLOSED_SHOWN_MS)
    : [];
  return mine.tables.length + recentlyClosed.length > 0 && (
    <section class="home-tables" aria-labelledby="in-progress">
      <h2 id="in-progress">{say("home.in-progress")}</h2>
      <TableList
        tables={[...mine.tables].sort(urgentFirst).concat(recentlyClosed)}
        boxes={boxes}
        loadMore={mine.loadMore}
      />
    </section>
  );
}

/** Public tables of others that wait for players; below the shelf, which must not jump. */
function OpenTables({ mine, boxes }: ListProps) {
  const lobby = useLobby();
  const own = new Set(mine.tables.map(({ table }) => table));
  const open = lobby.state === "ready"
    ? lobby.value.waiting.tables.filter(({ table }) => !own.has(table))
    : [];
  return open.length > 0 && (
    <section class="home-tables" aria-labelledby="open-tables">
      <h2 id="open-tables">{say("watch.waiting")}</h2>
      <TableList tables={open.slice(0, MAX_OPEN_TABLES)} boxes={boxes} />
      {open.length > MAX_OPEN_TABLES && <a href="/watch">{say("home.all-tables")}</a>}
    </section>
  );
}

/** Tables where it is the person's turn come first, then those that changed last. */
function urgentFirst(one: ListedTable, two: ListedTable): number {
  return Number(isMyTurn(two)) - Number(isMyTurn(one)) || two.changed - one.changed;
}

function ShelfBox({ box }: { readonly box: Box }) {
  return (
    <li class="box">
      <a href={`/game/${box.game}`}>
        <img src={box.cover} alt="" width="600" height="800" />
        <span class="box-name">{box.name}</span>
        <span class="box-tagline">{box.line}</span>
        <BoxInfo box={box} />
      </a>
    </li>
  );
}

/** Players, minutes and age, as printed on a box. */
export function BoxInfo({ box }: { readonly box: Box }) {
  const [fewest, most] = box.players;
  const [shortest, longest] = box.minutes;
  return (
    <span class="box-info">
      <span>
        <LineIcon name="players" />
        {say("box.players", { range: fewest === most ? `${fewest}` : `${fewest}–${most}` })}
      </span>
      <span>
        <LineIcon name="minutes" />
        {say("box.minutes", {
          range: shortest === longest ? `${shortest}` : `${shortest}–${longest}`,
        })}
      </span>
      <span>
        <LineIcon name="age" />
        {say("box.age", { age: `${box.age}` })}
      </span>
    </span>
  );
}
