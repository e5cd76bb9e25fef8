/** What is expected, and the answers to it: always in reach. */

import { useCell } from "../cell.ts";
import { Icon } from "../icons.tsx";
import { type Choosing, isReady, offered } from "../scene/choosing.ts";
import type { Choice, Scene } from "../wire/types.ts";
import { say } from "../words.ts";
import type { AtTable, Notice } from "./seat.ts";

export function Prompt({ table }: { readonly table: AtTable }) {
  const view = useCell(table.view);
  const stage = useCell(table.stage);
  const notice = useCell(table.notice);
  const isSending = useCell(table.isSending);
  const scene = view?.scene;
  if (!view || !scene) return null;
  const isMine = view.decision >= 0 && scene.choices.length > 0;
  return (
    <section
      class={`prompt${isMine ? " mine" : ""}`}
      aria-label={say("prompt.area")}
      aria-busy={isSending}
    >
      <h2 class="prompt-text">{scene.prompt}</h2>
      {notice && <Why notice={notice} game={view.game} onClose={() => table.notice.value = null} />}
      {isMine && <Advised table={table} />}
      {isMine && <Answers table={table} scene={scene} stage={stage} />}
    </section>
  );
}

/** The moves a good player thinks of, with the reasons: pressed, one is pointed at, not played. */
function Advised({ table }: { readonly table: AtTable }) {
  const advice = useCell(table.advice);
  const pointed = useCell(table.pointed);
  if (!advice.length) return null;
  return (
    <ul class="advice" aria-label={say("hint.title")} aria-live="polite">
      {advice.map(({ text, label, reason, path }) => (
        <li key={text}>
          <button
            type="button"
            class="button"
            aria-pressed={isMeant(path, pointed)}
            onClick={() => table.point(path)}
          >
            {label}
          </button>
          {reason && <span>{reason}</span>}
        </li>
      ))}
    </ul>
  );
}

/** Whether just these pieces are pointed at. */
function isMeant(path: readonly string[], pointed: ReadonlySet<string>): boolean {
  return pointed.size === new Set(path).size && path.every((id) => pointed.has(id));
}

interface Stage {
  readonly table: AtTable;
  readonly scene: Scene;
  readonly stage: Choosing;
}

function Answers({ table, scene, stage }: Stage) {
  return (
    <>
      {stage.choice
        ? <Confirming table={table} scene={scene} stage={stage} choice={stage.choice} />
        : <Buttons table={table} scene={scene} stage={stage} />}
      <AllChoices table={table} scene={scene} stage={stage} />
    </>
  );
}

/** Buttons for choices that need no more pieces, and a way back. */
function Buttons({ table, scene, stage }: Stage) {
  const choices = offered(scene, stage);
  if (!choices.length && !stage.path.length) return null;
  return (
    <div class="answers">
      {stage.path.length > 0 && (
        <span class="trail">{stage.path.map((id) => nameOf(scene, id)).join(" › ")}</span>
      )}
      {choices.map((choice) => (
        <button
          key={choice.text}
          type="button"
          class="button choice"
          data-text={choice.text}
          onClick={() => table.take(choice)}
        >
          {choice.label}
        </button>
      ))}
      {stage.path.length > 0 && <Back table={table} />}
    </div>
  );
}

function Back({ table }: { readonly table: AtTable }) {
  return (
    <button type="button" class="button quiet back" onClick={() => table.back()}>
      {say("prompt.back")}
    </button>
  );
}

/** The sets of a choice, or the question whether it is meant. */
function Confirming({ table, scene, stage, choice }: Stage & { readonly choice: Choice }) {
  const hasSets = choice.picks.some((pick) => pick.targets.length > 0);
  return (
    <div class="answers">
      <span class="trail">
        {hasSets ? choice.label : say("prompt.sure", { choice: choice.label })}
      </span>
      {hasSets &&
        choice.picks.map((_, set) => (
          <PickSet key={set} table={table} scene={scene} stage={stage} choice={choice} set={set} />
        ))}
      <button
        type="button"
        class="button main confirm"
        disabled={!isReady(stage)}
        onClick={() => table.confirm()}
      >
        {hasSets ? say("prompt.confirm") : say("prompt.yes")}
      </button>
      <Back table={table} />
    </div>
  );
}

function PickSet(
  { table, scene, stage, choice, set }: Stage & { readonly choice: Choice; readonly set: number },
) {
  const pick = choice.picks[set];
  if (!pick?.targets.length) return null;
  const chosen = stage.picked[set] ?? [];
  const isOne = choice.picks.length === 1;
  return (
    <div class={`pick${set === stage.set ? " present" : ""}`} role="group" aria-label={pick.label}>
      {isOne ? <span class="pick-label">{pick.label}</span> : (
        <button
          type="button"
          class="button quiet"
          aria-pressed={set === stage.set}
          onClick={() => table.turnTo(set)}
        >
          {pick.label}
        </button>
      )}
      {pick.targets.map(([id]) => (
        <button
          key={id}
          type="button"
          class="chip"
          aria-pressed={chosen.includes(id)}
          onClick={() => table.toggle(set, id)}
        >
          {nameOf(scene, id)}
        </button>
      ))}
    </div>
  );
}

/** Every choice by its name: for keys, for screen readers, and for those who are lost. */
function AllChoices({ table, scene, stage }: Stage) {
  const open = offered(scene, stage);
  const hidden = scene.choices.filter((choice) => !open.includes(choice));
  if (!hidden.length) return null;
  return (
    <details class="all-choices">
      <summary>{say("prompt.all", { count: scene.choices.length })}</summary>
      <ul>
        {scene.choices.map((choice) => (
          <li key={choice.text + choice.path.join()}>
            <button type="button" data-text={choice.text} onClick={() => table.take(choice)}>
              {choice.label}
            </button>
          </li>
        ))}
      </ul>
    </details>
  );
}

function Why(
  { notice, game, onClose }: {
    readonly notice: Notice;
    readonly game: string;
    readonly onClose: () => void;
  },
) {
  return (
    <div class="notice" role="alert">
      <p>
        <strong>{notice.text}</strong>
        {notice.paragraph && <span class="paragraph">{notice.paragraph}</span>}
        {notice.rule && (
          <a href={`/game/${game}/rules#${notice.rule}`} target="_blank">{notice.rule}</a>
        )}
      </p>
      <button type="button" class="close" aria-label={say("close")} onClick={onClose}>
        <Icon name="close" />
      </button>
    </div>
  );
}

function nameOf(scene: Scene, id: string): string {
  return scene.pieces.find((piece) => piece.id === id)?.label ?? id;
}
