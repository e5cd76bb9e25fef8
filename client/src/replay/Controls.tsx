/** The controls of a replay: slider, buttons and keyboard shortcuts. */

import { useEffect } from "preact/hooks";
import { useSignalValue } from "../signal.ts";
import { Icon, type IconName } from "../icons.tsx";
import type { Line } from "../wire/types.ts";
import { language, say, type WordKey } from "../words.ts";
import { type ReplayController, type ReplayProps, SPEEDS } from "./ReplayController.ts";

export function Controls({ controller, story }: ReplayProps) {
  const { event } = useSignalValue(controller.cursor);
  const isPlaying = useSignalValue(controller.isPlaying);
  useKeys(controller, story.events);
  const present = presentLine(story.lines, event);
  return (
    <section class="controls" aria-label={say("replay.controls")}>
      <p class="current-line" aria-live={isPlaying ? "off" : "polite"}>
        {present?.text ?? say("replay.beginning")}
      </p>
      <div class="timeline">
        <input
          type="range"
          min={0}
          max={story.events}
          value={event}
          aria-label={say("replay.slider")}
          aria-valuetext={say("replay.at", { event, events: story.events })}
          onInput={(moved) => {
            controller.pause();
            controller.seek(Number(moved.currentTarget.value));
          }}
        />
        <span class="count" aria-hidden="true">{event} / {story.events}</span>
      </div>
      <div class="step-buttons">
        <StepButton icon="first" word="replay.first" onPress={() => controller.step(-event)} />
        <StepButton icon="previous" word="replay.previous" onPress={() => controller.step(-1)} />
        <StepButton
          icon={isPlaying ? "pause" : "play"}
          word={isPlaying ? "replay.pause" : "replay.play"}
          isMain
          onPress={() => controller.toggle()}
        />
        <StepButton icon="next" word="replay.next" onPress={() => controller.step(1)} />
        <StepButton icon="last" word="replay.last" onPress={() => controller.step(story.events)} />
        <Speed controller={controller} />
      </div>
    </section>
  );
}

/** The last line of the log after a number of events. */
export function presentLine(lines: readonly Line[], event: number): Line | undefined {
  return lines.findLast((line) => line.event < event);
}

interface StepButtonProps {
  readonly icon: IconName;
  readonly word: WordKey;
  readonly isMain?: boolean;
  readonly onPress: () => void;
}

function StepButton({ icon, word, isMain = false, onPress }: StepButtonProps) {
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

function Speed({ controller }: { readonly controller: ReplayController }) {
  const speed = useSignalValue(controller.speed);
  return (
    <label class="speed">
      <span class="visually-hidden">{say("replay.speed")}</span>
      <select
        value={String(speed)}
        onChange={(event) => controller.speed.value = Number(event.currentTarget.value)}
      >
        {SPEEDS.map((one) => (
          <option key={one} value={String(one)}>{one.toLocaleString(language.value)} ×</option>
        ))}
      </select>
    </label>
  );
}

/** Keyboard shortcuts, wherever the focused element does not use the key itself. */
function useKeys(controller: ReplayController, events: number): void {
  useEffect(() => {
    const shortcuts: Readonly<Record<string, () => void>> = {
      ArrowLeft: () => controller.step(-1),
      ArrowRight: () => controller.step(1),
      Home: () => controller.step(-events),
      End: () => controller.step(events),
      " ": () => controller.toggle(),
    };
    const onKey = (event: KeyboardEvent) => {
      const run = shortcuts[event.key];
      if (!run || event.ctrlKey || event.metaKey || event.altKey || isForFocused(event)) return;
      event.preventDefault();
      run();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [controller]);
}

/** Whether the focused element uses the key itself: a select box, a text field, a button. */
function isForFocused({ target, key }: KeyboardEvent): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.matches("select, textarea, input:not([type=range])")) return true;
  return key === " " && target.matches("button, a, summary");
}
