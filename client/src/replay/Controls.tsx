/** What moves a replay: slider, buttons and keys. */

import { useEffect } from "preact/hooks";
import { useCell } from "../cell.ts";
import { Icon, type IconName } from "../icons.tsx";
import type { Line, Story } from "../wire/types.ts";
import { language, say, type Word } from "../words.ts";
import { type Player, SPEEDS } from "./Player.ts";

interface Told {
  readonly player: Player;
  readonly story: Story;
}

export function Controls({ player, story }: Told) {
  const { event } = useCell(player.place);
  const isPlaying = useCell(player.isPlaying);
  useKeys(player, story.events);
  const present = presentLine(story.lines, event);
  return (
    <section class="controls" aria-label={say("replay.controls")}>
      <p class="now" aria-live={isPlaying ? "off" : "polite"}>
        {present?.text ?? say("replay.beginning")}
      </p>
      <div class="along">
        <input
          type="range"
          min={0}
          max={story.events}
          value={event}
          aria-label={say("replay.slider")}
          aria-valuetext={say("replay.at", { event, events: story.events })}
          onInput={(moved) => {
            player.pause();
            player.seek(Number(moved.currentTarget.value));
          }}
        />
        <span class="count" aria-hidden="true">{event} / {story.events}</span>
      </div>
      <div class="steps">
        <Move icon="first" word="replay.first" onPress={() => player.step(-event)} />
        <Move icon="before" word="replay.before" onPress={() => player.step(-1)} />
        <Move
          icon={isPlaying ? "pause" : "play"}
          word={isPlaying ? "replay.pause" : "replay.play"}
          isMain
          onPress={() => player.toggle()}
        />
        <Move icon="after" word="replay.after" onPress={() => player.step(1)} />
        <Move icon="last" word="replay.last" onPress={() => player.step(story.events)} />
        <Speed player={player} />
      </div>
    </section>
  );
}

/** The line of what happened last, after so many events. */
export function presentLine(lines: readonly Line[], event: number): Line | undefined {
  return lines.findLast((line) => line.event < event);
}

interface Moving {
  readonly icon: IconName;
  readonly word: Word;
  readonly isMain?: boolean;
  readonly onPress: () => void;
}

function Move({ icon, word, isMain = false, onPress }: Moving) {
  return (
    <button
      type="button"
      class={`button icon ${isMain ? "main" : "quiet"}`}
      aria-label={say(word)}
      title={say(word)}
      onClick={onPress}
    >
      <Icon name={icon} />
    </button>
  );
}

function Speed({ player }: { readonly player: Player }) {
  const speed = useCell(player.speed);
  return (
    <label class="speed">
      <span class="only-read">{say("replay.speed")}</span>
      <select
        value={String(speed)}
        onChange={(event) => player.speed.value = Number(event.currentTarget.value)}
      >
        {SPEEDS.map((one) => (
          <option key={one} value={String(one)}>{one.toLocaleString(language.value)} ×</option>
        ))}
      </select>
    </label>
  );
}

/** Left and right, home and end, and space, wherever they mean nothing else. */
function useKeys(player: Player, events: number): void {
  useEffect(() => {
    const steps: Readonly<Record<string, () => void>> = {
      ArrowLeft: () => player.step(-1),
      ArrowRight: () => player.step(1),
      Home: () => player.step(-events),
      End: () => player.step(events),
      " ": () => player.toggle(),
    };
    const press = (event: KeyboardEvent) => {
      const step = steps[event.key];
      if (!step || event.ctrlKey || event.metaKey || event.altKey || isElses(event)) return;
      event.preventDefault();
      step();
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, [player]);
}

/** Whether a key belongs to what has the focus: a list to choose from, a text, a button. */
function isElses({ target, key }: KeyboardEvent): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.matches("select, textarea, input:not([type=range])")) return true;
  return key === " " && target.matches("button, a, summary");
}
