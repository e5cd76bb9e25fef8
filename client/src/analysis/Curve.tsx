/** The curve of chances: a band for each side, from the beginning of the game to its end. */

import { seatShapePath } from "../scene/shapes.ts";
import { SeatBadge } from "../table/SeatBadge.tsx";
import { tableRows } from "../replay/chart.ts";
import { say } from "../words.ts";
import { chanceText } from "./costs.ts";
import {
  badgePoint,
  bandPaths,
  borderPaths,
  chanceOf,
  type Chances,
  eventAt,
  type Side,
  spreadOut,
  xAt,
} from "./curve.ts";

const WIDTH = 360;
const BADGE = 14; // the size of a badge on a band
const MARK_DISTANCE = 28; // between the marks of moments that are close
const MAX_TABLE_ROWS = 12;

/** A mark above the curve. */
export interface Mark {
  readonly event: number;
  readonly label: string;
  readonly isShown: boolean;
  readonly onPress: () => void;
}

interface CurveProps {
  readonly chances: Chances;
  readonly sides: readonly Side[];
  readonly names: readonly string[];
  readonly age: number;
  /** In units of a width of 360. */
  readonly height: number;
  readonly marks?: readonly Mark[];
  /** The number of events that is looked at; without it the curve is only to be seen. */
  readonly event?: number;
  readonly onSeek?: (event: number) => void;
}

/** The names of a side. */
export function sideName(side: Side, names: readonly string[]): string {
  return side.map((seat) => names[seat] ?? "").join(" + ");
}

export function Curve(props: CurveProps) {
  const { marks = [], chances } = props;
  const last = Math.max(0, chances.length - 1);
  const places = marks.map(({ event }) => xAt(Math.min(event, last), chances.length, WIDTH));
  const spread = spreadOut(places, MARK_DISTANCE, WIDTH);
  return (
    <div class="curve">
      {marks.length > 0 && (
        <div class="marks" role="group" aria-label={say("analysis.title")}>
          {marks.map(({ event, label, isShown, onPress }, i) => (
            <button
              key={event}
              type="button"
              class="mark"
              style={{ left: `${(spread[i] ?? 0) / WIDTH * 100}%` }}
              aria-label={label}
              title={label}
              aria-pressed={isShown}
              onClick={onPress}
            >
              {i + 1}
            </button>
          ))}
        </div>
      )}
      <Plot {...props} places={places} spread={spread} />
    </div>
  );
}

/** The bands; one that can be sought in is a slider, moved by the keys of the replay. */
function Plot(
  props: CurveProps & {
    readonly places: readonly number[];
    readonly spread: readonly number[];
  },
) {
  const { chances, sides, names, age, event, onSeek } = props;
  if (event === undefined || !onSeek) {
    return (
      <div class="curve-plot" role="img" aria-label={resultLabel(props, chances.length - 1)}>
        <Bands {...props} />
      </div>
    );
  }
  const seek = (pointer: PointerEvent & { readonly currentTarget: HTMLElement }) => {
    const box = pointer.currentTarget.firstElementChild?.getBoundingClientRect();
    if (!box) return;
    onSeek(eventAt(pointer.clientX - box.left, chances.length, box.width));
  };
  return (
    <div
      class="curve-plot"
      role="slider"
      tabIndex={0}
      aria-label={say("analysis.chances")}
      aria-valuemin={0}
      aria-valuemax={chances.length - 1}
      aria-valuenow={event}
      aria-valuetext={resultLabel({ chances, sides, names, age }, event)}
      onPointerDown={(pointer) => {
        pointer.currentTarget.setPointerCapture(pointer.pointerId);
        seek(pointer);
      }}
      onPointerMove={(pointer) => {
        if (pointer.currentTarget.hasPointerCapture(pointer.pointerId)) seek(pointer);
      }}
    >
      <Bands {...props} />
    </div>
  );
}

function resultLabel(
  { chances, sides, names, age }: Pick<CurveProps, "chances" | "sides" | "names" | "age">,
  event: number,
): string {
  return sides.map((side) =>
    say("analysis.chances.at", {
      names: sideName(side, names),
      chance: chanceText(chanceOf(chances, side, event), sides.length, age),
    })
  ).join(", ");
}

function Bands({ chances, sides, height, event, places, spread }: CurveProps & {
  readonly places: readonly number[];
  readonly spread: readonly number[];
}) {
  const frame = { width: WIDTH, height };
  const bands = bandPaths(chances, sides, frame);
  const borders = borderPaths(chances, sides, frame);
  return (
    <svg viewBox={`0 0 ${WIDTH} ${height}`} aria-hidden="true">
      {bands.map((path, i) => <path key={i} class={`band seat-${sides[i]?.[0] ?? 0}`} d={path} />)}
      {borders.map((path, i) => <path key={i} class="border" d={path} />)}
      <path class="half" d={`M0 ${height / 2}H${WIDTH}`} />
      {sides.map((side, i) => {
        const point = badgePoint(chances, sides, i, frame, BADGE * side.length);
        return point && side.map((seat, j) => (
          <path
            key={seat}
            class={`band-badge seat-${seat}`}
            d={seatShapePath(seat)}
            transform={`translate(${point.x - BADGE * side.length / 2 + BADGE * j} ${
              point.y - BADGE / 2
            }) scale(${BADGE / 16})`}
          />
        ));
      })}
      {places.map((x, i) => (
        <path key={i} class="mark-line" d={`M${spread[i] ?? x} 0L${x} 8V${height}`} />
      ))}
      {event !== undefined && (
        <path class="cursor-line" d={`M${xAt(event, chances.length, WIDTH)} 0V${height}`} />
      )}
    </svg>
  );
}

/** The chances after a number of events, with a bar for each side. */
export function ChanceList({ chances, sides, names, age, event }: CurveProps & {
  readonly event: number;
}) {
  return (
    <ul class="chance-list">
      {sides.map((side, i) => {
        const chance = chanceOf(chances, side, event);
        return (
          <li key={i}>
            {side.map((seat) => <SeatBadge key={seat} seat={seat} />)}
            <span class="name">{sideName(side, names)}</span>
            <strong>{chanceText(chance, sides.length, age)}</strong>
          </li>
        );
      })}
    </ul>
  );
}

/** The same chances as a table. */
export function ChanceTable({ chances, sides, names, age }: CurveProps) {
  return (
    <details class="score-table">
      <summary>{say("analysis.table")}</summary>
      <table>
        <caption class="visually-hidden">{say("analysis.chances")}</caption>
        <thead>
          <tr>
            <th scope="col">{say("replay.event")}</th>
            {sides.map((side, i) => <th scope="col" key={i}>{sideName(side, names)}</th>)}
          </tr>
        </thead>
        <tbody>
          {tableRows(chances.length - 1, MAX_TABLE_ROWS).map((event) => (
            <tr key={event}>
              <th scope="row">{event}</th>
              {sides.map((side, i) => (
                <td key={i}>{chanceText(chanceOf(chances, side, event), sides.length, age)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
