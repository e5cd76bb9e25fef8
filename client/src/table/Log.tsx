/** The log of a game, filtered by seat and by category of lines. */

import { Component } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { useSignalValue } from "../signal.ts";
import { Icon } from "../icons.tsx";
import type { Line, Seat } from "../wire/types.ts";
import { say } from "../words.ts";
import { showRule } from "./showRule.ts";
import { SeatBadge } from "./SeatBadge.tsx";
import type { TableController } from "./TableController.ts";

const LINE_CATEGORIES = ["move", "score", "luck"] as const;

/** A filter: a seat (-1: all) and a category of lines ("": all). */
export interface LogFilter {
  readonly seat: number;
  readonly category: "" | typeof LINE_CATEGORIES[number];
}

export const NO_FILTER: LogFilter = { seat: -1, category: "" };

/** The lines that pass a filter. */
export function filterLines(
  lines: readonly Line[],
  { seat, category }: LogFilter,
): readonly Line[] {
  return lines.filter((line) =>
    (seat < 0 || line.seat === seat) && (category === "" || line.category === category)
  );
}

/** The lines that may be read again: those that fade only when the game is over. */
export function readableLines(lines: readonly Line[], isOver: boolean): readonly Line[] {
  return isOver ? lines : lines.filter((line) => !line.fades);
}

interface LogProps {
  readonly table: TableController;
  readonly isOpen: boolean; // on small screens, over the board
  readonly onClose: () => void;
}

export function Log({ table, isOpen, onClose }: LogProps) {
  const lines = useSignalValue(table.log);
  const view = useSignalValue(table.view);
  const [filter, setFilter] = useState(NO_FILTER);
  const list = useRef<HTMLOListElement>(null);
  const shown = filterLines(readableLines(lines, view?.status === "over"), filter);
  const [onRule] = useState(() => (event: MouseEvent, rule: string) =>
    showRule(event, table, rule)
  );
  const [point] = useState(() => (about: readonly string[]) => table.pointFromLog(about));
  // On a small screen the log lies over what it points at.
  const [show] = useState(() => (about: readonly string[]) => {
    onClose();
    table.pointFromLog(about);
  });
  useEffect(() => scrollToEnd(list.current), [shown.length, isOpen]);
  useEffect(() => {
    const observer = new ResizeObserver(() => scrollToEnd(list.current));
    if (list.current) observer.observe(list.current);
    return () => observer.disconnect();
  }, []);
  return (
    <section class="log">
      <header>
        <h2>{say("log.title")}</h2>
        <LogFilters seats={view?.seats ?? []} filter={filter} onChange={setFilter} />
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
            onPoint={point}
            onShow={show}
            onRule={onRule}
          />
        ))}
      </ol>
      {lines.length > 0 && !shown.length && <p class="state">{say("log.nothing")}</p>}
    </section>
  );
}

function scrollToEnd(list: HTMLElement | null): void {
  if (list) list.scrollTop = list.scrollHeight;
}

/** The two select boxes of the filter. */
export function LogFilters({ seats, filter, onChange }: {
  readonly seats: readonly Pick<Seat, "name">[];
  readonly filter: LogFilter;
  readonly onChange: (filter: LogFilter) => void;
}) {
  return (
    <>
      <select
        aria-label={say("log.filter.seat")}
        value={filter.seat}
        onChange={(event) => onChange({ ...filter, seat: Number(event.currentTarget.value) })}
      >
        <option value={-1}>{say("log.all")}</option>
        {seats.map((one, i) => <option key={i} value={i}>{one.name}</option>)}
      </select>
      <select
        aria-label={say("log.filter.category")}
        value={filter.category}
        onChange={(event) =>
          onChange({ ...filter, category: event.currentTarget.value as LogFilter["category"] })}
      >
        <option value="">{say("log.everything")}</option>
        {LINE_CATEGORIES.map((one) => <option key={one} value={one}>{say(`log.${one}`)}</option>)}
      </select>
    </>
  );
}

interface LogLineProps {
  readonly line: Line;
  readonly game: string;
  readonly isLast: boolean;
  /** Point at what the line is about; at nothing when the pointer leaves. */
  readonly onPoint: (about: readonly string[]) => void;
  /** The line was pressed: show the board with what it is about. */
  readonly onShow: (about: readonly string[]) => void;
  readonly onRule: (event: MouseEvent, rule: string) => void;
}

function isOnLink({ target }: MouseEvent): boolean {
  return target instanceof Element && target.closest("a") !== null;
}

/** One line with a link to its rule. Only the last one is a Tab stop. */
class LogLine extends Component<LogLineProps> {
  /** A log grows at its end: older lines are not rendered again. */
  override shouldComponentUpdate({ line, game, isLast }: LogLineProps): boolean {
    const { props } = this;
    return line !== props.line || game !== props.game || isLast !== props.isLast;
  }

  override render() {
    const { line, game, isLast, onPoint, onShow, onRule } = this.props;
    const { about } = line;
    return (
      <li
        data-kind={line.kind}
        data-event={line.event}
        onClick={about && ((event) => isOnLink(event) || onShow(about))}
        onPointerEnter={about && (() => onPoint(about))}
        onPointerLeave={about && (() => onPoint([]))}
      >
        {line.seat >= 0 ? <SeatBadge seat={line.seat} /> : <span class="seat-badge" />}
        <span>
          {line.text} {line.cause === "timeout" && <em>{say("log.timeout")}</em>}{" "}
          <a
            class="rule-number"
            href={`/game/${game}/rules#${line.rule}`}
            target="_blank"
            tabIndex={isLast ? 0 : -1}
            onClick={(event) => onRule(event, line.rule)}
            aria-label={say("learn.rule", { rule: line.rule })}
          >
            {line.rule}
          </a>
        </span>
      </li>
    );
  }
}
