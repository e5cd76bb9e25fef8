/** Playing on from the moment that is shown, at a table of one's own with bots. */

import { useRef, useState } from "preact/hooks";
import { ErrorNotice } from "../house/States.tsx";
import { Icon } from "../icons.tsx";
import { apiPath, type ReplayProps } from "../replay/ReplayController.ts";
import { navigate } from "../routes.ts";
import { useSignalValue } from "../signal.ts";
import { currentPerson, post, Refused } from "../wire/http.ts";
import { defaultLevel } from "../wire/games.ts";
import type { Box } from "../wire/types.ts";
import { say } from "../words.ts";

interface PlayOnProps extends ReplayProps {
  readonly box: Box | undefined;
  readonly bots: readonly string[];
}

export function PlayOn(props: PlayOnProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const { event } = useSignalValue(props.controller.cursor);
  const isOver = event >= props.story.events;
  return (
    <section class="play-on">
      <button
        type="button"
        class="button main"
        disabled={isOver}
        onClick={() => {
          props.controller.pause();
          dialog.current?.showModal();
        }}
      >
        {say("play-on.title")}
      </button>
      {isOver && <p class="tip">{say("play-on.over")}</p>}
      <dialog
        ref={dialog}
        class="play-on-dialog"
        aria-label={say("play-on.title")}
        onClick={(event) => {
          if (event.target === dialog.current) dialog.current?.close();
        }}
      >
        <PlayOnForm {...props} onClose={() => dialog.current?.close()} />
      </dialog>
    </section>
  );
}

function PlayOnForm({ controller, story, box, bots, onClose }: PlayOnProps & {
  readonly onClose: () => void;
}) {
  const { event, viewer } = useSignalValue(controller.cursor);
  const [chosen, setSeat] = useState<number | null>(null);
  const [world, setWorld] = useState<"true" | "imagined">("true");
  const [level, setLevel] = useState("");
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<Refused | null>(null);
  const seat = chosen ?? (viewer === "all" || viewer < 0 ? 0 : viewer);
  const levels = (box?.levels ?? []).filter(({ name }) => bots.includes(name));
  const bot = level || (box ? defaultLevel(box) : "");
  const begin = async () => {
    setBusy(true);
    try {
      await currentPerson();
      const path = `${apiPath(controller.source)}/play-on`;
      const { table } = await post<{ table: string }>(path, { event, seat, world, bot });
      navigate(`/table/${table}`);
    } catch (failure) {
      if (!(failure instanceof Refused)) throw failure;
      setError(failure);
      setBusy(false);
    }
  };
  return (
    <form
      onSubmit={(submitted) => {
        submitted.preventDefault();
        void begin();
      }}
    >
      <header>
        <h2>{say("play-on.title")}</h2>
        <button
          type="button"
          class="button icon quiet close"
          aria-label={say("close")}
          onClick={onClose}
        >
          <Icon name="close" />
        </button>
      </header>
      <p>{say("play-on.tip")}</p>
      <label class="field">
        <span>{say("play-on.seat")}</span>
        <select
          value={String(seat)}
          onChange={(event) => setSeat(Number(event.currentTarget.value))}
        >
          {story.names.map((name, i) => <option key={i} value={String(i)}>{name}</option>)}
        </select>
      </label>
      <label class="field">
        <span>{say("play-on.bot")}</span>
        <select value={bot} onChange={(event) => setLevel(event.currentTarget.value)}>
          {levels.map(({ name, label }) => <option key={name} value={name}>{label}</option>)}
        </select>
      </label>
      <fieldset>
        <legend>{say("play-on.world")}</legend>
        {(["true", "imagined"] as const).map((one) => (
          <label key={one} class="check">
            <input
              type="radio"
              name="world"
              checked={world === one}
              onChange={() => setWorld(one)}
            />
            <span>{say(`play-on.world.${one}`, { name: story.names[seat] ?? "" })}</span>
          </label>
        ))}
      </fieldset>
      {error && <ErrorNotice error={error} />}
      <button type="submit" class="button main big" disabled={isBusy}>
        {say("play-on.begin")}
      </button>
    </form>
  );
}
