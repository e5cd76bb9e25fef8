/** The end of a game: why it is over, the scores as a table, and what decided a tie. */

import { useEffect, useRef, useState } from "preact/hooks";
import { loadArt } from "../scene/look.ts";
import { fitImage, pictureElement, Pictures } from "../scene/pictures.ts";
import type {
  Line,
  ScoreCell,
  ScoreColumn,
  ScoreNote,
  ScoreRow,
  ScoreTable,
} from "../wire/types.ts";
import { language, say } from "../words.ts";
import { SeatBadge } from "./SeatBadge.tsx";

interface FinalScoresProps {
  readonly game: string;
  readonly lines: readonly Pick<Line, "category" | "text">[];
  readonly scores: ScoreTable;
  readonly names: readonly string[];
  /** The seat that is called "you"; -1 for none. */
  readonly you: number;
}

export function FinalScores({ game, lines, scores, names, you }: FinalScoresProps) {
  const probe = useRef<HTMLSpanElement>(null);
  const pictures = usePictures(game, probe);
  const named = names.map((name, seat) => seat === you ? say("table.you.alone") : name);
  const reason = endReason(lines);
  return (
    <section class="final-scores">
      <span ref={probe} hidden />
      {reason && <p class="end-reason">{reason}</p>}
      <table>
        <thead>
          <tr>
            <th scope="col" colSpan={2}>
              <span class="visually-hidden">{say("ending.scoring")}</span>
            </th>
            {scores.columns.map((column) => (
              <Heading key={column.label} column={column} pictures={pictures} />
            ))}
          </tr>
        </thead>
        <tbody>
          {scores.rows.map((row) => (
            <Row key={row.seats[0]} row={row} names={named} pictures={pictures} />
          ))}
        </tbody>
      </table>
      {scores.notes.map((note, i) => <Note key={i} note={note} names={named} />)}
    </section>
  );
}

/** Why the game is over: the lines of the log that say so. */
export function endReason(lines: FinalScoresProps["lines"]): string {
  return lines.filter(({ category }) => category === "end").map(({ text }) => text).join(" ");
}

interface RowProps {
  readonly row: ScoreRow;
  readonly names: readonly string[];
  readonly pictures: Pictures | null;
}

function Row({ row, names, pictures }: RowProps) {
  return (
    <tr class={row.rank === 1 ? "winner" : ""}>
      <td class="rank">{row.rank}.</td>
      <th scope="row">
        {row.seats.map((seat) => (
          <span key={seat} class="name">
            <SeatBadge seat={seat} />
            <span>{names[seat]}</span>
          </span>
        ))}
      </th>
      {row.cells.map((cell, i) => <Cell key={i} cell={cell} pictures={pictures} />)}
    </tr>
  );
}

function Heading(
  { column, pictures }: { readonly column: ScoreColumn; readonly pictures: Pictures | null },
) {
  if (!column.art) return <th scope="col">{column.label}</th>;
  return (
    <th scope="col" title={column.label}>
      <ArtImage name={column.art} pictures={pictures} />
      <span class="visually-hidden">{column.label}</span>
    </th>
  );
}

function Cell(
  { cell, pictures }: { readonly cell: ScoreCell; readonly pictures: Pictures | null },
) {
  if (!cell.art.length) return <td>{cell.text}</td>;
  return (
    <td class="pictured" title={cell.text}>
      {cell.art.map((name, i) => <ArtImage key={i} name={name} pictures={pictures} />)}
      <span class="visually-hidden">{cell.text}</span>
    </td>
  );
}

/** What the table does not show, after the names of the sides it is about. */
function Note({ note, names }: { readonly note: ScoreNote; readonly names: readonly string[] }) {
  const list = new Intl.ListFormat(language.value).format(
    note.seats.map((seat) => names[seat] ?? ""),
  );
  return <p class="score-note">{say("ending.note", { names: list, text: note.text })}</p>;
}

const ART_HEIGHT = 24; // pixels

/** A picture of the game's art, as wide as it needs to be. */
function ArtImage(
  { name, pictures }: { readonly name: string; readonly pictures: Pictures | null },
) {
  const frame = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const picture = pictures?.find(name);
    if (!picture || !frame.current) return;
    const width = ART_HEIGHT * picture.size[0] / picture.size[1];
    const image = pictureElement(picture, "picture");
    fitImage(image, picture, { x: 0, y: 0, w: width, h: ART_HEIGHT });
    frame.current.style.width = `${width}px`;
    frame.current.replaceChildren(image);
  }, [name, pictures]);
  return <span class="score-art" ref={frame} aria-hidden="true" />;
}

/** The pictures of a game in the colours of the element that the probe is in; null until loaded. */
function usePictures(game: string, probe: { readonly current: Element | null }): Pictures | null {
  const [pictures, setPictures] = useState<Pictures | null>(null);
  useEffect(() => {
    let isGone = false;
    // Without the art the table still has its texts, which are then shown by no picture.
    void loadArt(game).then(({ sprite }) => {
      const { current } = probe;
      if (!isGone && current) setPictures(new Pictures(sprite, () => getComputedStyle(current)));
    }, () => {});
    return () => {
      isGone = true;
    };
  }, [game]);
  return pictures;
}
