/** The prompt below the board: what is expected of the player, and buttons to answer it. */

import { useSignalValue } from "../signal.ts";
import { Icon } from "../icons.tsx";
import {
  completeChoices,
  isComplete,
  isStarted,
  nextPieces,
  type Selection,
} from "../scene/selection.ts";
import type { Choice, Pick, Scene } from "../wire/types.ts";
import { say } from "../words.ts";
import { Hints } from "./Hints.tsx";
import type { BoardController, Notice } from "./BoardController.ts";

export function Prompt({ controller }: { readonly controller: BoardController }) {
  const view = useSignalValue(controller.view);
  const selection = useSignalValue(controller.selection);
  const notice = useSignalValue(controller.notice);
  const hints = useSignalValue(controller.hints);
  const isSending = useSignalValue(controller.isSending);
  const scene = view?.scene;
  if (!view || !scene) return null;
  const isMine = view.decision >= 0 && scene.choices.length > 0;
  const hasHints = isMine && hints.length > 0 && !selection.choice;
  return (
    <section
      class={`prompt${isMine ? " mine" : ""}`}
      aria-label={say("prompt.area")}
      aria-busy={isSending}
    >
      <h2 class={`prompt-text${notice || hasHints ? " visually-hidden" : ""}`}>
        {isMine ? promptText(scene, selection) : scene.prompt}
      </h2>
      {notice && (
        <NoticeBox
          notice={notice}
          game={view.game}
          onClose={() => controller.notice.value = null}
        />
      )}
      {hasHints && !notice && <Hints controller={controller} hints={hints} />}
      {isMine && <Answers controller={controller} scene={scene} selection={selection} />}
    </section>
  );
}

/** The prompt for the present selection: of the game, or of the choice to complete or confirm. */
function promptText(scene: Scene, selection: Selection): string {
  const { choice } = selection;
  if (!choice) return hasOnlyButtons(scene, selection) ? trail(scene, selection) : scene.prompt;
  const picks = choice.picks.filter((pick) => pick.targets.length > 0);
  if (!picks.length) return say("prompt.sure", { choice: choice.label });
  const only = picks.length === 1 ? picks[0] : undefined;
  return only ? say("prompt.pick", { choice: choice.label, pick: only.label }) : choice.label;
}

/** Whether no piece is left to press, only buttons. */
function hasOnlyButtons(scene: Scene, selection: Selection): boolean {
  return selection.path.length > 0 && nextPieces(scene, selection).size === 0;
}

/** The names of what has been pressed so far. */
function trail(scene: Scene, { path, destination }: Selection): string {
  const names = path.map((id) => nameOf(scene, id)).join(" › ");
  return destination ? `${names || "…"} › ${nameOf(scene, destination)}` : names;
}

interface PromptProps {
  readonly controller: BoardController;
  readonly scene: Scene;
  readonly selection: Selection;
}

function Answers({ controller, scene, selection }: PromptProps) {
  if (selection.choice) {
    return (
      <Confirmation
        controller={controller}
        scene={scene}
        selection={selection}
        choice={selection.choice}
      />
    );
  }
  return (
    <>
      <Buttons controller={controller} scene={scene} selection={selection} />
      {!isStarted(selection) && (
        <AllChoices controller={controller} scene={scene} selection={selection} />
      )}
    </>
  );
}

/** The choices shown as buttons: the complete ones, or the only one. */
function buttonChoices(scene: Scene, selection: Selection): readonly Choice[] {
  return scene.choices.length === 1 ? scene.choices : completeChoices(scene, selection);
}

/** Buttons for the complete choices, and a back button. */
function Buttons({ controller, scene, selection }: PromptProps) {
  const choices = buttonChoices(scene, selection);
  if (!choices.length && !isStarted(selection)) return null;
  return (
    <div class="answers">
      {isStarted(selection) && !hasOnlyButtons(scene, selection) && (
        <span class="trail" role="status">{trail(scene, selection)}</span>
      )}
      {choices.map((choice) => (
        <button
          key={choice.text}
          type="button"
          class={`button choice${choice.text === controller.expectedMove ? " pointed" : ""}`}
          data-text={choice.text}
          onClick={() => controller.choose(choice)}
        >
          {choice.label}
        </button>
      ))}
      {isStarted(selection) && <Back controller={controller} />}
    </div>
  );
}

function Back({ controller }: { readonly controller: BoardController }) {
  return (
    <button type="button" class="button quiet back" onClick={() => controller.stepBack()}>
      {say("prompt.back")}
    </button>
  );
}

/** The picks of a choice, and the button that plays it. */
function Confirmation(
  { controller, scene, selection, choice }: PromptProps & { readonly choice: Choice },
) {
  const picks = choice.picks.map((pick, pickIndex) => ({ pick, pickIndex }))
    .filter(({ pick }) => pick.targets.length > 0);
  return (
    <div class={`answers${picks.length === 1 ? " one-pick" : ""}`}>
      {picks.map(({ pick, pickIndex }) => (
        <PickSet
          key={pickIndex}
          controller={controller}
          scene={scene}
          selection={selection}
          pick={pick}
          pickIndex={pickIndex}
          isOnly={picks.length === 1}
        />
      ))}
      <button
        type="button"
        class="button main confirm"
        disabled={!isComplete(selection)}
        onClick={() => controller.confirm()}
      >
        {picks.length ? say("prompt.confirm") : say("prompt.yes")}
      </button>
      <Back controller={controller} />
    </div>
  );
}

interface PickSetProps extends PromptProps {
  readonly pick: Pick;
  readonly pickIndex: number;
  readonly isOnly: boolean;
}

/** The targets of a pick, by name: the same pieces as on the board. */
function PickSet({ controller, scene, selection, pick, pickIndex, isOnly }: PickSetProps) {
  const chosen = selection.picked[pickIndex] ?? [];
  return (
    <div
      class={`pick${pickIndex === selection.pickIndex ? " present" : ""}`}
      role="group"
      aria-label={pick.label}
    >
      {!isOnly && (
        <button
          type="button"
          class="button quiet"
          aria-pressed={pickIndex === selection.pickIndex}
          onClick={() => controller.switchPick(pickIndex)}
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
          onClick={() => controller.togglePick(pickIndex, id)}
        >
          <span>{nameOf(scene, id)}</span>
        </button>
      ))}
    </div>
  );
}

/** Every choice by name: for keyboards, for screen readers, and as an overview. */
function AllChoices({ controller, scene, selection }: PromptProps) {
  const open = buttonChoices(scene, selection);
  if (scene.choices.every((choice) => open.includes(choice))) return null;
  return (
    <details class="all-choices">
      <summary>{say("prompt.all", { count: scene.choices.length })}</summary>
      <ul>
        {scene.choices.map((choice) => (
          <li key={choice.text + choice.path.join()}>
            <button
              type="button"
              class={choice.text === controller.expectedMove ? "pointed" : ""}
              data-text={choice.text}
              onClick={() => controller.choose(choice)}
            >
              {choice.label}
            </button>
          </li>
        ))}
      </ul>
    </details>
  );
}

function NoticeBox(
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
