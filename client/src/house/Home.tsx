/** The home page: the shelf of games, and the person's games in progress. */

import type { Box } from "../wire/types.ts";
import { say } from "../words.ts";
import { LineIcon, PageLayout } from "./PageLayout.tsx";
import { useBoxes, useTables } from "./resources.ts";
import { Await } from "./States.tsx";
import { TableList } from "./TableList.tsx";

export function Home() {
  const boxes = useBoxes();
  const mine = useTables("mine");
  const inProgress = mine.state === "ready"
    ? mine.value.filter((table) => table.status === "playing" || table.status === "waiting")
    : [];
  return (
    <PageLayout wide>
      <div class="welcome">
        <h1>{say("home.title")}</h1>
        <p>{say("home.tagline")}</p>
      </div>
      {inProgress.length > 0 && (
        <section class="in-progress" aria-labelledby="in-progress">
          <h2 id="in-progress">{say("home.in-progress")}</h2>
          <TableList tables={inProgress} boxes={boxes.state === "ready" ? boxes.value : []} />
        </section>
      )}
      <section aria-label={say("home.shelf")}>
        <ul class="shelf">
          {boxes.state === "ready"
            ? boxes.value.map((box) => <ShelfBox key={box.game} box={box} />)
            : boxes.state === "loading"
            ? Array.from({ length: 5 }, (_, index) => <li key={index} class="box skeleton-box" />)
            : null}
        </ul>
        {boxes.state === "failed" && <Await resource={boxes}>{() => null}</Await>}
      </section>
    </PageLayout>
  );
}

function ShelfBox({ box }: { readonly box: Box }) {
  return (
    <li class="box">
      <a href={`/game/${box.game}`}>
        <img src={box.cover} alt="" width="600" height="800" />
        <span class="box-name">{box.name}</span>
        <span class="box-tagline">{box.line}</span>
        <BoxInfo box={box} />
      </a>
    </li>
  );
}

/** Players, minutes and age, as printed on a box. */
export function BoxInfo({ box }: { readonly box: Box }) {
  const [fewest, most] = box.players;
  const [shortest, longest] = box.minutes;
  return (
    <span class="box-info">
      <span>
        <LineIcon name="players" />
        {say("box.players", { range: fewest === most ? `${fewest}` : `${fewest}–${most}` })}
      </span>
      <span>
        <LineIcon name="minutes" />
        {say("box.minutes", {
          range: shortest === longest ? `${shortest}` : `${shortest}–${longest}`,
        })}
      </span>
      <span>
        <LineIcon name="age" />
        {say("box.age", { age: `${box.age}` })}
      </span>
    </span>
  );
}
