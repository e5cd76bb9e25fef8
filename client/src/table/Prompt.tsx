/** What is expected, and the answers to it: always in reach. */

import { useCell } from "../cell.ts";
import { Icon } from "../icons.tsx";
import { type Choosing, isBegun, isReady, nextPieces, offered } from "../scene/choosing.ts";
import type { Choice, Pick, Scene } from "../wire/types.ts";
import { say } from "../words.ts";
import { Advised } from "./Advised.tsx";
import type { AtTable, Notice } from "./seat.ts";

export function Prompt({ table }: { readonly table: AtTable }) {
  const view = useCell(table.view);
  const stage = useCell(table.stage);
  const notice = useCell(table.notice);
  const advice = useCell(table.advice);
  const isSending = useCell(table.isSending);
  const scene = view?.scene;
  if (!view || !scene) return null;
  const isMine = view.decision >= 0 && scene.choices.length > 0;
  const isAdvised = isMine && advice.length > 0 && !stage.choice;
  return (
    <section
      class={`prompt${isMine ? " mine" : ""}`}
      aria-label={say("prompt.area")}
      aria-busy={isSending}
    >
      <h2 class={`prompt-text${notice || isAdvised ? " only-read" : ""}`}>
        {isMine ? asked(scene, stage) : scene.prompt}
      </h2>
      {notice && <Why notice={notice} game={view.game} onClose={() => table.notice.value = null} />}
      {isAdvised && !notice && <Advised table={table} advice={advice} />}
      {isMine && <Answers table={table} scene={scene} stage={stage} />}
    </section>
  );
}

/** What the player is asked at this stage: by the game, how, or whether and with what. */
function asked(scene: Scene, stage: Choosing): string {
  const { choice } = stage;
  if (!choice) return isHow(scene, stage) ? trail(scene, stage) : scene.prompt;
  const sets = choice.picks.filter((pick) => pick.targets.length > 0);
  if (!sets.length) return say("prompt.sure", { choice: choice.label });
  const only = sets.length === 1 ? sets[0] : undefined;
  return only ? say("prompt.pick", { choice: choice.label, pick: only.label }) : choice.label;
}

/** Whether all pieces are pressed and only buttons are left. */
function isHow(scene: Scene, stage: Choosing): boolean {
  return stage.path.length > 0 && nextPieces(scene, stage).size === 0;
}

/** What was pressed so far. */
function trail(scene: Scene, { path, goal }: Choosing): string {
  const names = path.map((id) => nameOf(scene, id)).join(" › ");
  return goal ? `${names || "…"} › ${nameOf(scene, goal)}` : names;
}

interface Stage {
  readonly table: AtTable;
  readonly scene: Scene;
  readonly stage: Choosing;
}

function Answers({ table, scene, stage }: Stage) {
  if (stage.choice) {
    return <Confirming table={table} scene={scene} stage={stage} choice={stage.choice} />;
  }
  return (
    <>
      <Buttons table={table} scene={scene} stage={stage} />
      {!isBegun(stage) && <AllChoices table={table} scene={scene} stage={stage} />}
    </>
  );
}

/** The choices that are shown as buttons: those that need no more pieces, or the only one. */
function shown(scene: Scene, stage: Choosing): readonly Choice[] {
  return scene.choices.length === 1 ? scene.choices : offered(scene, stage);
}

/** Buttons for choices that need no more pieces, and a way back. */
function Buttons({ table, scene, stage }: Stage) {
  const choices = shown(scene, stage);
  if (!choices.length && !isBegun(stage)) return null;
  return (
    <div class="answers">
      {isBegun(stage) && !isHow(scene, stage) && (
        <span class="trail" role="status">{trail(scene, stage)}</span>
      )}
      {choices.map((choice) => (
        <button
          key={choice.text}
          type="button"
          class={`button choice${choice.text === table.wanted ? " pointed" : ""}`}
          data-text={choice.text}
          onClick={() => table.take(choice)}
        >
          {choice.label}
        </button>
      ))}
      {isBegun(stage) && <Back table={table} />}
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

/** The sets of a choice, and the yes that plays it. */
function Confirming({ table, scene, stage, choice }: Stage & { readonly choice: Choice }) {
  const sets = choice.picks.map((pick, set) => ({ pick, set }))
    .filter(({ pick }) => pick.targets.length > 0);
  return (
    <div class={`answers${sets.length === 1 ? " one-set" : ""}`}>
      {sets.map(({ pick, set }) => (
        <PickSet
          key={set}
          table={table}
          scene={scene}
          stage={stage}
          pick={pick}
          set={set}
          isOnly={sets.length === 1}
        />
      ))}
      <button
        type="button"
        class="button main confirm"
        disabled={!isReady(stage)}
        onClick={() => table.confirm()}
      >
        {sets.length ? say("prompt.confirm") : say("prompt.yes")}
      </button>
      <Back table={table} />
    </div>
  );
}

interface OneSet extends Stage {
  readonly pick: Pick;
  readonly set: number;
  readonly isOnly: boolean;
}

/** What can be picked for a set: the same pieces as at the table, by their names. */
function PickSet({ table, scene, stage, pick, set, isOnly }: OneSet) {
  const chosen = stage.picked[set] ?? [];
  return (
    <div class={`pick${set === stage.set ? " present" : ""}`} role="group" aria-label={pick.label}>
      {!isOnly && (
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
          <span>{nameOf(scene, id)}</span>
        </button>
      ))}
    </div>
  );
}

/** Every choice by its name: for keys, for screen readers, and for those who are lost. */
function AllChoices({ table, scene, stage }: Stage) {
  const open = shown(scene, stage);
  if (scene.choices.every((choice) => open.includes(choice))) return null;
  return (
    <details class="all-choices">
      <summary>{say("prompt.all", { count: scene.choices.length })}</summary>
      <ul>
        {scene.choices.map((choice) => (
          <li key={choice.text + choice.path.join()}>
            <button
              type="button"
              class={choice.text === table.wanted ? "pointed" : ""}
              data-text={choice.text}
              onClick={() => table.take(choice)}
            >
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
