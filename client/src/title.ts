/** The title of the tab: how many other tables wait for the person, whether this one does, and what is shown. */

let plain = "";
let isTurn = false;
let waiting = 0;

function show(): void {
  const count = waiting ? `(${waiting}) ` : "";
  const title = `${count}${isTurn ? "● " : ""}${plain}`;
  if (plain && title !== document.title) document.title = title;
}

/** What the page shows; whether it is the person's turn there is told by `markTurn`. */
export function showTitle(title: string): void {
  plain = title;
  show();
}

/** Whether the table that is shown waits for the person. */
export function markTurn(is: boolean): void {
  isTurn = is;
  show();
}

/** How many other tables wait for the person. */
export function countWaiting(count: number): void {
  waiting = count;
  show();
}
