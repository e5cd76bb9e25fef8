/** One press to the next table that waits for the person, with how many there are. */

import { awaited, awaitedElsewhere, shownTable } from "./awaited.ts";
import { route } from "./routes.ts";
import { useSignalValue } from "./signal.ts";
import { say } from "./words.ts";

export function NextTable() {
  const tables = useSignalValue(awaited);
  useSignalValue(route);
  const [next, ...others] = awaitedElsewhere(tables, shownTable());
  if (!next) return null;
  const name = say("awaited.next", { count: 1 + others.length });
  return (
    <a class="next-table" href={`/table/${next.table}`} aria-label={name} title={name}>
      <span aria-hidden="true">{1 + others.length}</span>
    </a>
  );
}
