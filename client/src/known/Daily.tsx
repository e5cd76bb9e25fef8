/** The deal of a day: one's own try, the ladder, and the best try to compare with. */

import { PageLayout } from "../house/PageLayout.tsx";
import { useBoxes, useResource } from "../house/resources.ts";
import { Await, Empty } from "../house/States.tsx";
import { DailyButton, useDaily } from "../house/daily.tsx";
import { personPath } from "../routes.ts";
import { currentPerson, get } from "../wire/http.ts";
import type { Box, DailyDeal, LadderRung } from "../wire/types.ts";
import { language, say } from "../words.ts";

export function Daily({ day }: { readonly day: string }) {
  const today = useDaily();
  const past = useResource(`daily ${day}`, async () => {
    await currentPerson();
    return await get<DailyDeal>(`/api/daily${day ? `?day=${encodeURIComponent(day)}` : ""}`);
  });
  const deal = day ? past : today;
  const boxes = useBoxes();
  return (
    <PageLayout title={say("daily.title")}>
      <Await resource={deal} lines={6}>
        {(deal) => (
          <Body
            deal={deal}
            isToday={!day}
            box={boxes.state === "ready"
              ? boxes.value.find((box) => box.game === deal.game)
              : undefined}
          />
        )}
      </Await>
    </PageLayout>
  );
}

function Body({ deal, isToday, box }: {
  readonly deal: DailyDeal;
  readonly isToday: boolean;
  readonly box: Box | undefined;
}) {
  const own = deal.ladder.find(({ you }) => you);
  const best = deal.ladder.find(({ you, table }) => !you && table);
  return (
    <div class={`daily-page game-${deal.game}`}>
      <header>
        {box && <img src={box.cover} alt="" width="90" height="120" />}
        <div>
          <p class="day">{dayText(deal.day)}</p>
          <h1>{say("daily.of", { game: box?.name ?? "" })}</h1>
          <p>{say("daily.line")}</p>
          {isToday && <DailyButton deal={deal} />}
        </div>
      </header>
      {own && best && (
        <p>
          <a class="button main" href={`/table/${own.table}/beside/${best.table}`}>
            {say("daily.compare", { name: best.name })}
          </a>
        </p>
      )}
      <h2>{say("daily.ladder")}</h2>
      {deal.ladder.length
        ? <Ladder rungs={deal.ladder} />
        : <Empty>{say(isToday ? "daily.ladder.none" : "daily.ladder.nobody")}</Empty>}
      {!deal.finished && <p class="help-text">{say("daily.secret")}</p>}
      <p class="help-text seal">
        {deal.seed
          ? say("daily.seed", { seed: deal.seed })
          : say("daily.commitment", { commitment: deal.commitment })}
      </p>
      {deal.previous && (
        <p>
          <a href={`/daily/${deal.previous}`}>{say("daily.previous")}</a>
        </p>
      )}
    </div>
  );
}

function Ladder({ rungs }: { readonly rungs: readonly LadderRung[] }) {
  return (
    <ol class="ladder">
      {rungs.map((one) => (
        <li key={one.table || one.name} class={one.you ? "you" : ""} data-place={one.place}>
          <span class="place">{one.place}</span>
          <a class="name" href={personPath(one.name)}>{one.name}</a>
          <span class="result">
            {say("daily.result", { rank: one.rank, score: one.score })}
          </span>
          {one.table
            ? (
              <a class="button quiet" href={`/table/${one.table}/replay`}>
                {say("ending.replay")}
              </a>
            )
            : <span />}
        </li>
      ))}
    </ol>
  );
}

function dayText(day: string): string {
  return new Date(`${day}T12:00:00Z`).toLocaleDateString(language.value, {
    weekday: "long",
    day: "numeric",
    month: "long",
    timeZone: "UTC",
  });
}
