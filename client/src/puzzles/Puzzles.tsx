/** Puzzles by game and difficulty, and those of the day. */

import { useEffect } from "preact/hooks";
import { PageLayout } from "../house/PageLayout.tsx";
import { useBoxes, useResource } from "../house/resources.ts";
import { Await, Empty } from "../house/States.tsx";
import { Icon } from "../icons.tsx";
import { get } from "../wire/http.ts";
import type { Box, PuzzleList } from "../wire/types.ts";
import { say } from "../words.ts";
import { nextPuzzle, puzzlesAt, solvedPuzzles } from "./solved.ts";

const DIFFICULTIES = [1, 2, 3] as const;
type Difficulty = typeof DIFFICULTIES[number];

/** A difficulty in words. */
export function difficultyText(difficulty: number): string {
  const known = DIFFICULTIES.find((one) => one === difficulty) ?? 3;
  return say(`puzzles.difficulty.${known}`);
}

export function Puzzles() {
  const list = useResource("puzzles", () => get<PuzzleList>("/api/puzzles"));
  const boxes = useBoxes();
  return (
    <PageLayout title={say("puzzles.title")} wide>
      <div class="puzzles-page">
        <h1>{say("puzzles.title")}</h1>
        <p>{say("puzzles.line")}</p>
        <Await resource={boxes} lines={6}>
          {(boxes) => (
            <Await resource={list} lines={6}>
              {(list) => <Shelf boxes={boxes} list={list} />}
            </Await>
          )}
        </Await>
      </div>
    </PageLayout>
  );
}

function Shelf({ boxes, list }: { readonly boxes: readonly Box[]; readonly list: PuzzleList }) {
  const solved = solvedPuzzles();
  useEffect(() => {
    document.getElementById(location.hash.slice(1))?.scrollIntoView({ block: "start" });
  }, []);
  const games = boxes.filter(({ game }) => list.puzzles.some((one) => one.game === game));
  if (!games.length) return <Empty>{say("puzzles.none")}</Empty>;
  return (
    <ul class="puzzle-games">
      {games.map((box) => (
        <li key={box.game} id={box.game}>
          <img src={box.cover} alt="" width="90" height="120" loading="lazy" />
          <div>
            <h2>{box.name}</h2>
            <Daily box={box} list={list} solved={solved} />
            <ul class="levels">
              {DIFFICULTIES.map((difficulty) => (
                <Level
                  key={difficulty}
                  box={box}
                  difficulty={difficulty}
                  list={list}
                  solved={solved}
                />
              ))}
            </ul>
          </div>
        </li>
      ))}
    </ul>
  );
}

interface GamePuzzlesProps {
  readonly box: Box;
  readonly list: PuzzleList;
  readonly solved: ReadonlySet<string>;
}

function Daily({ box, list, solved }: GamePuzzlesProps) {
  const daily = list.daily.find(({ game }) => game === box.game);
  if (!daily) return null;
  const isSolved = solved.has(daily.puzzle);
  return (
    <p class="daily">
      <span>
        {say("puzzles.daily")}
        <small>{difficultyText(daily.difficulty)}</small>
      </span>
      <a class={`button${isSolved ? "" : " main"}`} href={puzzleHref(daily.puzzle)}>
        {isSolved && <Icon name="passed" />}
        {say(isSolved ? "puzzles.daily.solved" : "puzzles.daily.solve")}
        <span class="visually-hidden">: {box.name}, {say("puzzles.daily")}</span>
      </a>
    </p>
  );
}

function Level({ box, difficulty, list, solved }: GamePuzzlesProps & {
  readonly difficulty: Difficulty;
}) {
  const puzzles = puzzlesAt(list.puzzles, box.game, difficulty);
  if (!puzzles.length) return null;
  const count = puzzles.filter(({ puzzle }) => solved.has(puzzle)).length;
  const next = nextPuzzle(puzzles, solved) ?? puzzles[0];
  const isAll = count === puzzles.length;
  return (
    <li>
      <span class="level">{difficultyText(difficulty)}</span>
      <span class="count">{say("puzzles.solved", { count, all: puzzles.length })}</span>
      {next && (
        <a class="button" href={puzzleHref(next.puzzle)}>
          {say(isAll ? "puzzles.all-solved" : count ? "puzzles.go-on" : "puzzles.start")}
          <span class="visually-hidden">: {box.name}, {difficultyText(difficulty)}</span>
        </a>
      )}
    </li>
  );
}

/** The address of a puzzle. */
export function puzzleHref(puzzle: string): string {
  return `/puzzle/${encodeURIComponent(puzzle)}`;
}
