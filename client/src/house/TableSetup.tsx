/** The form to set up a table: options, seats, time control, visibility. */

import { useState } from "preact/hooks";
import { defaultLevel } from "../wire/games.ts";
import type { Box, NewTable, Pace } from "../wire/types.ts";
import { say, type WordKey } from "../words.ts";
import { Opponents } from "./Opponents.tsx";
import { OptionField } from "./optionFields.tsx";
import { PauseFields } from "./PauseFields.tsx";
import { asked, localPauses } from "./pauses.ts";
import { defaultOption, type OptionValue } from "./resources.ts";
import { TIME_CONTROLS } from "./timeControls.ts";

export function TableSetup({ box, isBusy, open }: {
  readonly box: Box;
  readonly isBusy: boolean;
  readonly open: (newTable: NewTable, isImmediate: boolean) => void;
}) {
  const [chosen, choose] = useState<Readonly<Record<string, OptionValue>>>({});
  const [seats, setSeats] = useState<readonly string[]>([]);
  const [timeControl, setTimeControl] = useState("free");
  const [isPublic, setPublic] = useState(false);
  const [hasFreeTakebacks, setFreeTakebacks] = useState(false);
  const [hasOpenSeats, setOpenSeats] = useState(false);
  const [pauses, choosePauses] = useState(localPauses);
  const hasDays = TIME_CONTROLS[timeControl]?.mode === "days";
  const players = Number(chosen["players"] ?? defaultOption(box, "players") ?? box.players[0]);
  const bots = Array.from(
    { length: players },
    (_, seat) => seat ? seats[seat] ?? defaultLevel(box) : "",
  );
  const isAlone = bots.every((bot, seat) => bot !== "" || seat === 0);
  const submit = (event: Event) => {
    event.preventDefault();
    const newTable = {
      game: box.game,
      options: chosen,
      bots,
      public: isPublic,
      free_takebacks: hasFreeTakebacks,
      open_seats: hasOpenSeats,
    };
    const pace = TIME_CONTROLS[timeControl] as Pace;
    open({ ...newTable, pace: { ...pace, pauses: hasDays ? asked(pauses) : null } }, isAlone);
  };
  return (
    <details class="set-up">
      <summary>{say("setup.title")}</summary>
      <form onSubmit={submit}>
        {box.options.map((option) => (
          <OptionField
            key={option.name}
            option={option}
            value={chosen[option.name] ?? option.default}
            choose={(value) => choose({ ...chosen, [option.name]: value })}
          />
        ))}
        <fieldset>
          <legend>{say("setup.seats")}</legend>
          {bots.slice(1).map((bot, index) => (
            <label key={index} class="field">
              <span>{say("setup.seat", { number: `${index + 2}` })}</span>
              <select
                value={bot}
                onChange={(event) => {
                  const next = [...bots];
                  next[index + 1] = event.currentTarget.value;
                  setSeats(next);
                }}
              >
                <option value="">{say("setup.seat.open")}</option>
                <Opponents box={box} labelled={(level) => say("setup.seat.bot", { level })} />
              </select>
            </label>
          ))}
        </fieldset>
        <label class="field">
          <span>{say("setup.time-control")}</span>
          <select
            value={timeControl}
            onChange={(event) => setTimeControl(event.currentTarget.value)}
          >
            {Object.keys(TIME_CONTROLS).map((name) => (
              <option key={name} value={name}>{say(`time-control.${name}` as WordKey)}</option>
            ))}
          </select>
        </label>
        {hasDays && <PauseFields pauses={pauses} choose={choosePauses} />}
        <label class="check">
          <input
            type="checkbox"
            checked={isPublic}
            onChange={(event) => setPublic(event.currentTarget.checked)}
          />
          <span>{say("setup.public")}</span>
        </label>
        <label class="check">
          <input
            type="checkbox"
            checked={hasOpenSeats}
            onChange={(event) => setOpenSeats(event.currentTarget.checked)}
          />
          <span>{say("setup.open-seats")}</span>
        </label>
        {!isAlone && (
          <label class="check">
            <input
              type="checkbox"
              checked={hasFreeTakebacks}
              onChange={(event) => setFreeTakebacks(event.currentTarget.checked)}
            />
            <span>{say("setup.free-takebacks")}</span>
          </label>
        )}
        <button class="button main" type="submit" disabled={isBusy}>
          {say(isAlone ? "setup.begin" : "setup.wait")}
        </button>
      </form>
    </details>
  );
}
