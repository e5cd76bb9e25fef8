/** Passing a game on: a link to its replay, or its record as a file. */

import { useRef, useState } from "preact/hooks";
import { say } from "../words.ts";

interface Shared {
  readonly game: string;
  readonly table: string;
  /** The moment the link leads to, as it stands in an address. */
  readonly hash: string;
}

export function Share({ game, table, hash }: Shared) {
  const link = `${location.origin}/table/${table}/replay${hash}`;
  return (
    <div class="share">
      <label>
        <span>{say("share.link")}</span>
        <input readOnly value={link} onFocus={(event) => event.currentTarget.select()} />
      </label>
      <PassOn link={link} />
      <a
        class="button"
        href={`/api/tables/${encodeURIComponent(table)}/record`}
        download={`${game}-${table}.json`}
      >
        {say("share.record")}
      </a>
    </div>
  );
}

/** Whether the device has a way of its own; its types say always, old browsers say no. */
const CAN_SHARE = "share" in navigator;

/** By what the device offers; else the link is copied, or left to be copied by hand. */
function PassOn({ link }: { readonly link: string }) {
  const [said, saying] = useState<"" | "share.copied" | "share.by-hand">("");
  const button = useRef<HTMLButtonElement>(null);
  const pass = async () => {
    if (CAN_SHARE) return await navigator.share({ url: link }).catch(() => {});
    try {
      await navigator.clipboard.writeText(link);
      saying("share.copied");
    } catch {
      button.current?.parentElement?.querySelector("input")?.select();
      saying("share.by-hand");
    }
  };
  return (
    <>
      <button type="button" class="button" ref={button} onClick={() => void pass()}>
        {say(CAN_SHARE ? "share.share" : "share.copy")}
      </button>
      <span class="said" role="status">{said && say(said)}</span>
    </>
  );
}
