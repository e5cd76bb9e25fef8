/** The progress in the lessons, stored in this browser. */

const STORAGE_KEY = "ludotheque.lessons";

function loadProgress(): Record<string, unknown> {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? "{}");
    return typeof found === "object" && found !== null ? { ...found } : {};
  } catch {
    return {}; // no storage, or invalid data
  }
}

/** The saved step of a game's lesson, 0 if there is none. */
export function savedStep(game: string): number {
  const found = loadProgress()[game];
  return typeof found === "number" && Number.isInteger(found) && found > 0 ? found : 0;
}

/** Save the step reached in a game's lesson. */
export function saveStep(game: string, step: number): void {
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify({ ...loadProgress(), [game]: step }));
  } catch {
    // no storage: progress is lost with the page
  }
}
