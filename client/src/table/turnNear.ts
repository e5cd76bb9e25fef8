/** What a device does when the player's turn is near: its screen stays on, and it vibrates when the turn
 * comes. */

import { useEffect } from "preact/hooks";
import { settings } from "../settings.ts";
import { keepAwake } from "../wakeLock.ts";
import type { Snapshot } from "../wire/snapshot.ts";
import type { TableController } from "./TableController.ts";

const TURN_VIBRATION_MS = 80;
const MAX_AWAKE_MS = 600_000; // while nothing happens

/** Whether it is a player's turn, or will be when somebody has moved: those who sit between that person
 * and the player are bots. */
export function isTurnNear({ status, seats, you, pace, decision }: Snapshot): boolean {
  if (status !== "playing" || you.seat < 0 || pace.mode === "days") return false;
  if (decision >= 0) return true;
  for (let step = 1; step < seats.length; step++) {
    const seat = seats[(you.seat + seats.length - step) % seats.length];
    if (seat?.acting) return true;
    if (!seat?.bot) return false;
  }
  return false;
}

export function useTurnNear(table: TableController): void {
  useEffect(() => {
    let awake: ReturnType<typeof keepAwake> | null = null;
    let timer = 0;
    let wasAsked = true; // what is there when the table opens is no news
    const release = () => {
      clearTimeout(timer);
      awake?.release();
      awake = null;
    };
    const onView = (view: Snapshot | null) => {
      if (!view) return;
      const isAsked = view.status === "playing" && view.decision >= 0;
      if (isAsked && !wasAsked) vibrate();
      wasAsked = isAsked;
      if (!isTurnNear(view)) return release();
      awake ??= keepAwake();
      clearTimeout(timer);
      timer = setTimeout(release, MAX_AWAKE_MS);
    };
    onView(table.view.value);
    const unsubscribe = table.view.subscribe(onView);
    return () => {
      unsubscribe();
      release();
    };
  }, [table]);
}

/** Vibrate, where the device can and may: browsers allow it after a press only. */
function vibrate(): void {
  if (!settings.value.vibration || !navigator.userActivation?.hasBeenActive) return;
  navigator.vibrate?.(TURN_VIBRATION_MS);
}
