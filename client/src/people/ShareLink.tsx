/** A link to be copied, shared or scanned; it is made when somebody asks for it. */

import { useState } from "preact/hooks";
import { QrCode } from "../table/QrCode.tsx";
import { post } from "../wire/http.ts";
import type { NewLink } from "../wire/types.ts";
import { say } from "../words.ts";
import type { Perform } from "../house/actions.tsx";

export function ShareLink({ path, make, tip, perform }: {
  /** Where the link is made. */
  readonly path: string;
  readonly make: string;
  readonly tip: string;
  readonly perform: Perform;
}) {
  const [link, setLink] = useState("");
  const [isCopied, setCopied] = useState(false);
  const create = () =>
    perform(async () => {
      const { token } = await post<NewLink>(path);
      setLink(`${location.origin}/join#${token}`);
    }, "");
  if (!link) {
    return <button type="button" class="button main" onClick={create}>{make}</button>;
  }
  const copy = async () => {
    await navigator.clipboard.writeText(link);
    setCopied(true);
  };
  return (
    <div class="invitation">
      <QrCode text={link} label={say("friends.qr")} />
      <label>
        <span>{tip}</span>
        <input readOnly value={link} onFocus={(event) => event.currentTarget.select()} />
      </label>
      <button type="button" class="button" onClick={() => void copy()}>
        {say(isCopied ? "waiting.copied" : "waiting.copy")}
      </button>
    </div>
  );
}
