/** Says why a table was closed before the end of its game. */

import { closedText } from "../house/closedText.ts";
import { say } from "../words.ts";

export function ClosedNotice({ reason }: { readonly reason: string }) {
  return (
    <div class="closed-notice">
      <p class="state" role="status">{closedText("table.closed", reason)}</p>
      <a class="button" href="/">{say("house.home")}</a>
    </div>
  );
}
