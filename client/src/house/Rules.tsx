/** The rules of a game: the essentials in pictures, and the sheet with search and rule numbers. */

import { type ComponentChild, Fragment } from "preact";
import { useEffect, useState } from "preact/hooks";
import { useSignalValue } from "../signal.ts";
import { fetchRulePictures, fetchRuleSheet } from "../wire/games.ts";
import type {
  Block,
  Essential,
  Figure,
  RulePicture as Picture,
  RulePictures,
  RuleSheet as Sheet,
  Section,
  Span,
} from "../wire/types.ts";
import { language, say } from "../words.ts";
import { PageLayout } from "./PageLayout.tsx";
import { type Resource, useResource } from "./resources.ts";
import { RulePicture } from "./RulePicture.tsx";
import { Await, Empty } from "./States.tsx";

export function Rules({ game }: { readonly game: string }) {
  const rules = useRules(game);
  const title = rules.state === "ready" ? rules.value.sheet.sections[0]?.title ?? "" : "";
  return (
    <PageLayout title={title || say("game.rules")}>
      <a class="back" href={`/game/${game}`}>{say("rules.back")}</a>
      <Await resource={rules} lines={12}>
        {(value) => <RulesView rules={value} linked={hashId()} />}
      </Await>
    </PageLayout>
  );
}

/** The rules of a game over its table, at one of them, or ("") at the essentials. */
export function RuleSheet({ game, rule }: { readonly game: string; readonly rule: string }) {
  const rules = useRules(game);
  return (
    <Await resource={rules} lines={12}>
      {(value) => <RulesView key={rule} rules={value} linked={rule} />}
    </Await>
  );
}

interface GameRules {
  readonly sheet: Sheet;
  readonly pictures: RulePictures;
}

function useRules(game: string): Resource<GameRules> {
  const currentLanguage = useSignalValue(language);
  return useResource(`rules ${game} ${currentLanguage}`, async () => {
    const [sheet, pictures] = await Promise.all([fetchRuleSheet(game), fetchRulePictures(game)]);
    return { sheet, pictures };
  });
}

const TABS = ["essentials", "sheet"] as const;

interface RulesViewProps {
  readonly rules: GameRules;
  /** The id of the rule that is shown first; "" for the essentials. */
  readonly linked: string;
}

/** The essentials first, and all rules behind them. */
function RulesView({ rules: { sheet, pictures }, linked }: RulesViewProps) {
  const { essentials, figures } = pictures;
  const [rule, setRule] = useState(linked);
  const [tab, setTab] = useState<typeof TABS[number]>(
    essentials.length && !linked ? "essentials" : "sheet",
  );
  const showRule = (number: string) => {
    setRule(number);
    setTab("sheet");
  };
  return (
    <article class="rule-sheet">
      <h1>{sheet.sections[0]?.title}</h1>
      {essentials.length > 0 && (
        <div class="tabs" role="group" aria-label={say("rules.tabs")}>
          {TABS.map((one) => (
            <button
              type="button"
              key={one}
              aria-pressed={one === tab}
              onClick={() => setTab(one)}
            >
              {say(`rules.tab.${one}`)}
            </button>
          ))}
        </div>
      )}
      {tab === "essentials"
        ? <Essentials game={sheet.game} essentials={essentials} showRule={showRule} />
        : <SheetView sheet={sheet} figures={figures} linked={rule} />}
    </article>
  );
}

interface EssentialsProps {
  readonly game: string;
  readonly essentials: readonly Essential[];
  readonly showRule: (number: string) => void;
}

function Essentials({ game, essentials, showRule }: EssentialsProps) {
  return (
    <ol class="essentials">
      {essentials.map(({ say: text, rule, picture }) => (
        <li key={rule}>
          <RulePicture game={game} picture={picture} />
          <p>
            {text}{" "}
            <a class="rule-number" href={`#${rule}`} onClick={() => showRule(rule)}>{rule}</a>
          </p>
        </li>
      ))}
    </ol>
  );
}

interface SheetProps {
  readonly sheet: Sheet;
  readonly figures: readonly Figure[];
  /** The id of what is shown first. */
  readonly linked: string;
}

function SheetView({ sheet: { game, sections }, figures, linked }: SheetProps) {
  const [query, setQuery] = useState("");
  const [first, ...rest] = sections;
  const found = rest.map((section) => filterSection(section, query)).filter((one) => one !== null);
  useEffect(() => jumpTo(linked), [linked]);
  const picturesOf = (rule: string) => figures.find((one) => one.rule === rule)?.pictures ?? [];
  return (
    <>
      {first?.blocks.map((block, index) => <BlockView key={index} block={block} query="" />)}
      <label class="search">
        <span class="visually-hidden">{say("rules.search")}</span>
        <input
          type="search"
          value={query}
          placeholder={say("rules.search")}
          onInput={(event) => setQuery(event.currentTarget.value)}
        />
      </label>
      {!query && (
        <nav class="contents" aria-label={say("rules.contents")}>
          {rest.map((section, index) => <a key={index} href={`#part-${index}`}>{section.title}</a>)}
        </nav>
      )}
      {found.length === 0 && <Empty>{say("rules.none", { query })}</Empty>}
      {found.map((section) => (
        <section
          key={section.title}
          id={`part-${rest.findIndex((s) => s.title === section.title)}`}
        >
          <h2>{section.title}</h2>
          {section.blocks.map((block, index) => (
            <Fragment key={block.rule || index}>
              <BlockView block={block} query={query} />
              <FigureView game={game} pictures={block.rule ? picturesOf(block.rule) : []} />
            </Fragment>
          ))}
        </section>
      ))}
    </>
  );
}

interface FigureProps {
  readonly game: string;
  readonly pictures: readonly Picture[];
}

/** The pictures below a rule. */
function FigureView({ game, pictures }: FigureProps) {
  if (!pictures.length) return null;
  return (
    <div class="rule-figure">
      {pictures.map((picture, index) => <RulePicture key={index} game={game} picture={picture} />)}
    </div>
  );
}

/** A section reduced to the blocks that contain all words of the query; null if none does. */
function filterSection(section: Section, query: string): Section | null {
  const words = normalized(query).split(/\s+/).filter(Boolean);
  if (!words.length) return section;
  const inTitle = normalized(section.title);
  const blocks = section.blocks.filter((block) => {
    const text = `${inTitle} ${normalized(`${block.rule} ${textOf(block)}`)}`;
    return words.every((word) => text.includes(word));
  });
  return blocks.length ? { ...section, blocks } : null;
}

function textOf(block: Block): string {
  return block.texts.map((spans) => spans.map((span) => span.text).join("")).join(" ");
}

/** A text in which the words of a query are marked. */
function marked(text: string, query: string): ComponentChild {
  const words = normalized(query).split(/\s+/).filter(Boolean);
  // Without accents a text may be shorter: then nothing is marked.
  const plain = normalized(text);
  if (!words.length || plain.length !== text.length) return text;
  const parts: ComponentChild[] = [];
  let end = 0;
  for (const { index, 0: found } of plain.matchAll(new RegExp(words.map(escaped).join("|"), "g"))) {
    parts.push(text.slice(end, index), <mark>{text.slice(index, index + found.length)}</mark>);
    end = index + found.length;
  }
  return <>{parts}{text.slice(end)}</>;
}

function escaped(word: string): string {
  return word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}

/** Lower case, without accents. */
function normalized(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}

function hashId(): string {
  return decodeURIComponent(location.hash.slice(1));
}

function jumpTo(id: string): void {
  const target = document.getElementById(id);
  target?.scrollIntoView({ block: "center" });
  target?.classList.add("linked");
}

function BlockView({ block, query }: { readonly block: Block; readonly query: string }) {
  switch (block.kind) {
    case "rule":
      return (
        <p id={block.rule} class="rule">
          <a class="rule-number" href={`#${block.rule}`}>{marked(block.rule, query)}</a>
          <span>
            {block.texts.map((spans, index) => <Spans key={index} spans={spans} query={query} />)}
          </span>
        </p>
      );
    case "list":
      return (
        <ul class="bullets">
          {block.texts.map((spans, index) => (
            <li key={index}>
              <Spans spans={spans} query={query} />
            </li>
          ))}
        </ul>
      );
    default:
      return (
        <p>
          {block.texts.map((spans, index) => <Spans key={index} spans={spans} query={query} />)}
        </p>
      );
  }
}

interface SpansProps {
  readonly spans: readonly Span[];
  readonly query: string;
}

function Spans({ spans, query }: SpansProps) {
  return (
    <>
      {spans.map((span, index) => {
        if (span.kind === "bold") {
          return <strong key={index}>{marked(span.text, query)}</strong>;
        }
        if (span.kind === "code") return <code key={index}>{span.text}</code>;
        if (span.kind === "rule") return <a key={index} href={`#${span.text}`}>{span.text}</a>;
        return marked(span.text, query);
      })}
    </>
  );
}
