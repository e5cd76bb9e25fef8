/** Sharing a game: a link to its replay, or its record as a file. */

import { useRef, useState } from "preact/hooks";
import { say } from "../words.ts";
import { apiPath, type ReplaySource } from "./ReplayController.ts";

interface ShareProps {
  readonly game: string;
  readonly source: ReplaySource;
  /** The hash of the replay's cursor; empty: the beginning. */
  readonly hash: string;
}

export function Share({ game, source, hash }: ShareProps) {
  const { kind, id } = source;
  const path = kind === "tables" ? `/table/${id}/replay` : `/record/${id}`;
  const link = `${location.origin}${path}${hash}`;
  return (
    <div class="share">
      <label>
        <span>{say("share.link")}</span>
        <input readOnly value={link} onFocus={(event) => event.currentTarget.select()} />
      </label>
      <ShareButton link={link} />
      <a
        class="button"
        href={`${apiPath(source)}/record`}
        download={`${game}-${id}.json`}
      >
        {say("share.record")}
      </a>
    </div>
  );
}

/** Whether the Web Share API is available; the types say always, some browsers lack it. */
const CAN_SHARE = "share" in navigator;

/** Shares the link by the device, else copies it, else selects it for copying by hand. */
function ShareButton({ link }: { readonly link: string }) {
  const [status, setStatus] = useState<"" | "share.copied" | "share.by-hand">("");
  const button = useRef<HTMLButtonElement>(null);
  const share = async () => {
    if (CAN_SHARE) return await navigator.share({ url: link }).catch(() => {});
    try {
      await navigator.clipboard.writeText(link);
      setStatus("share.copied");
    } catch {
      button.current?.parentElement?.querySelector("input")?.select();
      setStatus("share.by-hand");
    }
  };
  return (
    <>
      <button type="button" class="button" ref={button} onClick={() => void share()}>
        {say(CAN_SHARE ? "share.share" : "share.copy")}
      </button>
      <span class="status" role="status">{status && say(status)}</span>
    </>
  );
}
