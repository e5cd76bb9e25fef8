/** How far somebody has come in the lessons, kept in this browser. */

const KEY = "ludotheque.lessons";

function kept(): Record<string, unknown> {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    return typeof found === "object" && found !== null ? { ...found } : {};
  } catch {
    return {}; // a browser that keeps nothing, or kept something else
  }
}

/** The step somebody had reached in a game. */
export function reached(game: string): number {
  const found = kept()[game];
  return typeof found === "number" && Number.isInteger(found) && found > 0 ? found : 0;
}

/** Keep the step somebody has reached. */
export function keep(game: string, step: number): void {
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...kept(), [game]: step }));
  } catch {
    // then it lasts as long as the page
  }
}
