/** The statistics of a game: ratings of people and bots, seats, scores, records. */

import { PageLayout } from "../house/PageLayout.tsx";
import { useBoxes, useResource } from "../house/resources.ts";
import { Await, Empty } from "../house/States.tsx";
import { personPath } from "../routes.ts";
import { useSignalValue } from "../signal.ts";
import { get } from "../wire/http.ts";
import type {
  Box,
  GameStatistics as Statistics,
  RatedPlayer,
  RecordHolder,
} from "../wire/types.ts";
import { language, say } from "../words.ts";
import { FavouriteBars, Histogram, SeatBars } from "./Charts.tsx";
import { dateText, ratingText } from "./format.ts";

export function GameStatistics({ game }: { readonly game: string }) {
  const currentLanguage = useSignalValue(language);
  const path = `/api/games/${encodeURIComponent(game)}/statistics?language=${currentLanguage}`;
  const statistics = useResource(path, () => get<Statistics>(path));
  const boxes = useBoxes();
  const box = boxes.state === "ready" ? boxes.value.find((one) => one.game === game) : undefined;
  const title = say("known.statistics.of", { game: box?.name ?? "" });
  return (
    <PageLayout title={title} wide>
      <div class={`known-page game-${game}`}>
        <a class="back-link" href={`/game/${game}`}>{say("rules.back")}</a>
        <h1>{title}</h1>
        <Await resource={statistics} lines={6}>
          {(found) => <Body statistics={found} box={box} />}
        </Await>
      </div>
    </PageLayout>
  );
}

function Body({ statistics, box }: {
  readonly statistics: Statistics;
  readonly box: Box | undefined;
}) {
  const { ratings, games, seats, scores, minutes, best_scores, records, favourites } = statistics;
  return (
    <div class="statistics">
      {ratings.length > 0 && (
        <section class="ratings-section">
          <h2>{say("known.ratings")}</h2>
          <p class="help-text">{say("known.ratings.tip")}</p>
          <RatingScale players={ratings} box={box} />
        </section>
      )}
      {games === 0 ? <Empty>{say("known.statistics.none")}</Empty> : (
        <>
          <section>
            <h2>{say("known.seats")}</h2>
            <p class="help-text">{say("known.seats.tip")}</p>
            <SeatBars seats={seats} />
          </section>
          <section class="histograms">
            <h2>{say("known.distributions")}</h2>
            <Histogram bars={scores} label={say("known.scores")} />
            <Histogram bars={minutes} label={say("known.minutes")} />
          </section>
          <section>
            <h2>{say("known.records")}</h2>
            <div class="record-lists">
              <Records label={say("known.best")} best={best_scores} />
              {records.map((one) => <Records key={one.kind} {...one} />)}
              {favourites.map((one) => <FavouriteBars key={one.kind} {...one} />)}
            </div>
          </section>
        </>
      )}
    </div>
  );
}

/** People and bots on one scale, the best on top. */
function RatingScale({ players, box }: {
  readonly players: readonly RatedPlayer[];
  readonly box: Box | undefined;
}) {
  const points = players.map(({ rating }) => rating.points);
  const low = Math.min(...points) - 60;
  const high = Math.max(...points) + 60;
  const at = (value: number) => Math.max(0, Math.min(1, (value - low) / (high - low)));
  return (
    <ol class="rating-scale">
      {players.map(({ name, bot, rating }) => (
        <li key={`${bot} ${name}`} class={bot ? "bot" : ""}>
          <span class="player">
            {bot
              ? say("known.bot", { level: labelOf(bot, box) })
              : <a href={personPath(name)}>{name}</a>}
          </span>
          <span class="track" aria-hidden="true">
            <i
              class="doubt"
              style={{
                "--from": at(rating.points - rating.doubt),
                "--to": at(rating.points + rating.doubt),
              }}
            />
            <i class="point" style={{ "--at": at(rating.points) }} />
          </span>
          <span class="points">{bot ? rating.points : ratingText(rating)}</span>
        </li>
      ))}
    </ol>
  );
}

function labelOf(bot: string, box: Box | undefined): string {
  return [...box?.levels ?? [], ...box?.characters ?? []].find(({ name }) => name === bot)?.label ??
    bot;
}

function Records({ label, best }: {
  readonly label: string;
  readonly best: readonly RecordHolder[];
}) {
  return best.length > 0 && (
    <figure class="records">
      <figcaption>{label}</figcaption>
      <ol>
        {best.map(({ name, value, table, at }) => (
          <li key={`${table} ${name}`}>
            <a href={`/table/${table}/replay`}>
              <strong>{value}</strong>
              <span>{name}</span>
              <small>{dateText(at)}</small>
            </a>
          </li>
        ))}
      </ol>
    </figure>
  );
}
