/** How a person is told that it is their turn: notifications, mail, webhook, calendar, quiet hours. */

import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { useSignalValue } from "../signal.ts";
import { currentPerson, get, post, request } from "../wire/http.ts";
import type {
  ChannelInfo,
  NewCalendar,
  Notices,
  NoticeSettings as Chosen,
  SignedWebhook,
} from "../wire/types.ts";
import { language, say, type WordKey } from "../words.ts";
import { type Perform, useActions } from "./actions.tsx";
import { type PushState, pushState, turnPushOff, turnPushOn } from "./push.ts";
import { useResource } from "./resources.ts";
import { Await } from "./States.tsx";

const WHENS = ["at-once", "digest", "before-deadline", "never"] as const;
const FORMATS = ["ntfy", "discord", "slack", "matrix", "json"] as const;
const MINUTES_PER_HOUR = 60;
const DAY_MINUTES = 24 * MINUTES_PER_HOUR;
const QUIET_UNTIL = 8 * MINUTES_PER_HOUR;
const TABLE_PARAMETER = "webhook"; // by which the menu of a table leads here

interface RowProps {
  readonly notices: Notices;
  readonly perform: Perform;
  /** Performs what adds a channel. */
  readonly add: Perform;
  readonly choose: (change: Partial<Chosen>) => void;
}

export function NoticeSettings() {
  const { version, message, perform } = useActions();
  const notices = useResource(`notices ${version}`, async () => {
    await currentPerson();
    return await get<Notices>("/api/notices");
  });
  return (
    <section class="notices" aria-labelledby="notices">
      <h2 id="notices">{say("notices.title")}</h2>
      <p class="help-text">{say("notices.help")}</p>
      <p class="message" role="status">{message}</p>
      <Await resource={notices}>
        {(notices) => <Rows notices={notices} perform={perform} />}
      </Await>
    </section>
  );
}

/** In which language the page is read, and in which time zone. */
const here = () => ({
  language: language.value,
  zone: Intl.DateTimeFormat().resolvedOptions().timeZone || "UTC",
});

/** Have notices in the language and the time zone of the page. */
async function saveHere({ settings }: Notices): Promise<void> {
  const now = here();
  if (settings.language === now.language && settings.zone === now.zone) return;
  await request("PUT", "/api/notices", { ...settings, ...now });
}

function Rows({ notices, perform }: Pick<RowProps, "notices" | "perform">) {
  const currentLanguage = useSignalValue(language);
  const hasChannels = notices.channels.length > 0;
  useEffect(() => {
    if (hasChannels) void saveHere(notices).catch(() => {}); // the next choice saves it, too
  }, [currentLanguage, hasChannels]);
  const choose = (change: Partial<Chosen>) =>
    perform(() => request("PUT", "/api/notices", { ...notices.settings, ...here(), ...change }));
  const add: Perform = (work, done) =>
    perform(async () => {
      await saveHere(notices);
      return await work();
    }, done);
  const props = { notices, perform, add, choose };
  return (
    <>
      <PushRow {...props} />
      {notices.offer.mail && <MailRow {...props} />}
      <WebhookRow {...props} />
      {notices.offer.calendar && <CalendarRow {...props} />}
      {hasChannels && <QuietHours {...props} />}
    </>
  );
}

function Row({ title, children }: {
  readonly title: string;
  readonly children: ComponentChildren;
}) {
  return (
    <div class="notice-row">
      <h3>{title}</h3>
      {children}
    </div>
  );
}

function When(
  { kind, notices, choose }: RowProps & { readonly kind: "push" | "mail" | "webhook" },
) {
  return (
    <label class="field">
      <span>{say("notices.when")}</span>
      <select
        value={notices.settings[kind]}
        onChange={(event) => choose({ [kind]: event.currentTarget.value })}
      >
        {WHENS.map((when) => <option key={when} value={when}>{say(`notices.when.${when}`)}
        </option>)}
      </select>
    </label>
  );
}

function PushRow(props: RowProps) {
  const { notices, perform } = props;
  const [state, setState] = useState<PushState | null>(null);
  useEffect(() => void pushState().then(setState, () => setState("impossible")), []);
  // Permission is asked before anything else: browsers want it to follow the press.
  const turnOn = () =>
    perform(async () => {
      setState(await turnPushOn(notices.offer.push_key, () => saveHere(notices)));
    }, "");
  const turnOff = () => perform(async () => setState(await turnPushOff()), "");
  return (
    <Row title={say("notices.push")}>
      {state === "off" && (
        <button type="button" class="button" onClick={turnOn}>{say("notices.push.on")}</button>
      )}
      {state === "on" && (
        <>
          <When kind="push" {...props} />
          <button type="button" class="quiet" onClick={turnOff}>
            {say("notices.push.off")}
          </button>
        </>
      )}
      {state && state !== "on" && state !== "off" && (
        <p class="help-text">{say(`notices.push.${state}`)}</p>
      )}
    </Row>
  );
}

const ofKind = ({ channels }: Notices, kind: string): ChannelInfo[] =>
  channels.filter((channel) => channel.kind === kind && !channel.table);

function Remove({ channel, perform }: {
  readonly channel: ChannelInfo;
  readonly perform: Perform;
}) {
  return (
    <button
      type="button"
      class="quiet"
      onClick={() => perform(() => request("DELETE", `/api/notices/channels/${channel.channel}`))}
    >
      {say("notices.remove")}
    </button>
  );
}

/** A field with one text and a button. */
function OneField({ label, type, submit, onSubmit, children }: {
  readonly label: string;
  readonly type: "email" | "url";
  readonly submit: string;
  readonly onSubmit: (text: string) => void;
  readonly children?: ComponentChildren;
}) {
  const [text, setText] = useState("");
  const enter = (event: { readonly currentTarget: HTMLInputElement }) =>
    setText(event.currentTarget.value);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit(text);
      }}
    >
      <label class="field">
        <span>{label}</span>
        {type === "email"
          ? <input type="email" required value={text} autocomplete="email" onInput={enter} />
          : <input type="url" required value={text} onInput={enter} />}
      </label>
      {children}
      <button class="button" type="submit">{submit}</button>
    </form>
  );
}

function MailRow(props: RowProps) {
  const { notices, perform, add } = props;
  const [mail] = ofKind(notices, "mail");
  return (
    <Row title={say("notices.mail")}>
      {mail
        ? (
          <>
            <p class="target">{mail.target}</p>
            {mail.confirmed
              ? <When kind="mail" {...props} />
              : <p class="help-text">{say("notices.mail.confirm")}</p>}
            <Remove channel={mail} perform={perform} />
          </>
        )
        : (
          <OneField
            label={say("notices.mail.address")}
            type="email"
            submit={say("notices.mail.add")}
            onSubmit={(address) =>
              add(() => post("/api/notices/mail", { address }), say("notices.mail.confirm"))}
          />
        )}
    </Row>
  );
}

function WebhookRow(props: RowProps) {
  const { notices, perform } = props;
  const [secret, setSecret] = useState("");
  const hooks = notices.channels.filter(({ kind }) => kind === "webhook");
  const table = new URLSearchParams(location.search).get(TABLE_PARAMETER) ?? "";
  return (
    <Row title={say("notices.webhook")}>
      {hooks.map((hook) => (
        <div key={hook.channel} class="row">
          <span class="target">{hook.target}</span>
          {hook.table && <a href={`/table/${hook.table}`}>{say("notices.webhook.of-table")}</a>}
          <Remove channel={hook} perform={perform} />
        </div>
      ))}
      {secret && (
        <p class="help-text">
          {say("notices.webhook.secret")} <code>{secret}</code>
        </p>
      )}
      {hooks.some((hook) => !hook.table) && <When kind="webhook" {...props} />}
      <NewWebhook table={table} add={props.add} onSecret={setSecret} />
    </Row>
  );
}

/** A webhook of the person, or of a table that they host: it tells of every turn there. */
function NewWebhook({ table, add, onSecret }: {
  readonly table: string;
  readonly add: Perform;
  readonly onSecret: (secret: string) => void;
}) {
  const [format, setFormat] = useState<string>(FORMATS[0]);
  const details = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    if (table) details.current?.scrollIntoView({ block: "center" });
  }, [table]);
  const make = async (url: string) => {
    const added = await post<SignedWebhook>("/api/notices/webhook", { url, format, table });
    onSecret(format === "json" ? added.secret : "");
  };
  return (
    <details ref={details} open={table !== ""}>
      <summary>{say(table ? "notices.webhook.add-to-table" : "notices.webhook.add")}</summary>
      {table && <p class="help-text">{say("notices.webhook.table.tip")}</p>}
      <OneField
        label={say("notices.webhook.url")}
        type="url"
        submit={say("notices.webhook.save")}
        onSubmit={(url) => add(() => make(url))}
      >
        <label class="field">
          <span>{say("notices.webhook.format")}</span>
          <select value={format} onChange={(event) => setFormat(event.currentTarget.value)}>
            {FORMATS.map((one) => (
              <option key={one} value={one}>
                {say(`notices.webhook.format.${one}` as WordKey)}
              </option>
            ))}
          </select>
        </label>
      </OneField>
    </details>
  );
}

function CalendarRow({ notices, perform, add }: RowProps) {
  const [link, setLink] = useState("");
  const [calendar] = ofKind(notices, "calendar");
  const make = async () => setLink((await post<NewCalendar>("/api/notices/calendar")).link);
  return (
    <Row title={say("notices.calendar")}>
      {link && (
        <p class="help-text">
          {say("notices.calendar.link")} <code>{link}</code>
        </p>
      )}
      <div class="row">
        <button type="button" class="button" onClick={() => add(make, "")}>
          {say(calendar ? "notices.calendar.again" : "notices.calendar.add")}
        </button>
        {calendar && <Remove channel={calendar} perform={perform} />}
      </div>
    </Row>
  );
}

/** Hours in which nothing is sent; stored as the same time twice where there are none. */
function QuietHours({ notices, choose }: RowProps) {
  const { quiet_from = 0, quiet_to = 0 } = notices.settings;
  const isOn = quiet_from !== quiet_to;
  const chooseFrom = (hour: number) => {
    if (hour < 0) return choose({ quiet_from: 0, quiet_to: 0 });
    const from = hour * MINUTES_PER_HOUR;
    const to = isOn ? quiet_to : QUIET_UNTIL;
    choose({ quiet_from: from, quiet_to: to === from ? (from + QUIET_UNTIL) % DAY_MINUTES : to });
  };
  const from = Math.floor(quiet_from / MINUTES_PER_HOUR);
  return (
    <Row title={say("notices.quiet")}>
      <p class="help-text">{say("notices.quiet.help")}</p>
      <div class="row quiet-hours">
        <HourSelect
          name="quiet_from"
          value={isOn ? from : -1}
          none={say("notices.quiet.none")}
          onChoose={chooseFrom}
        />
        {isOn && (
          <>
            <span aria-hidden="true">–</span>
            <HourSelect
              name="quiet_to"
              value={Math.floor(quiet_to / MINUTES_PER_HOUR)}
              without={from}
              onChoose={(hour) => choose({ quiet_to: hour * MINUTES_PER_HOUR })}
            />
          </>
        )}
      </div>
    </Row>
  );
}

/** An hour of the day; -1 for none, where there may be none. */
function HourSelect({ name, value, none = "", without = -1, onChoose }: {
  readonly name: "quiet_from" | "quiet_to";
  readonly value: number;
  readonly none?: string;
  readonly without?: number;
  readonly onChoose: (hour: number) => void;
}) {
  const hours = Array.from({ length: 24 }, (_, hour) => hour).filter((hour) => hour !== without);
  return (
    <select
      aria-label={say(`notices.${name}`)}
      value={value}
      onChange={(event) => onChoose(Number(event.currentTarget.value))}
    >
      {none && <option value={-1}>{none}</option>}
      {hours.map((hour) => <option key={hour} value={hour}>{`${hour}:00`}</option>)}
    </select>
  );
}
