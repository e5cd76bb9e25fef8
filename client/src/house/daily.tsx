/** The deal of the day on the home page, and the button that begins it. */

import { useState } from "preact/hooks";
import { navigate } from "../routes.ts";
import { currentPerson, get, post, Refused } from "../wire/http.ts";
import type { Box, DailyDeal } from "../wire/types.ts";
import { say } from "../words.ts";
import { type Resource, useResource } from "./resources.ts";
import { ErrorNotice } from "./States.tsx";

/** The deal of today. */
export function useDaily(): Resource<DailyDeal> {
  return useResource("daily", async () => {
    await currentPerson();
    return await get<DailyDeal>("/api/daily");
  });
}

/** Begins one's try, or goes on with it. */
export function DailyButton({ deal }: { readonly deal: DailyDeal }) {
  const [error, setError] = useState<Refused | null>(null);
  if (deal.finished) return null;
  const begin = async () => {
    try {
      const { table } = await post<{ table: string }>("/api/daily");
      navigate(`/table/${table}`);
    } catch (failure) {
      setError(failure instanceof Refused ? failure : new Refused("error", String(failure)));
    }
  };
  return (
    <>
      <button type="button" class="button main" onClick={() => void begin()}>
        {say(deal.table ? "daily.continue" : "daily.begin")}
      </button>
      {error && <ErrorNotice error={error} />}
    </>
  );
}

/** As high as the card, so that what is below does not jump. */
function CardPlaceholder() {
  return (
    <div class="daily-card" aria-hidden="true">
      <i class="daily-cover" />
      <div />
      <i class="button" />
    </div>
  );
}

/** A card that invites to the deal of the day; nothing where there is none. */
export function DailyCard({ boxes }: { readonly boxes: readonly Box[] }) {
  const deal = useDaily();
  if (deal.state === "failed") return null;
  if (deal.state === "loading" || !boxes.length) return <CardPlaceholder />;
  const { game, ladder, finished } = deal.value;
  const box = boxes.find((one) => one.game === game);
  if (!box) return null;
  const own = ladder.find(({ you }) => you);
  return (
    <section class="daily-card" aria-labelledby="daily-title">
      <img src={box.cover} alt="" width="60" height="80" />
      <div>
        <h2 id="daily-title">
          <a href="/daily">{say("daily.title")}</a>
        </h2>
        <p>
          {own
            ? say("daily.place", { place: own.place, count: ladder.length })
            : say("daily.invite", { game: box.name })}
        </p>
      </div>
      {finished
        ? <a class="button" href="/daily">{say("daily.ladder")}</a>
        : <DailyButton deal={deal.value} />}
    </section>
  );
}
