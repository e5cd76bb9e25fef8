/** The rule sheet of a game, with search and links to its rule numbers. */

import { useEffect, useState } from "preact/hooks";
import { useSignalValue } from "../signal.ts";
import { fetchRuleSheet } from "../wire/games.ts";
import type { Block, Section, Span } from "../wire/types.ts";
import { language, say } from "../words.ts";
import { PageLayout } from "./PageLayout.tsx";
import { useResource } from "./resources.ts";
import { Await, Empty } from "./States.tsx";

export function Rules({ game }: { readonly game: string }) {
  const currentLanguage = useSignalValue(language);
  const sheet = useResource(`sheet ${game} ${currentLanguage}`, () => fetchRuleSheet(game));
  const title = sheet.state === "ready" ? sheet.value.sections[0]?.title ?? "" : "";
  return (
    <PageLayout title={title || say("game.rules")}>
      <a class="back" href={`/game/${game}`}>{say("rules.back")}</a>
      <Await resource={sheet} lines={12}>
        {(value) => <SheetView sections={value.sections} />}
      </Await>
    </PageLayout>
  );
}

function SheetView({ sections }: { readonly sections: readonly Section[] }) {
  const [query, setQuery] = useState("");
  const [first, ...rest] = sections;
  const found = rest.map((section) => filterSection(section, query)).filter((one) => one !== null);
  useEffect(jumpToHash, []);
  return (
    <article class="rule-sheet">
      <h1>{first?.title}</h1>
      {first?.blocks.map((block, index) => <BlockView key={index} block={block} />)}
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
          {section.blocks.map((block, index) => <BlockView key={index} block={block} />)}
        </section>
      ))}
    </article>
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

/** Lower case, without accents. */
function normalized(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}

function jumpToHash(): void {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  target?.scrollIntoView({ block: "center" });
  target?.classList.add("linked");
}

function BlockView({ block }: { readonly block: Block }) {
  switch (block.kind) {
    case "rule":
      return (
        <p id={block.rule} class="rule">
          <a class="rule-number" href={`#${block.rule}`}>{block.rule}</a>
          <span>{block.texts.map((spans, index) => <Spans key={index} spans={spans} />)}</span>
        </p>
      );
    case "list":
      return (
        <ul class="bullets">
          {block.texts.map((spans, index) => (
            <li key={index}>
              <Spans spans={spans} />
            </li>
          ))}
        </ul>
      );
    case "figure":
      return <pre tabIndex={0}>{textOf(block)}</pre>;
    default:
      return <p>{block.texts.map((spans, index) => <Spans key={index} spans={spans} />)}</p>;
  }
}

function Spans({ spans }: { readonly spans: readonly Span[] }) {
  return (
    <>
      {spans.map((span, index) => {
        if (span.kind === "bold") return <strong key={index}>{span.text}</strong>;
        if (span.kind === "code") return <code key={index}>{span.text}</code>;
        if (span.kind === "rule") return <a key={index} href={`#${span.text}`}>{span.text}</a>;
        return span.text;
      })}
    </>
  );
}
