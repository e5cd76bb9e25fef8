/** One's own holiday: days in which one's clock rests, at all tables at once. */

import { currentPerson, get, post } from "../wire/http.ts";
import type { TableLeave } from "../wire/types.ts";
import { say } from "../words.ts";
import { useActions } from "./actions.tsx";
import { DayRange } from "./PauseFields.tsx";
import { comingLeave, daysText, todayHere } from "./pauses.ts";
import { useBoxes, useResource } from "./resources.ts";
import { Await } from "./States.tsx";

export function HolidaySettings() {
  const { version, message, perform } = useActions();
  const boxes = useBoxes();
  const tables = useResource(`leave ${version}`, async () => {
    await currentPerson();
    return await get<TableLeave[]>("/api/me/leave");
  });
  const nameOf = (game: string) =>
    boxes.state === "ready" ? boxes.value.find((box) => box.game === game)?.name ?? game : "";
  /** Ask all tables; those that refuse are named. */
  const take = (days: { readonly first?: string; readonly last?: string }) => {
    const refusals: string[] = [];
    return perform(async () => {
      const answer = await post<TableLeave[]>("/api/me/leave", days);
      refusals.push(...answer.filter(({ refused }) => refused).map(({ game }) => nameOf(game)));
      if (refusals.length) throw say("leave.refused", { games: refusals.join(", ") });
    });
  };
  return (
    <section class="own-leave" aria-labelledby="leave">
      <h2 id="leave">{say("leave.title")}</h2>
      <p class="help-text">{say("leave.help")}</p>
      <p class="message" role="status">{message}</p>
      <Await resource={tables}>
        {(tables) =>
          tables.length === 0 ? <p class="help-text">{say("leave.none")}</p> : (
            <>
              <ul class="leave-tables">
                {tables.map((table) => (
                  <LeaveAt key={table.table} table={table} game={nameOf(table.game)} />
                ))}
              </ul>
              <DayRange submit={say("leave.take")} onSubmit={take} />
              {tables.some(({ leave }) => comingLeave(leave, todayHere())) && (
                <button
                  type="button"
                  class="button"
                  onClick={() => take({})}
                >
                  {say("leave.back")}
                </button>
              )}
            </>
          )}
      </Await>
    </section>
  );
}

function LeaveAt({ table, game }: { readonly table: TableLeave; readonly game: string }) {
  const coming = comingLeave(table.leave, todayHere());
  const left = Math.max(0, table.leave_days - table.leave.length);
  return (
    <li>
      <a href={`/table/${table.table}`}>{game}</a>
      <small>
        {table.names.join(", ")} · {say("leave.left", { count: left })}
        {coming && ` · ${say("leave.coming", { days: daysText(coming) })}`}
      </small>
    </li>
  );
}
