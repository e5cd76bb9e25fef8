/** The curve of the scores: a line for each seat, with its sign; press it to go there. */

import { useState } from "preact/hooks";
import { useCell } from "../cell.ts";
import { seatShape } from "../scene/shapes.ts";
import { Sign } from "../table/Sign.tsx";
import type { Story } from "../wire/types.ts";
import { say } from "../words.ts";
import { lineOf, rowsOf, type Scale, scaleOf, signsOf } from "./curve.ts";
import type { Player } from "./Player.ts";

const WIDTH = 360;
const HEIGHT = 200;
const FRAME = { left: 34, right: WIDTH - 10, top: 10, bottom: HEIGHT - 12 };

interface Told {
  readonly player: Player;
  readonly story: Story;
}

export function Curve({ player, story }: Told) {
  const { event } = useCell(player.place);
  const [hovered, hover] = useState<number | null>(null);
  const scale = scaleOf(story.standings, FRAME);
  const at = hovered ?? event;
  const eventAt = (pointer: PointerEvent & { readonly currentTarget: SVGSVGElement }) => {
    const box = pointer.currentTarget.getBoundingClientRect();
    const x = (pointer.clientX - box.left) / box.width * WIDTH;
    const part = (x - FRAME.left) / (FRAME.right - FRAME.left);
    return Math.round(Math.max(0, Math.min(1, part)) * story.events);
  };
  return (
    <figure class="curve">
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        aria-hidden="true"
        onPointerMove={(pointer) => hover(eventAt(pointer))}
        onPointerLeave={() => hover(null)}
        onPointerDown={(pointer) => {
          player.pause();
          player.seek(eventAt(pointer));
        }}
      >
        <Grid scale={scale} />
        {story.names.map((_, seat) => <Run key={seat} seat={seat} story={story} scale={scale} />)}
        <path class="here" d={`M${scale.x(at)} ${FRAME.top}V${FRAME.bottom}`} />
      </svg>
      <figcaption>
        <p>{say("replay.at", { event: at, events: story.events })}</p>
        <ul>
          {story.names.map((name, seat) => (
            <li key={seat}>
              <Sign seat={seat} />
              <span class="name">{name}</span>
              <strong>{story.standings[at]?.[seat]}</strong>
            </li>
          ))}
        </ul>
      </figcaption>
      <Numbers story={story} />
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

/** The line of a seat, with signs on it. */
function Run(
  { seat, story, scale }: {
    readonly seat: number;
    readonly story: Story;
    readonly scale: Scale;
  },
) {
  const { standings, events, names } = story;
  const place = (event: number) => {
    const y = scale.y(standings[event]?.[seat] ?? 0);
    return `translate(${scale.x(event) - 5.6} ${y - 5.6}) scale(.7)`;
  };
  return (
    <g class={`run seat-${seat}`}>
      <path class="run-line" d={lineOf(standings, seat, scale)} />
      {signsOf(events, seat, names.length).map((event) => (
        <path key={event} class="run-sign" d={seatShape(seat)} transform={place(event)} />
      ))}
    </g>
  );
}

/** The same as numbers. */
function Numbers({ story }: { readonly story: Story }) {
  return (
    <details class="numbers">
      <summary>{say("replay.numbers")}</summary>
      <table>
        <caption class="only-read">{say("replay.page.scores")}</caption>
        <thead>
          <tr>
            <th scope="col">{say("replay.event")}</th>
            {story.names.map((name, seat) => <th scope="col" key={seat}>{name}</th>)}
          </tr>
        </thead>
        <tbody>
          {rowsOf(story.events, 12).map((event) => (
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
