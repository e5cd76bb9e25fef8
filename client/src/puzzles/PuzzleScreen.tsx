/** The screen of a puzzle: what to find, the board, and what the move was worth. */

import { useEffect, useRef, useState } from "preact/hooks";
import { costText } from "../analysis/costs.ts";
import { PageLayout } from "../house/PageLayout.tsx";
import { useResource } from "../house/resources.ts";
import { Await } from "../house/States.tsx";
import { Icon } from "../icons.tsx";
import { useSignalValue } from "../signal.ts";
import { Board } from "../table/Board.tsx";
import { Prompt } from "../table/Prompt.tsx";
import { SeatBadge } from "../table/SeatBadge.tsx";
import { showTitle } from "../title.ts";
import { findGame } from "../wire/games.ts";
import { get } from "../wire/http.ts";
import type { Box, PuzzleList, PuzzleView, Solution } from "../wire/types.ts";
import { language, say } from "../words.ts";
import { PuzzleBoard, puzzlePath } from "./PuzzleBoard.ts";
import { difficultyText, puzzleHref } from "./Puzzles.tsx";
import { nextPuzzle, puzzlesAt, solvedPuzzles } from "./solved.ts";

interface Loaded {
  readonly box: Box | undefined;
  readonly puzzle: PuzzleView;
  readonly list: PuzzleList;
}

export function PuzzleScreen({ puzzle }: { readonly puzzle: string }) {
  const currentLanguage = useSignalValue(language);
  const path = `${puzzlePath(puzzle)}?language=${currentLanguage}`;
  const loaded = useResource<Loaded>(path, async () => {
    const found = await get<PuzzleView>(path);
    const [box, list] = await Promise.all([
      findGame(found.game),
      get<PuzzleList>(`/api/puzzles?game=${encodeURIComponent(found.game)}`),
    ]);
    return { box, puzzle: found, list };
  });
  if (loaded.state === "ready") return <Solver loaded={loaded.value} />;
  return (
    <PageLayout title={say("puzzles.title")}>
      <Await resource={loaded} lines={6}>{() => null}</Await>
      {loaded.state === "failed" && <a class="button" href="/puzzles">{say("puzzle.back")}</a>}
    </PageLayout>
  );
}

function Solver({ loaded }: { readonly loaded: Loaded }) {
  const { box, puzzle, list } = loaded;
  const [board, setBoard] = useState<PuzzleBoard | null>(null);
  useEffect(() => setBoard(new PuzzleBoard(puzzle)), [puzzle]);
  const title = say("puzzle.title", { game: box?.name ?? "" });
  useEffect(() => showTitle(`${title} · ${say("house.name")}`), [title]);
  return (
    <main class={`table lesson puzzle game-${puzzle.game}`}>
      <header class="top-bar">
        <a
          class="button icon quiet"
          href="/puzzles"
          aria-label={say("puzzle.back")}
          title={say("puzzle.back")}
        >
          <Icon name="back" />
        </a>
        <h1>{title}</h1>
      </header>
      {board && <Task board={board} box={box} list={list} />}
      <div class="middle">{board && <Board controller={board} />}</div>
      {board && <Below board={board} list={list} />}
    </main>
  );
}

interface TaskProps {
  readonly board: PuzzleBoard;
  readonly box: Box | undefined;
  readonly list: PuzzleList;
}

/** What to find, and then whether it was found. */
function Task({ board, box, list }: TaskProps) {
  const solution = useSignalValue(board.solution);
  const { puzzle } = board;
  const isDaily = list.daily.some((one) => one.puzzle === puzzle.puzzle);
  const kind = difficultyText(puzzle.difficulty);
  return (
    <section class="instruction" tabIndex={0} aria-label={say("puzzles.title")}>
      <h2>{isDaily ? `${say("puzzles.daily")} · ${kind}` : kind}</h2>
      <div class="text" role="status">
        {solution ? <Verdict solution={solution} age={box?.age ?? 0} /> : (
          <>
            <p class="task">
              <SeatBadge seat={puzzle.seat} /> {say("puzzle.task")}
            </p>
            <p class="tip">{say("puzzle.task.tip")}</p>
          </>
        )}
      </div>
    </section>
  );
}

function Verdict({ solution, age }: { readonly solution: Solution; readonly age: number }) {
  const { right, best_label, cost, reason } = solution;
  return (
    <>
      <p class={`verdict ${right ? "right" : "wrong"}`}>
        <Icon name={right ? "passed" : "close"} />
        <strong>{say(right ? "puzzle.right" : "puzzle.wrong")}</strong>
      </p>
      <p>{say("puzzle.best", { move: best_label })}</p>
      {reason && <p>{reason}</p>}
      <p class="tip">{costText("gain", cost, age)}.</p>
    </>
  );
}

/** The prompt, and after the answer the way on. */
function Below({ board, list }: Pick<TaskProps, "board" | "list">) {
  const solution = useSignalValue(board.solution);
  const onward = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    if (solution && document.activeElement === document.body) {
      onward.current?.focus({ preventScroll: true });
    }
  }, [solution]);
  if (!solution) {
    return (
      <div class="below">
        <Prompt controller={board} />
      </div>
    );
  }
  const { game, difficulty, puzzle } = board.puzzle;
  const next = nextPuzzle(puzzlesAt(list.puzzles, game, difficulty), solvedPuzzles(), puzzle);
  return (
    <div class="below">
      <section class="prompt solved" aria-label={say("prompt.area")}>
        {!next && <h2 class="prompt-text">{say("puzzle.last")}</h2>}
        <div class="answers">
          {next
            ? (
              <a class="button main" ref={onward} href={puzzleHref(next.puzzle)}>
                {say("puzzle.next")}
              </a>
            )
            : <a class="button main" ref={onward} href="/puzzles">{say("puzzle.back")}</a>}
          <button type="button" class="button" onClick={() => board.again()}>
            {say("puzzle.again")}
          </button>
        </div>
      </section>
    </div>
  );
}
