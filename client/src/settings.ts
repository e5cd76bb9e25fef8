/** What somebody likes, kept in this browser. */

import { Cell } from "./cell.ts";
import type { Language } from "./words.ts";

export interface Settings {
  /** Empty: as the browser says. */
  readonly language: Language | "";
  readonly theme: "auto" | "light" | "dark";
  /** From 0 to 1. */
  readonly volume: number;
  readonly muted: boolean;
  /** How fast things move: 0 not at all, 1 as meant, 2 twice as fast. */
  readonly speed: 0 | 0.5 | 1 | 2;
  /** Whether a careful choice is asked for again. */
  readonly confirm: boolean;
}

export const USUAL: Settings = {
  language: "",
  theme: "auto",
  volume: 0.6,
  muted: false,
  speed: 1,
  confirm: true,
};
const KEY = "ludotheque.settings";

function kept(): Settings {
  try {
    return { ...USUAL, ...JSON.parse(localStorage.getItem(KEY) ?? "{}") };
  } catch {
    return USUAL; // a browser that keeps nothing, or kept something else
  }
}

export const settings = new Cell<Settings>(USUAL);

/** Change some of them. */
export function set(change: Partial<Settings>): void {
  settings.value = { ...settings.value, ...change };
  try {
    localStorage.setItem(KEY, JSON.stringify(settings.value));
  } catch {
    // then they last as long as the page
  }
}

/** Read them and let the page look accordingly from now on. */
export function applySettings(): void {
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const show = () => {
    const { theme } = settings.value;
    const isDark = theme === "dark" || (theme === "auto" && dark.matches);
    document.documentElement.dataset["theme"] = isDark ? "dark" : "light";
  };
  settings.watch(show);
  dark.addEventListener("change", show);
  settings.value = kept();
  show();
}

let still: MediaQueryList | null = null;

/** Whether things move at all. */
export function moves(): boolean {
  still ??= matchMedia("(prefers-reduced-motion: reduce)"); // asked for every piece of a scene
  return settings.value.speed > 0 && !still.matches;
}
