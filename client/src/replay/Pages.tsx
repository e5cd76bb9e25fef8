/** Beside a replay: the log, the scores, the reckoning, the luck, and passing it on. */

import { useEffect, useRef, useState } from "preact/hooks";
import { useCell } from "../cell.ts";
import { Reckoning } from "../table/Ending.tsx";
import { EVERYTHING, wished, Wishes } from "../table/Log.tsx";
import { Sign } from "../table/Sign.tsx";
import type { Story } from "../wire/types.ts";
import { say } from "../words.ts";
import { presentLine } from "./Controls.tsx";
import { Curve } from "./Curve.tsx";
import { Luck } from "./Luck.tsx";
import { hashOf } from "./place.ts";
import type { Player } from "./Player.ts";
import { Share } from "./Share.tsx";

interface Told {
  readonly player: Player;
  readonly story: Story;
}

const PAGES = ["log", "scores", "luck", "share"] as const;

export function Pages({ player, story }: Told) {
  const [page, turn] = useState<typeof PAGES[number]>("log");
  return (
    <aside class="pages" aria-label={say("replay.pages")}>
      <div class="tabs" role="group" aria-label={say("replay.pages")}>
        {PAGES.map((one) => (
          <button
            type="button"
            key={one}
            aria-pressed={one === page}
            onClick={() => turn(one)}
          >
            {say(`replay.page.${one}`)}
          </button>
        ))}
      </div>
      {page === "log" && <Log player={player} story={story} />}
      {page === "scores" && (
        <div class="page" tabIndex={0} role="region" aria-label={say("replay.page.scores")}>
          <Curve player={player} story={story} />
          <Reckoning lines={story.reckoning} />
        </div>
      )}
      {page === "luck" && (
        <div class="page">
          <Luck table={player.table} />
        </div>
      )}
      {page === "share" && <Passing player={player} story={story} />}
    </aside>
  );
}

function Passing({ player, story }: Told) {
  const place = useCell(player.place);
  return (
    <div class="page">
      <Share game={story.game} table={player.table} hash={hashOf(place)} />
    </div>
  );
}

/** All lines; a press goes to the moment after what it tells. */
function Log({ player, story }: Told) {
  const { event } = useCell(player.place);
  const [wish, setWish] = useState(EVERYTHING);
  const list = useRef<HTMLOListElement>(null);
  const lines = wished(story.lines, wish);
  const present = presentLine(lines, event);
  useEffect(() => {
    const line = list.current?.querySelector<HTMLElement>("[aria-current]");
    if (!list.current || !line) return;
    // Only the list scrolls, not what is around it.
    list.current.scrollTop = line.offsetTop - list.current.clientHeight / 2;
  }, [present]);
  return (
    <div class="page told">
      <div class="wishes">
        <Wishes seats={story.seats} wish={wish} onWish={setWish} />
      </div>
      <ol class="lines" ref={list} aria-label={say("log.title")}>
        {lines.map((line, i) => (
          <li key={i} class={line.event < event ? "" : "later"}>
            <button
              type="button"
              aria-current={line === present ? "step" : undefined}
              onClick={() => {
                player.pause();
                player.seek(line.event + 1);
              }}
            >
              {line.seat >= 0 ? <Sign seat={line.seat} /> : <span class="seat-sign" />}
              <span>{line.text}</span>
            </button>
          </li>
        ))}
      </ol>
    </div>
  );
}
