/** Loading, empty and error states. */

import type { ComponentChildren } from "preact";
import { useEffect } from "preact/hooks";
import type { Refused } from "../wire/http.ts";
import { isWordKey, say } from "../words.ts";
import type { Resource } from "./resources.ts";

/** Renders a resource: its value, a skeleton while it loads, or its error. */
export function Await<T>({ resource, children, lines = 3 }: {
  readonly resource: Resource<T>;
  readonly children: (value: T) => ComponentChildren;
  readonly lines?: number;
}) {
  if (resource.state === "ready") return <>{children(resource.value)}</>;
  if (resource.state === "failed") {
    return <ErrorNotice error={resource.error} retry={resource.retry} />;
  }
  return (
    <div class="skeleton" role="status">
      <span class="visually-hidden">{say("state.loading")}</span>
      {Array.from({ length: lines }, (_, index) => <i key={index} />)}
    </div>
  );
}

/** An error, with a retry button where that is possible. */
export function ErrorNotice(
  { error, retry }: { readonly error: Refused; readonly retry?: () => void },
) {
  useEffect(() => {
    if (!retry) return;
    addEventListener("online", retry);
    return () => removeEventListener("online", retry);
  }, [retry]);
  return (
    <div class="error" role="alert">
      <p>{errorText(error)}</p>
      {retry && <button type="button" class="button" onClick={retry}>{say("state.retry")}</button>}
    </div>
  );
}

/** A refusal in the present language. */
export function errorText(error: Refused): string {
  if (error.code === "offline") return say("app.offline");
  const key = `refused.${error.code}`;
  return isWordKey(key) ? say(key) : say("refused.because", { message: error.message });
}

/** A note where a list is empty. */
export function Empty({ children }: { readonly children: ComponentChildren }) {
  return <p class="empty">{children}</p>;
}
