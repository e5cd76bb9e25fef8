/** Links to rules at a table. */

import type { TableController } from "./TableController.ts";

/** Show a rule over the table instead of following a link to it, unless in a new tab. */
export function showRule(event: MouseEvent, table: TableController, rule: string): void {
  if (event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  event.stopPropagation();
  table.shownRule.value = rule;
}
