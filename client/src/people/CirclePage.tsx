/** The page of a circle: its tables, results, members and standing evening. */

import { useState } from "preact/hooks";
import { type Perform, useActions } from "../house/actions.tsx";
import { openTable } from "../house/openTable.ts";
import { PageLayout } from "../house/PageLayout.tsx";
import { useBoxes, useResource } from "../house/resources.ts";
import { Await, Empty } from "../house/States.tsx";
import { TableList } from "../house/TableList.tsx";
import { navigate, personPath } from "../routes.ts";
import { get, post, request } from "../wire/http.ts";
import type { Box, CircleView } from "../wire/types.ts";
import { language, say } from "../words.ts";
import { eveningText } from "./Friends.tsx";
import { ShareLink } from "./ShareLink.tsx";

const DAYS = [0, 1, 2, 3, 4, 5, 6] as const;
const FIRST_MONDAY_MS = Date.UTC(2024, 0, 1); // to name the days of a week
const DAY_MS = 86_400_000;
const EVENING_MINUTE = 20 * 60;

interface SectionProps {
  readonly view: CircleView;
  readonly perform: Perform;
}

export function CirclePage({ circle }: { readonly circle: string }) {
  const { version, message, perform } = useActions();
  const view = useResource(
    `circle ${circle} ${version}`,
    () => get<CircleView>(`/api/circles/${circle}`),
  );
  const boxes = useBoxes();
  const known = boxes.state === "ready" ? boxes.value : [];
  return (
    <PageLayout title={view.state === "ready" ? view.value.name : say("circles.title")}>
      <p class="message" role="status">{message}</p>
      <Await resource={view} lines={6}>
        {(view) => (
          <div class="people circle-page">
            <h1>{view.name}</h1>
            {view.next > 0 && <p class="evening">{eveningText(view.next)}</p>}
            <CircleTables view={view} boxes={known} perform={perform} />
            <section>
              <h2>{say("circle.results")}</h2>
              {view.results.length
                ? <TableList tables={view.results} boxes={known} />
                : <Empty>{say("circle.results.none")}</Empty>}
            </section>
            <Members view={view} perform={perform} />
            {view.owner && <Evening view={view} perform={perform} />}
            <LeaveButton view={view} perform={perform} />
          </div>
        )}
      </Await>
    </PageLayout>
  );
}

function CircleTables({ view, boxes, perform }: SectionProps & { readonly boxes: readonly Box[] }) {
  return (
    <section>
      <h2>{say("circle.tables")}</h2>
      {view.tables.length
        ? <TableList tables={view.tables} boxes={boxes} />
        : <Empty>{say("circle.tables.none")}</Empty>}
      <h3>{say("circle.open")}</h3>
      <ul class="row">
        {boxes.map(({ game, name }) => (
          <li key={game}>
            <button
              type="button"
              class="button"
              onClick={() =>
                perform(() => openTable({ game, bots: [], circle: view.circle }, false), "")}
            >
              {name}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Members({ view, perform }: SectionProps) {
  const remove = (person: string) =>
    perform(() => request("DELETE", `/api/circles/${view.circle}/members?person=${person}`));
  return (
    <section>
      <h2>{say("circle.members")}</h2>
      <ul class="person-list">
        {view.members.map(({ person, name }) => (
          <li key={person}>
            <a class="name" href={personPath(name)}>{name}</a>
            {person === view.you && <span class="tag you">{say("match.you")}</span>}
            {view.owner && person !== view.you && (
              <button
                type="button"
                class="button quiet"
                onClick={() => remove(person)}
              >
                {say("circle.remove")}
              </button>
            )}
          </li>
        ))}
      </ul>
      <ShareLink
        path={`/api/circles/${view.circle}/link`}
        make={say("circle.invite")}
        tip={say("circle.invite.tip")}
        perform={perform}
      />
    </section>
  );
}

/** The form for the name and the standing evening. */
function Evening({ view, perform }: SectionProps) {
  const [name, setName] = useState(view.name);
  const [weekday, setWeekday] = useState(view.weekday);
  const [minute, setMinute] = useState(view.weekday < 0 ? EVENING_MINUTE : view.minute);
  const zone = view.weekday < 0 ? Intl.DateTimeFormat().resolvedOptions().timeZone : view.zone;
  const save = (event: Event) => {
    event.preventDefault();
    perform(() => post(`/api/circles/${view.circle}`, { name, weekday, minute, zone }));
  };
  return (
    <section>
      <h2>{say("circle.evening")}</h2>
      <form class="set-up-form" onSubmit={save}>
        <label class="field">
          <span>{say("circles.name")}</span>
          <input
            value={name}
            required
            maxLength={40}
            onInput={(event) => setName(event.currentTarget.value)}
          />
        </label>
        <label class="field">
          <span>{say("circle.evening.day")}</span>
          <select
            value={weekday}
            onChange={(event) => setWeekday(Number(event.currentTarget.value))}
          >
            <option value={-1}>{say("circle.evening.none")}</option>
            {DAYS.map((day) => <option key={day} value={day}>{dayName(day)}</option>)}
          </select>
        </label>
        {weekday >= 0 && (
          <label class="field">
            <span>
              {say("circle.evening.time")} <small>{zone}</small>
            </span>
            <input
              type="time"
              required
              value={timeText(minute)}
              onInput={(event) => setMinute(minuteOf(event.currentTarget.value))}
            />
          </label>
        )}
        <button type="submit" class="button">{say("circle.save")}</button>
      </form>
    </section>
  );
}

function dayName(day: number): string {
  const date = new Date(FIRST_MONDAY_MS + day * DAY_MS);
  return date.toLocaleDateString(language.value, { weekday: "long", timeZone: "UTC" });
}

/** A minute of the day as hours and minutes. */
export function timeText(minute: number): string {
  const two = (value: number) => `${value}`.padStart(2, "0");
  return `${two(Math.floor(minute / 60))}:${two(minute % 60)}`;
}

/** The minute of the day of a time such as 20:15. */
export function minuteOf(text: string): number {
  const [hours = 0, minutes = 0] = text.split(":").map(Number);
  return 60 * hours + minutes;
}

function LeaveButton({ view, perform }: SectionProps) {
  const [isSure, setSure] = useState(false);
  const leave = () => {
    if (!isSure) return setSure(true);
    perform(async () => {
      await request("DELETE", `/api/circles/${view.circle}/members`);
      navigate("/friends", true);
    });
  };
  return (
    <button type="button" class="button danger" onClick={leave}>
      {say(isSure ? "circle.leave.sure" : "circle.leave")}
    </button>
  );
}
