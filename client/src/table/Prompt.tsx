/** The prompt below the board: what is expected of the player, and buttons to answer it. */

import { useEffect } from "preact/hooks";
import { useSignalValue } from "../signal.ts";
import { Icon } from "../icons.tsx";
import { groupsOf, sumText } from "../scene/groups.ts";
import {
  choicesAside,
  completeChoices,
  hasDirectWay,
  isComplete,
  isStarted,
  nextPieces,
  type Selection,
  shakeChoices,
} from "../scene/selection.ts";
import type { Choice, Pick, Scene } from "../wire/types.ts";
import { say } from "../words.ts";
import { Hints } from "./Hints.tsx";
import { MotionOffer } from "./MotionOffer.tsx";
import type { Stage } from "../scene/StageView.ts";
import type { BoardController, Notice } from "./BoardController.ts";

export function Prompt({ controller }: { readonly controller: BoardController }) {
  const view = useSignalValue(controller.view);
  const selection = useSignalValue(controller.selection);
  const notice = useSignalValue(controller.notice);
  const hints = useSignalValue(controller.hints);
  const isSending = useSignalValue(controller.isSending);
  const stage = useSignalValue(controller.stage);
  const scene = view?.scene;
  if (!view || !scene) return null;
  if (stage && !stage.groups.length) return <Told controller={controller} stage={stage} />;
  const isMine = view.decision >= 0 && scene.choices.length > 0;
  const hasHints = isMine && hints.length > 0 && !selection.choice;
  return (
    <section
      class={`prompt${isMine ? " mine" : ""}`}
      aria-label={say("prompt.area")}
      aria-busy={isSending}
    >
      <h2 class={`prompt-text${notice || hasHints ? " visually-hidden" : ""}`}>
        {isMine
          ? promptText(scene, selection)
          : view.staged && view.decision >= 0
          ? say("prompt.soon")
          : scene.prompt}
      </h2>
      {notice && (
        <NoticeBox
          notice={notice}
          game={view.game}
          onRule={(event, rule) => controller.followRule(event, rule)}
          onClose={() => controller.notice.value = null}
        />
      )}
      {hasHints && !notice && <Hints controller={controller} hints={hints} />}
      {isMine && <Answers controller={controller} scene={scene} selection={selection} />}
    </section>
  );
}

/** What happened on the board, until it has been seen. */
function Told(
  { controller, stage }: { readonly controller: BoardController; readonly stage: Stage },
) {
  return (
    <section class="prompt told" aria-label={say("prompt.area")}>
      <h2 class="prompt-text">{stage.lines.map(({ text }) => text).join(" ")}</h2>
      {stage.isHeld && (
        <button type="button" class="button main" onClick={() => controller.goOn()}>
          {say("stage.go-on")}
        </button>
      )}
    </section>
  );
}

/** The prompt for the present selection: of the game, or of the choice to complete or confirm. */
function promptText(scene: Scene, selection: Selection): string {
  const { choice } = selection;
  if (!choice && isAnswered(scene, selection)) return askOfLast(scene, selection);
  if (!choice) return askOf(scene, selection) || scene.prompt;
  const picks = choice.picks.filter((pick) => pick.targets.length > 0);
  if (!picks.length && !choice.confirm) return choice.label;
  if (!picks.length) return choice.question ?? say("prompt.sure", { choice: choice.label });
  if (groupsOf(choice).length) {
    return sumText(choice, selection.picked[0] ?? []) || picks[0]?.label || "";
  }
  const only = picks.length === 1 ? picks[0] : undefined;
  return only ? say("prompt.pick", { choice: choice.label, pick: only.label }) : choice.label;
}

/** What the piece that was pressed last asks for. */
function askOf(scene: Scene, { path, destination }: Selection): string {
  const pressed = destination || path.at(-1);
  return scene.pieces.find((piece) => piece.id === pressed)?.ask ?? "";
}

/** What a piece asks for to which another one was brought, or the names of what has been pressed. */
function askOfLast(scene: Scene, selection: Selection): string {
  const isBrought = selection.path.length > 1 || selection.destination !== "";
  return isBrought && askOf(scene, selection) || trail(scene, selection);
}

/** Whether what was pressed has buttons that say how to go on, or no piece is left to press. */
function isAnswered(scene: Scene, selection: Selection): boolean {
  if (!selection.path.length) return false;
  return completeChoices(scene, selection).length > 0 || nextPieces(scene, selection).size === 0;
}

/** The names of what has been pressed so far. */
function trail(scene: Scene, { path, destination }: Selection): string {
  if (destination && !path.length) return say("prompt.which");
  const names = path.map((id) => nameOf(scene, id)).join(" › ");
  return destination ? `${names} › ${nameOf(scene, destination)}` : names;
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

/** The choices shown as buttons: the complete ones and those that shake something, or the only one. */
function buttonChoices(scene: Scene, selection: Selection): readonly Choice[] {
  if (scene.choices.length === 1) return scene.choices;
  const complete = completeChoices(scene, selection);
  return isStarted(selection) ? complete : [...complete, ...shakeChoices(scene)];
}

/** Buttons for the complete choices, and a back button. */
function Buttons({ controller, scene, selection }: PromptProps) {
  const choices = buttonChoices(scene, selection);
  if (!choices.length && !isStarted(selection)) return null;
  const shaking = shakeChoices(scene);
  return (
    <div class="answers">
      {isStarted(selection) && !isAnswered(scene, selection) && (
        <span
          class={`trail${askOf(scene, selection) ? " visually-hidden" : ""}`}
          role="status"
        >
          {trail(scene, selection)}
        </span>
      )}
      {choices.map((choice) => (
        <ChoiceButton
          key={choice.text}
          controller={controller}
          choice={choice}
          isMain={shaking.includes(choice)}
        />
      ))}
      {shaking.length > 0 && !isStarted(selection) && <MotionOffer />}
      {hasDirectWay(scene, selection) && (
        <button
          type="button"
          class="button quiet instead"
          onClick={() => controller.goDirectly()}
        >
          {say("prompt.instead")}
        </button>
      )}
      {isStarted(selection) && <Back controller={controller} />}
    </div>
  );
}

interface ChoiceButtonProps {
  readonly controller: BoardController;
  readonly choice: Choice;
  readonly isMain?: boolean;
}

function ChoiceButton({ controller, choice, isMain = false }: ChoiceButtonProps) {
  const isPointed = choice.text === controller.expectedMove;
  return (
    <button
      type="button"
      class={`button choice${isMain ? " main" : ""}${isPointed ? " pointed" : ""}`}
      data-text={choice.text}
      onClick={() => controller.choose(choice)}
    >
      {choice.label}
    </button>
  );
}

function Back({ controller }: { readonly controller: BoardController }) {
  return (
    <button type="button" class="button quiet back" onClick={() => controller.stepBack()}>
      {say("prompt.back")}
    </button>
  );
}

/** The picks of a choice, the button that plays it, and what else could be meant. Pieces of groups
 * are picked on the board alone. */
function Confirmation(
  { controller, scene, selection, choice }: PromptProps & { readonly choice: Choice },
) {
  const picks = choice.picks.map((pick, pickIndex) => ({ pick, pickIndex }))
    .filter(({ pick }) => pick.targets.length > 0 && !pick.groups);
  const isGrouped = groupsOf(choice).length > 0;
  useConfirmationKeys(controller, isComplete(selection));
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
        {isGrouped
          ? choice.label
          : say(picks.length || !choice.confirm ? "prompt.confirm" : "prompt.yes")}
      </button>
      <Aside controller={controller} choices={choicesAside(scene, selection)} />
      <Back controller={controller} />
    </div>
  );
}

const MAX_CHOICES_ASIDE = 1; // more would push the board away for what is rarely meant

/** What the last press could have meant instead of a pick, or a button that leads there. */
function Aside(
  { controller, choices }: {
    readonly controller: BoardController;
    readonly choices: readonly Choice[];
  },
) {
  const isPointed = choices.some(({ text }) => text === controller.expectedMove);
  if (choices.length > MAX_CHOICES_ASIDE && !isPointed) {
    return (
      <button
        type="button"
        class="button quiet instead"
        onClick={() => controller.turnAside()}
      >
        {say("prompt.instead")}
      </button>
    );
  }
  return (
    <>
      {choices.map((choice) => (
        <ChoiceButton key={choice.text} controller={controller} choice={choice} />
      ))}
    </>
  );
}

const KEY_TARGETS = "input, textarea, select, button, a, summary, dialog";

/** Enter plays a complete move from wherever the focus is, except on what has its own use for the key;
 * Escape takes it back. */
function useConfirmationKeys(controller: BoardController, isReady: boolean): void {
  useEffect(() => {
    if (!isReady) return;
    const onKey = (event: KeyboardEvent) => {
      const isElsewhere = event.target instanceof Element && event.target.closest(KEY_TARGETS);
      if (event.repeat || isElsewhere && event.key !== "Escape") return;
      if (event.key === "Enter") controller.confirm();
      else if (event.key === "Escape") controller.stepBack();
      else return;
      event.preventDefault();
      event.stopPropagation();
    };
    document.addEventListener("keydown", onKey, true);
    return () => document.removeEventListener("keydown", onKey, true);
  }, [controller, isReady]);
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
  const point = (path: readonly string[]) => controller.pointed.value = new Set(path);
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
              onPointerEnter={() => point(choice.path)}
              onPointerLeave={() => point([])}
              onFocus={() => point(choice.path)}
              onBlur={() => point([])}
            >
              {choice.spoken ?? choice.label}
            </button>
          </li>
        ))}
      </ul>
    </details>
  );
}

function NoticeBox(
  { notice, game, onRule, onClose }: {
    readonly notice: Notice;
    readonly game: string;
    readonly onRule: (event: MouseEvent, rule: string) => void;
    readonly onClose: () => void;
  },
) {
  return (
    <div class="notice" role="alert">
      <p>
        <strong>{notice.text}</strong>
        {notice.paragraph && <span class="paragraph">{notice.paragraph}</span>}
        {notice.rule && (
          <a
            href={`/game/${game}/rules#${notice.rule}`}
            target="_blank"
            onClick={(event) => onRule(event, notice.rule)}
          >
            {notice.rule}
          </a>
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
