/** The page of a person: how they do at each game. */

import { useState } from "preact/hooks";
import { PageLayout } from "../house/PageLayout.tsx";
import { useBoxes, useResource } from "../house/resources.ts";
import { Await, Empty } from "../house/States.tsx";
import { useSignalValue } from "../signal.ts";
import { currentPerson, get, post } from "../wire/http.ts";
import type { Box, PersonGame, PersonPage as Page } from "../wire/types.ts";
import { language, say } from "../words.ts";
import { FavouriteBars, RatingLine, RecentDots, SeatBars } from "./Charts.tsx";
import { durationText, percent, ratingText } from "./format.ts";

export function PersonPage({ name }: { readonly name: string }) {
  const currentLanguage = useSignalValue(language);
  const path = `/api/people?name=${encodeURIComponent(name)}&language=${currentLanguage}`;
  const page = useResource(path, async () => {
    await currentPerson(); // so that one's own games are among them
    return await get<Page>(path);
  });
  const boxes = useBoxes();
  return (
    <PageLayout title={name} wide>
      <Await resource={page} lines={5}>
        {(page) => (
          <div class="known-page">
            <h1>{page.name}</h1>
            {page.you && <Visibility isHidden={page.hidden} />}
            {page.games.length === 0 && (
              <Empty>{say(page.you ? "known.none.you" : "known.none")}</Empty>
            )}
            <div class="person-games">
              {page.games.map((one) => (
                <Game
                  key={one.game}
                  game={one}
                  box={boxes.state === "ready"
                    ? boxes.value.find((box) => box.game === one.game)
                    : undefined}
                />
              ))}
            </div>
          </div>
        )}
      </Await>
    </PageLayout>
  );
}

/** Who may see this page; only its person is shown this. */
function Visibility({ isHidden }: { readonly isHidden: boolean }) {
  const [hidden, setHidden] = useState(isHidden);
  const set = async (value: boolean) => {
    setHidden(value);
    await post("/api/me/page", { hidden: value }).catch(() => setHidden(!value));
  };
  return (
    <label class="check visibility">
      <input
        type="checkbox"
        checked={!hidden}
        onChange={(event) => void set(!event.currentTarget.checked)}
      />
      <span>
        {say("known.visible")}
        <small>{say("known.visible.tip")}</small>
      </span>
    </label>
  );
}

function Game({ game, box }: { readonly game: PersonGame; readonly box: Box | undefined }) {
  return (
    <section class={`person-game game-${game.game}`}>
      <header>
        {box && <img src={box.cover} alt="" width="48" height="64" />}
        <h2>
          <a href={`/game/${game.game}/statistics`}>{box?.name ?? game.game}</a>
        </h2>
        {game.rating && (
          <p class="rating" title={say("known.rating.tip")}>
            <strong>{ratingText(game.rating)}</strong>
            <small>{say("known.rated", { count: game.rating.games })}</small>
          </p>
        )}
      </header>
      <dl class="numbers">
        <Number label={say("known.played", { count: game.games })} value={`${game.games}`} />
        <Number label={say("known.won")} value={percent(game.wins / game.games)} />
        <Number
          label={say("known.average")}
          value={game.points.toLocaleString(language.value)}
        />
        <Number label={say("known.best.own")} value={game.best.toLocaleString(language.value)} />
        <Number
          label={say("known.streak")}
          value={`${game.streak} / ${game.best_streak}`}
        />
        <Number
          label={say("known.think")}
          value={game.think_ms ? durationText(game.think_ms) : "–"}
        />
      </dl>
      <RatingLine history={game.history} />
      <h3>{say("known.recent")}</h3>
      <RecentDots recent={game.recent} />
      <h3>{say("known.seats")}</h3>
      <SeatBars seats={game.seats} />
      {game.records.length > 0 && (
        <ul class="own-records">
          {game.records.map(({ kind, label, best }) => (
            <li key={kind}>
              <a href={`/table/${best[0]?.table}/replay`}>
                <strong>{best[0]?.value}</strong>
                <span>{label}</span>
              </a>
            </li>
          ))}
        </ul>
      )}
      {game.favourites.map((one) => <FavouriteBars key={one.kind} {...one} />)}
    </section>
  );
}

function Number({ label, value }: { readonly label: string; readonly value: string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  );
}
