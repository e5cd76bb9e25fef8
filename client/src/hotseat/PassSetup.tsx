/** The set-up of a table for people who share this device: who plays, bots for the rest, options. */

import { useState } from "preact/hooks";
import { NotFound } from "../house/NotFound.tsx";
import { Opponents } from "../house/Opponents.tsx";
import { PageLayout } from "../house/PageLayout.tsx";
import { defaultOption, type OptionValue, useBoxes } from "../house/resources.ts";
import { Await, ErrorNotice } from "../house/States.tsx";
import { OptionField } from "../house/optionFields.tsx";
import { Icon } from "../icons.tsx";
import { navigate } from "../routes.ts";
import { defaultLevel } from "../wire/games.ts";
import { Refused } from "../wire/http.ts";
import type { Box, BoxOption, NewTable, Pace } from "../wire/types.ts";
import { say } from "../words.ts";
import {
  type Companion,
  companions,
  forget,
  MAX_COMPANIONS,
  numberFor,
  remember,
} from "./companions.ts";
import { openTable } from "./seating.ts";

const PLAYERS = "players";
const LISTENING_S = [0, 30, 60, 120] as const; // for each person, in a phase in which all act at once
const PASSING_S = 15; // for each person: the device goes from hand to hand

export function PassSetup({ game }: { readonly game: string }) {
  const boxes = useBoxes();
  if (boxes.state !== "ready") {
    return (
      <PageLayout>
        <Await resource={boxes} lines={6}>{() => null}</Await>
      </PageLayout>
    );
  }
  const box = boxes.value.find((one) => one.game === game);
  if (!box) return <NotFound />;
  return (
    <PageLayout title={box.name}>
      <h1>{say("pass.title")}</h1>
      <p class="pass-game">{box.name}</p>
      <p class="help-text">{say("pass.intro")}</p>
      <SetupForm box={box} />
    </PageLayout>
  );
}

/** How many seats a game may have, as its option says. */
function seatCounts(box: Box): readonly number[] {
  const option = box.options.find(({ name }) => name === PLAYERS);
  if (option) return option.values.map(Number);
  const [fewest, most] = box.players;
  return Array.from({ length: most - fewest + 1 }, (_, i) => fewest + i);
}

function SetupForm({ box }: { readonly box: Box }) {
  const counts = seatCounts(box);
  const most = Math.max(...counts);
  const [known, setKnown] = useState(companions());
  const [chosen, setChosen] = useState<readonly number[]>(
    known.slice(0, most).map((one) => one.number),
  );
  const [seats, setSeats] = useState(Number(defaultOption(box, PLAYERS) ?? counts[0]));
  const [level, setLevel] = useState(defaultLevel(box));
  const [listening, setListening] = useState(0);
  const [options, setOptions] = useState<Readonly<Record<string, OptionValue>>>({});
  const [error, setError] = useState<Refused | null>(null);
  const [isBusy, setBusy] = useState(false);
  const people = chosen.flatMap((number) => known.find((one) => one.number === number) ?? []);
  const players = counts.find((count) => count >= Math.max(people.length, seats)) ?? most;
  const bots = players - people.length;
  const perform = async (work: () => Promise<void>) => {
    setBusy(true);
    setError(null);
    try {
      await work();
    } catch (failure) {
      setError(failure instanceof Refused ? failure : new Refused("error", String(failure)));
    }
    setBusy(false);
  };
  const begin = (event: Event) => {
    event.preventDefault();
    void perform(async () => {
      remember([...people, ...known.filter((one) => !people.includes(one))]);
      const table = await openTable(
        {
          ...newTable(box, players, people.length, level),
          options: { ...options, [PLAYERS]: players },
          pace: paceOf(listening, people.length),
        },
        people,
      );
      navigate(`/table/${table}/pass`);
    });
  };
  return (
    <form class="pass-setup" onSubmit={begin}>
      <People
        known={known}
        chosen={chosen}
        most={most}
        onKnown={(next) => {
          setKnown(next);
          remember(next);
        }}
        onChosen={setChosen}
        onForget={(one) =>
          void perform(async () => {
            await forget(one);
            setKnown(companions());
            setChosen(chosen.filter((number) => number !== one.number));
          })}
      />
      {counts.length > 1 && (
        <label class="field">
          <span>{say("pass.seats")}</span>
          <select
            value={players}
            onChange={(event) => setSeats(Number(event.currentTarget.value))}
          >
            {counts.filter((count) => count >= people.length).map((count) => (
              <option key={count} value={count}>{count}</option>
            ))}
          </select>
        </label>
      )}
      {bots > 0 && people.length > 0 && (
        <label class="field">
          <span>{say("pass.bots", { count: bots })}</span>
          <select value={level} onChange={(event) => setLevel(event.currentTarget.value)}>
            <Opponents box={box} />
          </select>
        </label>
      )}
      {box.together && (
        <label class="field">
          <span>{say("pass.listening")}</span>
          <select
            value={listening}
            onChange={(event) => setListening(Number(event.currentTarget.value))}
          >
            {LISTENING_S.map((count) => (
              <option key={count} value={count}>
                {count ? say("pass.listening.seconds", { count }) : say("pass.listening.free")}
              </option>
            ))}
          </select>
        </label>
      )}
      <MoreOptions box={box} options={options} onOptions={setOptions} />
      {error && <ErrorNotice error={error} />}
      <button
        type="submit"
        class="button main big"
        disabled={isBusy || people.length === 0}
      >
        {say("setup.begin")}
      </button>
    </form>
  );
}

/** A table whose first seats are for people, the others for bots; moves may be taken back. */
function newTable(box: Box, players: number, people: number, level: string): NewTable {
  const bots = Array.from({ length: players }, (_, seat) => seat < people ? "" : level);
  return { game: box.game, bots, free_takebacks: true };
}

/** No clock, but the time for a phase in which all act at once, which is theirs one after the other. */
function paceOf(listening: number, people: number): Pace {
  const together = listening ? people * (listening + PASSING_S) : 0;
  return { mode: "free", seconds: 0, increment: 0, together, pauses: null };
}

function MoreOptions({ box, options, onOptions }: {
  readonly box: Box;
  readonly options: Readonly<Record<string, OptionValue>>;
  readonly onOptions: (options: Readonly<Record<string, OptionValue>>) => void;
}) {
  const others: readonly BoxOption[] = box.options.filter(({ name }) => name !== PLAYERS);
  if (!others.length) return null;
  return (
    <details class="set-up">
      <summary>{say("pass.options")}</summary>
      {others.map((option) => (
        <OptionField
          key={option.name}
          option={option}
          value={options[option.name] ?? option.default}
          choose={(value) => onOptions({ ...options, [option.name]: value })}
        />
      ))}
    </details>
  );
}

/** Who plays: the people this device knows, in the order in which they sit, and a new one. */
function People({ known, chosen, most, onKnown, onChosen, onForget }: {
  readonly known: readonly Companion[];
  readonly chosen: readonly number[];
  readonly most: number;
  readonly onKnown: (known: readonly Companion[]) => void;
  readonly onChosen: (chosen: readonly number[]) => void;
  readonly onForget: (one: Companion) => void;
}) {
  const [name, setName] = useState("");
  const isFull = chosen.length >= most;
  const add = () => {
    const trimmed = name.trim();
    const number = numberFor(trimmed, known);
    if ([...trimmed].length < 2 || !number) return;
    if (!known.some((one) => one.number === number)) onKnown([...known, { number, name: trimmed }]);
    if (!isFull && !chosen.includes(number)) onChosen([...chosen, number]);
    setName("");
  };
  const toggle = (number: number) =>
    onChosen(
      chosen.includes(number) ? chosen.filter((one) => one !== number) : [...chosen, number],
    );
  return (
    <fieldset class="people">
      <legend>{say("pass.who")}</legend>
      <ul>
        {known.map((one) => (
          <li key={one.number}>
            <label class="check">
              <input
                type="checkbox"
                checked={chosen.includes(one.number)}
                disabled={isFull && !chosen.includes(one.number)}
                onChange={() => toggle(one.number)}
              />
              <span>{one.name}</span>
            </label>
            <button
              type="button"
              class="button icon quiet"
              aria-label={say("pass.forget", { name: one.name })}
              title={say("pass.forget", { name: one.name })}
              onClick={() => onForget(one)}
            >
              <Icon name="close" />
            </button>
          </li>
        ))}
      </ul>
      {known.length < MAX_COMPANIONS && (
        <div class="add">
          <label>
            <span>{say("pass.name")}</span>
            <input
              value={name}
              maxLength={20}
              autocomplete="off"
              onInput={(event) => setName(event.currentTarget.value)}
              onKeyDown={(event) => {
                if (event.key !== "Enter" || !name.trim()) return;
                event.preventDefault();
                add();
              }}
            />
          </label>
          <button type="button" class="button" onClick={add}>{say("pass.add")}</button>
        </div>
      )}
    </fieldset>
  );
}
