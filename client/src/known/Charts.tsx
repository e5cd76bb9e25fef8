/** Small charts: bars, histograms, a line with its doubt, the last results as dots. */

import { SeatBadge } from "../table/SeatBadge.tsx";
import type { Bar, Favourite, HistoryPoint, RecentGame, SeatTotal } from "../wire/types.ts";
import { language, say } from "../words.ts";
import { percent } from "./format.ts";

/** The share of wins at each seat, beside what equally strong players would win. */
export function SeatBars({ seats }: { readonly seats: readonly SeatTotal[] }) {
  const counts = [...new Set(seats.map(({ players }) => players))];
  return (
    <div class="seat-bars">
      {counts.map((players) => (
        <figure key={players}>
          <figcaption>
            {say("known.players", { count: players })}
            <small>{say("known.games", { count: gamesOf(seats, players) })}</small>
          </figcaption>
          <ul>
            {seats.filter((one) => one.players === players).map((one) => (
              <li key={one.seat}>
                <SeatBadge seat={one.seat} />
                <span class={`bar seat-${one.seat}`} style={{ "--share": one.wins / one.games }}>
                  <i style={{ "--fair": 1 / players }} />
                </span>
                <span class="bar-value">{percent(one.wins / one.games)}</span>
                <small>{say("known.points", { points: number(one.points) })}</small>
              </li>
            ))}
          </ul>
        </figure>
      ))}
    </div>
  );
}

function gamesOf(seats: readonly SeatTotal[], players: number): number {
  return Math.max(...seats.filter((one) => one.players === players).map(({ games }) => games));
}

const number = (value: number) => value.toLocaleString(language.value);

const WIDTH = 320;
const HEIGHT = 120;
const BASE = HEIGHT - 18;

/** How often values were reached. */
export function Histogram({ bars, label }: {
  readonly bars: readonly Bar[];
  readonly label: string;
}) {
  const most = Math.max(1, ...bars.map(({ count }) => count));
  const step = (WIDTH - 8) / Math.max(1, bars.length);
  return (
    <figure class="histogram">
      <figcaption>{label}</figcaption>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={described(bars, label)}>
        <path class="axis" d={`M4 ${BASE + .5}H${WIDTH - 4}`} />
        {bars.map(({ low, high, count }, index) => {
          const height = (BASE - 14) * count / most;
          const x = 4 + index * step;
          return (
            <g key={low}>
              <rect x={x + 1.5} y={BASE - height} width={step - 3} height={height} rx="2">
                <title>{`${rangeText(low, high)}: ${count}`}</title>
              </rect>
              {(bars.length <= 7 || index % 2 === 0) && (
                <text x={x + step / 2} y={HEIGHT - 4}>{rangeText(low, high)}</text>
              )}
            </g>
          );
        })}
      </svg>
    </figure>
  );
}

function rangeText(low: number, high: number): string {
  return high - low === 1 ? `${low}` : `${low}–${high - 1}`;
}

function described(bars: readonly Bar[], label: string): string {
  const parts = bars.filter(({ count }) => count).map(({ low, high, count }) =>
    `${rangeText(low, high)}: ${count}`
  );
  return `${label}. ${parts.join(", ")}`;
}

/** A rating over time, with a band for its doubt. */
export function RatingLine({ history }: { readonly history: readonly HistoryPoint[] }) {
  if (history.length < 2) return null;
  const low = Math.min(...history.map(({ points, doubt }) => points - doubt / 2));
  const high = Math.max(...history.map(({ points, doubt }) => points + doubt / 2));
  const step = [20, 50, 100, 200, 500].find((step) => (high - low) / step <= 4) ?? 1000;
  const first = Math.ceil(low / step);
  const count = Math.max(0, Math.floor(high / step) - first + 1);
  const ticks = Array.from({ length: count }, (_, index) => (first + index) * step);
  const x = (index: number) => 40 + (WIDTH - 48) * index / (history.length - 1);
  const y = (points: number) => BASE - (BASE - 10) * (points - low) / Math.max(1, high - low);
  const upper = history.map((one, i) => `${x(i)} ${y(Math.min(high, one.points + one.doubt / 2))}`);
  const lower = history.map((one, i) => `${x(i)} ${y(Math.max(low, one.points - one.doubt / 2))}`);
  const line = history.map((one, i) => `${x(i)} ${y(one.points)}`);
  return (
    <figure class="rating-line">
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        role="img"
        aria-label={say("known.rating.line", {
          from: history[0]?.points ?? 0,
          to: history.at(-1)?.points ?? 0,
        })}
      >
        {ticks.map((tick) => (
          <g key={tick}>
            <path class="axis" d={`M40 ${y(tick)}H${WIDTH - 8}`} />
            <text class="tick" x="34" y={y(tick) + 4}>{tick}</text>
          </g>
        ))}
        <path class="band" d={`M${upper.join("L")}L${lower.reverse().join("L")}Z`} />
        <path class="line" d={`M${line.join("L")}`} />
      </svg>
    </figure>
  );
}

/** The last games, the newest last: a filled dot is a win. */
export function RecentDots({ recent }: { readonly recent: readonly RecentGame[] }) {
  return (
    <ol class="recent-dots">
      {[...recent].reverse().map(({ table, rank, players }) => (
        <li key={table}>
          <a
            href={`/table/${table}/replay`}
            class={rank === 1 ? "won" : rank === players ? "last" : ""}
            aria-label={say("known.rank", { rank, players })}
            title={say("known.rank", { rank, players })}
          >
            {rank}
          </a>
        </li>
      ))}
    </ol>
  );
}

/** What is chosen most often, as bars. */
export function FavouriteBars({ label, favourites }: {
  readonly label: string;
  readonly favourites: readonly Favourite[];
}) {
  const most = Math.max(1, ...favourites.map(({ count }) => count));
  return (
    <figure class="favourites">
      <figcaption>{label}</figcaption>
      <ul>
        {favourites.map((one) => (
          <li key={one.label}>
            <span class="favourite-label">{one.label}</span>
            <span class="bar" style={{ "--share": one.count / most }} />
            <span class="bar-value">{one.count}</span>
          </li>
        ))}
      </ul>
    </figure>
  );
}
