/** A table as one likes it: who sits where, the options of the game, how fast, who may see it. */

import { useState } from "preact/hooks";
import type { Box, BoxOption, NewTable, Pace } from "../wire/types.ts";
import { say, type Word } from "../words.ts";
import { usual, type Value } from "./load.ts";
import { PACES } from "./paces.ts";

export function SetUp({ box, isBusy, open }: {
  readonly box: Box;
  readonly isBusy: boolean;
  readonly open: (wanted: NewTable, atOnce: boolean) => void;
}) {
  const [chosen, choose] = useState<Readonly<Record<string, Value>>>({});
  const [seats, setSeats] = useState<readonly string[]>([]);
  const [pace, setPace] = useState("free");
  const [isPublic, setPublic] = useState(false);
  const players = Number(chosen["players"] ?? usual(box, "players") ?? box.players[0]);
  const middle = box.levels[Math.ceil((box.levels.length - 1) / 2)]?.name ?? "";
  const bots = Array.from({ length: players }, (_, seat) => seat ? seats[seat] ?? middle : "");
  const isAlone = bots.every((bot, seat) => bot !== "" || seat === 0);
  const submit = (event: Event) => {
    event.preventDefault();
    const wanted = { game: box.game, options: chosen, bots, public: isPublic };
    open({ ...wanted, pace: PACES[pace] as Pace }, isAlone);
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
                {box.levels.map((level) => (
                  <option key={level.name} value={level.name}>
                    {say("setup.seat.bot", { level: level.label })}
                  </option>
                ))}
              </select>
            </label>
          ))}
        </fieldset>
        <label class="field">
          <span>{say("setup.pace")}</span>
          <select value={pace} onChange={(event) => setPace(event.currentTarget.value)}>
            {Object.keys(PACES).map((name) => (
              <option key={name} value={name}>{say(`setup.pace.${name}` as Word)}</option>
            ))}
          </select>
        </label>
        <label class="check">
          <input
            type="checkbox"
            checked={isPublic}
            onChange={(event) => setPublic(event.currentTarget.checked)}
          />
          <span>{say("setup.public")}</span>
        </label>
        <button class="button main" type="submit" disabled={isBusy}>
          {say(isAlone ? "setup.begin" : "setup.wait")}
        </button>
      </form>
    </details>
  );
}

function OptionField({ option, value, choose }: {
  readonly option: BoxOption;
  readonly value: Value;
  readonly choose: (value: Value) => void;
}) {
  return (
    <label class="field">
      <span>{option.label}{option.tip && <small>{option.tip}</small>}</span>
      <select
        value={option.values.indexOf(value)}
        onChange={(event) => {
          const wanted = option.values[Number(event.currentTarget.value)];
          if (wanted !== undefined) choose(wanted);
        }}
      >
        {option.labels.map((label, index) => <option key={label} value={index}>{label}</option>)}
      </select>
    </label>
  );
}
