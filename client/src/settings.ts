/** The settings of a person, stored in this browser. */

import { Signal } from "./signal.ts";
import type { Language } from "./words.ts";

export interface Settings {
  /** Empty: the browser's language. */
  readonly language: Language | "";
  readonly theme: "auto" | "light" | "dark";
  /** From 0 to 1. */
  readonly volume: number;
  readonly muted: boolean;
  /** The speed of animations: 0 none, 1 normal, 2 twice as fast. */
  readonly speed: 0 | 0.5 | 1 | 2;
  /** How long what happens is shown: calm waits for the reader. */
  readonly pace: "calm" | "normal" | "quick";
  /** Whether a choice marked `confirm` needs a confirmation. */
  readonly confirm: boolean;
  /** Whether every move needs one more press. */
  readonly confirmEvery: boolean;
  /** Whether the device vibrates with the sound of what is shaken, where it can. */
  readonly vibration: boolean;
  /** Whether the motion of the device shakes pieces, where it may be read. */
  readonly motion: boolean;
  /** Whether a guest with a made-up name has been asked for a first name. */
  readonly nameAsked: boolean;
}

const DEFAULT_SETTINGS: Settings = {
  language: "",
  theme: "auto",
  volume: 0.6,
  muted: false,
  speed: 1,
  pace: "normal",
  confirm: true,
  confirmEvery: false,
  vibration: true,
  motion: true,
  nameAsked: false,
};
const STORAGE_KEY = "ludotheque.settings";

function loadSettings(): Settings {
  try {
    return { ...DEFAULT_SETTINGS, ...JSON.parse(localStorage.getItem(STORAGE_KEY) ?? "{}") };
  } catch {
    return DEFAULT_SETTINGS; // no storage, or invalid data
  }
}

export const settings = new Signal<Settings>(DEFAULT_SETTINGS);

/** Change and store some settings. */
export function updateSettings(change: Partial<Settings>): void {
  settings.value = { ...settings.value, ...change };
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify(settings.value));
  } catch {
    // no storage: they last as long as the page
  }
}

/** Load the settings and apply the theme, now and at every change. */
export function applySettings(): void {
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const applyTheme = () => {
    const { theme } = settings.value;
    const isDark = theme === "dark" || (theme === "auto" && dark.matches);
    document.documentElement.dataset["theme"] = isDark ? "dark" : "light";
  };
  settings.subscribe(applyTheme);
  dark.addEventListener("change", applyTheme);
  settings.value = loadSettings();
  applyTheme();
}

let reducedMotion: MediaQueryList | null = null;

/** Whether anything is animated. */
export function isMotionEnabled(): boolean {
  // Created once: it is read for every piece of a scene.
  reducedMotion ??= matchMedia("(prefers-reduced-motion: reduce)");
  return settings.value.speed > 0 && !reducedMotion.matches;
}
