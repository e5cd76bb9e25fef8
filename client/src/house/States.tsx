/** Waiting, empty and broken: they are designed too. */

import type { ComponentChildren } from "preact";
import { useEffect } from "preact/hooks";
import type { Refused } from "../wire/http.ts";
import { isWord, say } from "../words.ts";
import type { Loaded } from "./load.ts";

/** What was loaded, or what to see instead. */
export function Shown<T>({ loaded, children, lines = 3 }: {
  readonly loaded: Loaded<T>;
  readonly children: (value: T) => ComponentChildren;
  readonly lines?: number;
}) {
  if (loaded.state === "ready") return <>{children(loaded.value)}</>;
  if (loaded.state === "failed") return <Broken error={loaded.error} again={loaded.again} />;
  return (
    <div class="waiting" role="status">
      <span class="only-read">{say("state.loading")}</span>
      {Array.from({ length: lines }, (_, index) => <i key={index} />)}
    </div>
  );
}

/** Something went wrong: what, and what one can do. */
export function Broken({ error, again }: { readonly error: Refused; readonly again?: () => void }) {
  useEffect(() => {
    if (!again) return;
    addEventListener("online", again);
    return () => removeEventListener("online", again);
  }, [again]);
  return (
    <div class="broken" role="alert">
      <p>{told(error)}</p>
      {again && <button type="button" class="button" onClick={again}>{say("state.again")}</button>}
    </div>
  );
}

/** A refusal in one's own language. */
export function told(error: Refused): string {
  if (error.code === "offline") return say("app.offline");
  const key = `refused.${error.code}`;
  return isWord(key) ? say(key) : say("refused.because", { message: error.message });
}

/** Nothing is here yet. */
export function Empty({ children }: { readonly children: ComponentChildren }) {
  return <p class="empty">{children}</p>;
}
