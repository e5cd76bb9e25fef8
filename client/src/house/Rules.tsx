/** The rule sheet of a game: searched, and linked to by its numbers. */

import { useEffect, useState } from "preact/hooks";
import { useCell } from "../cell.ts";
import { sheetOf } from "../wire/shelf.ts";
import type { Block, Section, Span } from "../wire/types.ts";
import { language, say } from "../words.ts";
import { Frame } from "./Frame.tsx";
import { useLoaded } from "./load.ts";
import { Empty, Shown } from "./States.tsx";

export function Rules({ game }: { readonly game: string }) {
  const spoken = useCell(language);
  const sheet = useLoaded(`sheet ${game} ${spoken}`, () => sheetOf(game));
  const title = sheet.state === "ready" ? sheet.value.sections[0]?.title ?? "" : "";
  return (
    <Frame title={title || say("game.rules")}>
      <a class="back" href={`/game/${game}`}>{say("rules.back")}</a>
      <Shown loaded={sheet} lines={12}>{(value) => <Sheet sections={value.sections} />}</Shown>
    </Frame>
  );
}

function Sheet({ sections }: { readonly sections: readonly Section[] }) {
  const [wanted, setWanted] = useState("");
  const [first, ...rest] = sections;
  const found = rest.map((section) => narrowed(section, wanted)).filter((one) => one !== null);
  useEffect(jumpToHash, []);
  return (
    <article class="sheet">
      <h1>{first?.title}</h1>
      {first?.blocks.map((block, index) => <Part key={index} block={block} />)}
      <label class="search">
        <span class="only-read">{say("rules.search")}</span>
        <input
          type="search"
          value={wanted}
          placeholder={say("rules.search")}
          onInput={(event) => setWanted(event.currentTarget.value)}
        />
      </label>
      {!wanted && (
        <nav class="contents" aria-label={say("rules.contents")}>
          {rest.map((section, index) => <a key={index} href={`#part-${index}`}>{section.title}</a>)}
        </nav>
      )}
      {found.length === 0 && <Empty>{say("rules.none", { wanted })}</Empty>}
      {found.map((section) => (
        <section
          key={section.title}
          id={`part-${rest.findIndex((s) => s.title === section.title)}`}
        >
          <h2>{section.title}</h2>
          {section.blocks.map((block, index) => <Part key={index} block={block} />)}
        </section>
      ))}
    </article>
  );
}

/** The paragraphs of a section that have all the words looked for. */
export function narrowed(section: Section, wanted: string): Section | null {
  const words = plain(wanted).split(/\s+/).filter(Boolean);
  if (!words.length) return section;
  const inTitle = plain(section.title);
  const blocks = section.blocks.filter((block) => {
    const text = `${inTitle} ${plain(`${block.rule} ${textOf(block)}`)}`;
    return words.every((word) => text.includes(word));
  });
  return blocks.length ? { ...section, blocks } : null;
}

function textOf(block: Block): string {
  return block.texts.map((spans) => spans.map((span) => span.text).join("")).join(" ");
}

/** Without accents and capitals. */
function plain(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}

function jumpToHash(): void {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  target?.scrollIntoView({ block: "center" });
  target?.classList.add("pointed-at");
}

function Part({ block }: { readonly block: Block }) {
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
