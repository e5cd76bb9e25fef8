/** The screens of the house around the tables. */

import type { Route } from "../routes.ts";
import { go } from "../routes.ts";
import { say } from "../words.ts";
import { useEffect, useState } from "preact/hooks";
import { get, me, newTable } from "../wire/http.ts";
import { beginSoon } from "../table/store.ts";

interface Listed {
  readonly game: string;
  readonly name: string;
  readonly options: readonly { readonly name: string; readonly default: number }[];
  readonly bots: readonly string[];
}

async function playNow(game: Listed): Promise<void> {
  const players = game.options.find((option) => option.name === "players")?.default ?? 2;
  const best = game.bots.at(-1) ?? "random";
  const bots = ["", ...Array<string>(players - 1).fill(best)];
  const table = await newTable({ game: game.game, bots });
  beginSoon(table);
  go(`/table/${table}`);
}

export function Screen(_: { readonly route: Route }) {
  const [games, setGames] = useState<readonly Listed[]>([]);
  useEffect(() => {
    void (async () => {
      await me();
      setGames(await get<Listed[]>("/api/games"));
    })();
  }, []);
  return (
    <main class="house">
      <h1>{say("house.name")}</h1>
      <ul>
        {games.map((game) => (
          <li key={game.game}>
            <button type="button" class="button" onClick={() => void playNow(game)}>
              {game.name}
            </button>
          </li>
        ))}
      </ul>
    </main>
  );
}
