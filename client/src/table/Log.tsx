/** What happened, line by line: of everybody or of one, everything or only one sort of it. */

import { Component } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { useCell } from "../cell.ts";
import { Icon } from "../icons.tsx";
import type { Line, Seat } from "../wire/types.ts";
import { say } from "../words.ts";
import { Sign } from "./Sign.tsx";
import type { Table } from "./store.ts";

const SORTS = ["move", "score", "luck"] as const;

/** Which lines somebody wants to see: of a seat (-1: of all), of a sort ("": of all). */
export interface Wish {
  readonly seat: number;
  readonly sort: "" | typeof SORTS[number];
}

export const EVERYTHING: Wish = { seat: -1, sort: "" };

/** The lines somebody wants to see. */
export function wished(lines: readonly Line[], { seat, sort }: Wish): readonly Line[] {
  return lines.filter((line) =>
    (seat < 0 || line.seat === seat) && (sort === "" || line.sort === sort)
  );
}

/** The lines that may be read again; all of them when the game is over. */
export function kept(lines: readonly Line[], isOver: boolean): readonly Line[] {
  return isOver ? lines : lines.filter((line) => !line.fades);
}

interface Side {
  readonly table: Table;
  readonly isOpen: boolean; // on small screens it is drawn over the table
  readonly onClose: () => void;
}

export function Log({ table, isOpen, onClose }: Side) {
  const lines = useCell(table.log);
  const view = useCell(table.view);
  const [wish, setWish] = useState(EVERYTHING);
  const list = useRef<HTMLOListElement>(null);
  const shown = wished(kept(lines, view?.status === "over"), wish);
  useEffect(() => {
    if (list.current) list.current.scrollTop = list.current.scrollHeight;
  }, [shown.length, isOpen]);
  return (
    <section class="log">
      <header>
        <h2>{say("log.title")}</h2>
        <Wishes seats={view?.seats ?? []} wish={wish} onWish={setWish} />
        <button type="button" class="close" aria-label={say("close")} onClick={onClose}>
          <Icon name="close" />
        </button>
      </header>
      <ol ref={list} tabIndex={0} aria-label={say("log.title")}>
        {shown.map((line, i) => (
          <LogLine
            key={`${line.event}.${i}`}
            line={line}
            game={view?.game ?? ""}
            isLast={i === shown.length - 1}
          />
        ))}
      </ol>
      {lines.length > 0 && !shown.length && <p class="state">{say("log.nothing")}</p>}
    </section>
  );
}

/** The two lists to choose from. */
export function Wishes({ seats, wish, onWish }: {
  readonly seats: readonly Pick<Seat, "name">[];
  readonly wish: Wish;
  readonly onWish: (wish: Wish) => void;
}) {
  return (
    <>
      <select
        aria-label={say("log.who")}
        value={wish.seat}
        onChange={(event) => onWish({ ...wish, seat: Number(event.currentTarget.value) })}
      >
        <option value={-1}>{say("log.all")}</option>
        {seats.map((one, i) => <option key={i} value={i}>{one.name}</option>)}
      </select>
      <select
        aria-label={say("log.what")}
        value={wish.sort}
        onChange={(event) => onWish({ ...wish, sort: event.currentTarget.value as Wish["sort"] })}
      >
        <option value="">{say("log.everything")}</option>
        {SORTS.map((sort) => <option key={sort} value={sort}>{say(`log.${sort}`)}</option>)}
      </select>
    </>
  );
}

interface Shown {
  readonly line: Line;
  readonly game: string;
  readonly isLast: boolean;
}

/** One line; its rule is a press away. Tab stops at the newest only, or it would stop for ever. */
class LogLine extends Component<Shown> {
  /** A log grows at its end: what stands in it is not drawn again. */
  override shouldComponentUpdate({ line, game, isLast }: Shown): boolean {
    const { props } = this;
    return line !== props.line || game !== props.game || isLast !== props.isLast;
  }

  override render() {
    const { line, game, isLast } = this.props;
    return (
      <li data-kind={line.kind} data-event={line.event}>
        {line.seat >= 0 ? <Sign seat={line.seat} /> : <span class="seat-sign" />}
        <span>
          {line.text} {line.cause === "timeout" && <em>{say("log.timeout")}</em>}{" "}
          <a
            class="rule-number"
            href={`/game/${game}/rules#${line.rule}`}
            target="_blank"
            tabIndex={isLast ? 0 : -1}
            aria-label={say("learn.rule", { rule: line.rule })}
          >
            {line.rule}
          </a>
        </span>
      </li>
    );
  }
}
