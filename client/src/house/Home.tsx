/** The shelf: five boxes, and the games one is in. */

import type { Box } from "../wire/types.ts";
import { say } from "../words.ts";
import { Frame, Icon } from "./Frame.tsx";
import { useBoxes, useTables } from "./load.ts";
import { Shown } from "./States.tsx";
import { TableList } from "./TableList.tsx";

export function Home() {
  const boxes = useBoxes();
  const mine = useTables("mine");
  const going = mine.state === "ready"
    ? mine.value.filter((table) => table.status === "playing" || table.status === "waiting")
    : [];
  return (
    <Frame wide>
      <div class="welcome">
        <h1>{say("home.title")}</h1>
        <p>{say("home.line")}</p>
      </div>
      {going.length > 0 && (
        <section class="going" aria-labelledby="going">
          <h2 id="going">{say("home.going")}</h2>
          <TableList tables={going} boxes={boxes.state === "ready" ? boxes.value : []} />
        </section>
      )}
      <section aria-label={say("home.shelf")}>
        <ul class="shelf">
          {boxes.state === "ready"
            ? boxes.value.map((box) => <OnShelf key={box.game} box={box} />)
            : boxes.state === "loading"
            ? Array.from({ length: 5 }, (_, index) => <li key={index} class="box empty-box" />)
            : null}
        </ul>
        {boxes.state === "failed" && <Shown loaded={boxes}>{() => null}</Shown>}
      </section>
    </Frame>
  );
}

function OnShelf({ box }: { readonly box: Box }) {
  return (
    <li class="box">
      <a href={`/game/${box.game}`}>
        <img src={box.cover} alt="" width="600" height="800" />
        <span class="box-name">{box.name}</span>
        <span class="box-line">{box.line}</span>
        <Facts box={box} />
      </a>
    </li>
  );
}

/** Players, minutes, age: as on the side of a box. */
export function Facts({ box }: { readonly box: Box }) {
  const [few, many] = box.players;
  const [short, long] = box.minutes;
  return (
    <span class="facts">
      <span>
        <Icon name="players" />
        {say("box.players", { range: few === many ? `${few}` : `${few}–${many}` })}
      </span>
      <span>
        <Icon name="minutes" />
        {say("box.minutes", { range: short === long ? `${short}` : `${short}–${long}` })}
      </span>
      <span>
        <Icon name="age" />
        {say("box.age", { age: `${box.age}` })}
      </span>
    </span>
  );
}
