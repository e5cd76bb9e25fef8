/** How a person is told that it is their turn: notifications, mail, webhook, calendar, quiet hours. */

import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
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

interface RowProps {
  readonly notices: Notices;
  readonly perform: Perform;
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

function Rows({ notices, perform }: Omit<RowProps, "choose">) {
  const choose = (change: Partial<Chosen>) =>
    perform(() =>
      request("PUT", "/api/notices", {
        ...notices.settings,
        language: language.value,
        zone: Intl.DateTimeFormat().resolvedOptions().timeZone || "UTC",
        ...change,
      })
    );
  const props = { notices, perform, choose };
  return (
    <>
      <PushRow {...props} />
      {notices.offer.mail && <MailRow {...props} />}
      <WebhookRow {...props} />
      {notices.offer.calendar && <CalendarRow {...props} />}
      {notices.channels.length > 0 && <QuietHours {...props} />}
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
  const turn = (change: () => Promise<PushState>) =>
    perform(async () => setState(await change()), "");
  return (
    <Row title={say("notices.push")}>
      {state === "off" && (
        <button
          type="button"
          class="button"
          onClick={() => turn(() => turnPushOn(notices.offer.push_key))}
        >
          {say("notices.push.on")}
        </button>
      )}
      {state === "on" && (
        <>
          <When kind="push" {...props} />
          <button type="button" class="quiet" onClick={() => turn(turnPushOff)}>
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
  const { notices, perform } = props;
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
              perform(() => post("/api/notices/mail", { address }), say("notices.mail.confirm"))}
          />
        )}
    </Row>
  );
}

function WebhookRow(props: RowProps) {
  const { notices, perform } = props;
  const [format, setFormat] = useState<string>(FORMATS[0]);
  const [secret, setSecret] = useState("");
  const hooks = ofKind(notices, "webhook");
  const add = async (url: string) => {
    const added = await post<SignedWebhook>("/api/notices/webhook", { url, format });
    setSecret(format === "json" ? added.secret : "");
  };
  return (
    <Row title={say("notices.webhook")}>
      {hooks.map((hook) => (
        <div key={hook.channel} class="row">
          <span class="target">{hook.target}</span>
          <Remove channel={hook} perform={perform} />
        </div>
      ))}
      {secret && (
        <p class="help-text">
          {say("notices.webhook.secret")} <code>{secret}</code>
        </p>
      )}
      {hooks.length > 0 && <When kind="webhook" {...props} />}
      <details>
        <summary>{say("notices.webhook.add")}</summary>
        <OneField
          label={say("notices.webhook.url")}
          type="url"
          submit={say("notices.webhook.save")}
          onSubmit={(url) => perform(() => add(url))}
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
    </Row>
  );
}

function CalendarRow({ notices, perform }: RowProps) {
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
        <button type="button" class="button" onClick={() => perform(make, "")}>
          {say(calendar ? "notices.calendar.again" : "notices.calendar.add")}
        </button>
        {calendar && <Remove channel={calendar} perform={perform} />}
      </div>
    </Row>
  );
}

/** Hours in which nothing is sent; the same hour twice means none. */
function QuietHours({ notices, choose }: RowProps) {
  const { quiet_from = 0, quiet_to = 0 } = notices.settings;
  const hours = Array.from({ length: 24 }, (_, hour) => hour);
  const select = (name: "quiet_from" | "quiet_to", value: number) => (
    <select
      aria-label={say(`notices.${name}`)}
      value={Math.floor(value / MINUTES_PER_HOUR)}
      onChange={(event) => choose({ [name]: Number(event.currentTarget.value) * MINUTES_PER_HOUR })}
    >
      {hours.map((hour) => <option key={hour} value={hour}>{`${hour}:00`}</option>)}
    </select>
  );
  return (
    <Row title={say("notices.quiet")}>
      <p class="help-text">{say("notices.quiet.help")}</p>
      <div class="row quiet-hours">
        {select("quiet_from", quiet_from)}
        <span aria-hidden="true">–</span>
        {select("quiet_to", quiet_to)}
      </div>
    </Row>
  );
}
