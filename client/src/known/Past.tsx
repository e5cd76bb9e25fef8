/** Past games: found by game, person, date and result; and a record file can be opened. */

import { Fragment } from "preact";
import { useRef, useState } from "preact/hooks";
import { openRecord, recordError } from "../house/openRecord.ts";
import { PageLayout } from "../house/PageLayout.tsx";
import { useBoxes, useResource } from "../house/resources.ts";
import { Await, Empty, errorText } from "../house/States.tsx";
import { useSignalValue } from "../signal.ts";
import { currentPerson, get } from "../wire/http.ts";
import type { Box, PastGame, PastGames } from "../wire/types.ts";
import { say } from "../words.ts";
import { dateText } from "./format.ts";

interface Filter {
  readonly game: string;
  readonly name: string;
  readonly since: string;
  readonly until: string;
  readonly result: string;
  readonly status: string;
}

const NO_FILTER: Filter = { game: "", name: "", since: "", until: "", result: "", status: "over" };

/** The query of a filter; without a name the games are one's own. */
export function queryOf(filter: Filter): string {
  const given = Object.entries(filter).filter(([, value]) => value);
  if (!filter.name) given.push(["mine", "1"]);
  return new URLSearchParams(given).toString();
}

export function Past() {
  const [filter, setFilter] = useState(NO_FILTER);
  const boxes = useBoxes();
  const known = boxes.state === "ready" ? boxes.value : [];
  const query = queryOf(filter);
  return (
    <PageLayout title={say("past.title")}>
      <div class="past-page">
        <h1>{say("past.title")}</h1>
        <OpenRecord />
        <Filters filter={filter} boxes={known} onChange={setFilter} />
        <Games key={query} query={query} boxes={known} />
        <p class="export">
          <a class="button" href="/api/me/records" download="ludotheque-games.jsonl">
            {say("past.export")}
          </a>
        </p>
      </div>
    </PageLayout>
  );
}

/** A button for a file, and a note that one can be dropped. */
function OpenRecord() {
  const input = useRef<HTMLInputElement>(null);
  const error = useSignalValue(recordError);
  return (
    <section class="open-record">
      <input
        ref={input}
        type="file"
        accept=".json,.jsonl,.gz,application/json"
        hidden
        onChange={(event) => {
          const [file] = event.currentTarget.files ?? [];
          if (file) void openRecord(file);
          event.currentTarget.value = "";
        }}
      />
      <button type="button" class="button" onClick={() => input.current?.click()}>
        {say("past.open")}
      </button>
      <p>{say("past.open.tip")}</p>
      {error && (
        <p class="record-error" role="alert">
          {errorText(error)} {error.code === "bad-record" && <small>{error.message}</small>}
        </p>
      )}
    </section>
  );
}

function Filters({ filter, boxes, onChange }: {
  readonly filter: Filter;
  readonly boxes: readonly Box[];
  readonly onChange: (filter: Filter) => void;
}) {
  const set = (name: keyof Filter) => (event: { currentTarget: { value: string } }) =>
    onChange({ ...filter, [name]: event.currentTarget.value });
  return (
    <form class="past-filters" onSubmit={(event) => event.preventDefault()}>
      <label>
        <span>{say("past.game")}</span>
        <select value={filter.game} onChange={set("game")}>
          <option value="">{say("past.any")}</option>
          {boxes.map(({ game, name }) => <option key={game} value={game}>{name}</option>)}
        </select>
      </label>
      <label>
        <span>{say("past.result")}</span>
        <select value={filter.result} onChange={set("result")}>
          <option value="">{say("past.any")}</option>
          <option value="won">{say("past.won")}</option>
          <option value="lost">{say("past.lost")}</option>
        </select>
      </label>
      <label>
        <span>{say("past.status")}</span>
        <select value={filter.status} onChange={set("status")}>
          <option value="over">{say("past.status.over")}</option>
          <option value="closed">{say("past.status.closed")}</option>
        </select>
      </label>
      <label>
        <span>{say("past.person")}</span>
        <input
          value={filter.name}
          maxLength={24}
          placeholder={say("past.me")}
          onChange={set("name")}
        />
      </label>
      <label>
        <span>{say("past.since")}</span>
        <input type="date" value={filter.since} onChange={set("since")} />
      </label>
      <label>
        <span>{say("past.until")}</span>
        <input type="date" value={filter.until} onChange={set("until")} />
      </label>
    </form>
  );
}

function Games({ query, boxes }: { readonly query: string; readonly boxes: readonly Box[] }) {
  const [older, setOlder] = useState<readonly PastGame[]>([]);
  const [next, setNext] = useState<string | null>(null);
  const first = useResource(query, async () => {
    await currentPerson();
    return await get<PastGames>(`/api/past?${query}`);
  });
  return (
    <Await resource={first} lines={5}>
      {(page) => {
        const games = [...page.games, ...older];
        const cursor = next ?? page.next;
        const more = async () => {
          const path = `/api/past?${query}&before=${encodeURIComponent(cursor)}`;
          const loaded = await get<PastGames>(path);
          setOlder([...older, ...loaded.games]);
          setNext(loaded.next);
        };
        if (!games.length) return <Empty>{say("past.none")}</Empty>;
        return (
          <>
            <ul class="tables">
              {games.map((game) => (
                <li key={game.table}>
                  <Row game={game} box={boxes.find((box) => box.game === game.game)} />
                </li>
              ))}
            </ul>
            {cursor && (
              <button type="button" class="button more-tables" onClick={() => void more()}>
                {say("list.more")}
              </button>
            )}
          </>
        );
      }}
    </Await>
  );
}

function Row({ game, box }: { readonly game: PastGame; readonly box: Box | undefined }) {
  const { names } = game.summary;
  const own = game.ranks[game.you];
  const path = game.status === "over" ? `/table/${game.table}/replay` : `/table/${game.table}`;
  return (
    <a href={path}>
      {box && <img src={box.cover} alt="" width="48" height="64" />}
      <span class="table-title">
        <strong>{box?.name ?? game.game}</strong>
        <span>
          {names.map((name, seat) => (
            <Fragment key={seat}>
              {seat > 0 && ", "}
              <span class={game.ranks[seat] === 1 ? "winner" : ""}>{name}</span>
            </Fragment>
          ))}
        </span>
      </span>
      <span class="table-status">
        {own !== undefined && say("known.rank", { rank: own, players: names.length })}
        <small>{dateText(game.created)}{game.rated && ` · ${say("past.rated")}`}</small>
      </span>
    </a>
  );
}
