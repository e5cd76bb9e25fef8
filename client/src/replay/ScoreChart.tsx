/** The chart of the scores: a line with badges for each seat; a press goes to that event. */

import { useState } from "preact/hooks";
import { useSignalValue } from "../signal.ts";
import { seatShapePath } from "../scene/shapes.ts";
import { SeatBadge } from "../table/SeatBadge.tsx";
import type { Story } from "../wire/types.ts";
import { say } from "../words.ts";
import { badgeEvents, chartScale, type Scale, scorePath, tableRows } from "./chart.ts";
import type { ReplayProps } from "./ReplayController.ts";

const WIDTH = 360;
const HEIGHT = 200;
const MAX_TABLE_ROWS = 12;
const FRAME = { left: 34, right: WIDTH - 10, top: 10, bottom: HEIGHT - 12 };

export function ScoreChart({ controller, story }: ReplayProps) {
  const { event } = useSignalValue(controller.cursor);
  const [hovered, setHovered] = useState<number | null>(null);
  const scale = chartScale(story.standings, FRAME);
  const shownEvent = hovered ?? event;
  const eventAt = (pointer: PointerEvent & { readonly currentTarget: SVGSVGElement }) => {
    const box = pointer.currentTarget.getBoundingClientRect();
    const x = (pointer.clientX - box.left) / box.width * WIDTH;
    const part = (x - FRAME.left) / (FRAME.right - FRAME.left);
    return Math.round(Math.max(0, Math.min(1, part)) * story.events);
  };
  return (
    <figure class="score-chart">
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        aria-hidden="true"
        onPointerMove={(pointer) => setHovered(eventAt(pointer))}
        onPointerLeave={() => setHovered(null)}
        onPointerDown={(pointer) => {
          controller.pause();
          controller.seek(eventAt(pointer));
        }}
      >
        <Grid scale={scale} />
        {story.names.map((_, seat) => (
          <SeatLine key={seat} seat={seat} story={story} scale={scale} />
        ))}
        <path class="cursor-line" d={`M${scale.x(shownEvent)} ${FRAME.top}V${FRAME.bottom}`} />
      </svg>
      <figcaption>
        <p>{say("replay.at", { event: shownEvent, events: story.events })}</p>
        <ul>
          {story.names.map((name, seat) => (
            <li key={seat}>
              <SeatBadge seat={seat} />
              <span class="name">{name}</span>
              <strong>{story.standings[shownEvent]?.[seat]}</strong>
            </li>
          ))}
        </ul>
      </figcaption>
      <ScoreTable story={story} />
    </figure>
  );
}

function Grid({ scale }: { readonly scale: Scale }) {
  return (
    <g class="grid">
      {scale.ticks.map((tick) => (
        <g key={tick}>
          <path d={`M${FRAME.left} ${scale.y(tick)}H${FRAME.right}`} />
          <text x={FRAME.left - 6} y={scale.y(tick) + 4}>{tick}</text>
        </g>
      ))}
    </g>
  );
}

/** The line of a seat, with its badges. */
function SeatLine(
  { seat, story, scale }: {
    readonly seat: number;
    readonly story: Story;
    readonly scale: Scale;
  },
) {
  const { standings, events, names } = story;
  const transformAt = (event: number) => {
    const y = scale.y(standings[event]?.[seat] ?? 0);
    return `translate(${scale.x(event) - 5.6} ${y - 5.6}) scale(.7)`;
  };
  return (
    <g class={`seat-line seat-${seat}`}>
      <path class="seat-line-path" d={scorePath(standings, seat, scale)} />
      {badgeEvents(events, seat, names.length).map((event) => (
        <path
          key={event}
          class="seat-line-badge"
          d={seatShapePath(seat)}
          transform={transformAt(event)}
        />
      ))}
    </g>
  );
}

/** The same scores as a table. */
function ScoreTable({ story }: { readonly story: Story }) {
  return (
    <details class="score-table">
      <summary>{say("replay.score-table")}</summary>
      <table>
        <caption class="visually-hidden">{say("replay.tab.scores")}</caption>
        <thead>
          <tr>
            <th scope="col">{say("replay.event")}</th>
            {story.names.map((name, seat) => <th scope="col" key={seat}>{name}</th>)}
          </tr>
        </thead>
        <tbody>
          {tableRows(story.events, MAX_TABLE_ROWS).map((event) => (
            <tr key={event}>
              <th scope="row">{event}</th>
              {story.names.map((_, seat) => <td key={seat}>{story.standings[event]?.[seat]}</td>)}
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
