/** Push notifications of this browser: whether it can have them, and its subscription. */

import { post } from "../wire/http.ts";
import type { Notices } from "../wire/types.ts";

/** Whether this browser can be notified now, or why not. */
export type PushState = "on" | "off" | "refused" | "insecure" | "install-first" | "impossible";

/** An iPhone or iPad notifies only for a page that was added to the home screen. */
function needsInstallation(): boolean {
  const isApple = /iPad|iPhone|iPod/.test(navigator.userAgent) ||
    (navigator.userAgent.includes("Macintosh") && navigator.maxTouchPoints > 1);
  return isApple && !matchMedia("(display-mode: standalone)").matches;
}

export async function pushState(): Promise<PushState> {
  if (!globalThis.isSecureContext) return "insecure";
  const isPossible = "serviceWorker" in navigator && "PushManager" in globalThis &&
    "Notification" in globalThis;
  if (!isPossible) return needsInstallation() ? "install-first" : "impossible";
  if (Notification.permission === "denied") return "refused";
  const worker = await navigator.serviceWorker.getRegistration();
  return await worker?.pushManager.getSubscription() ? "on" : "off";
}

/** Ask for permission, subscribe this browser, and tell the house; `prepare` comes before that. */
export async function turnPushOn(key: string, prepare: () => Promise<void>): Promise<PushState> {
  if (await Notification.requestPermission() !== "granted") return pushState();
  const worker = await navigator.serviceWorker.ready;
  const old = await worker.pushManager.getSubscription();
  if (old && keyOf(old) !== key) await old.unsubscribe(); // of a house before this one
  const subscription = await worker.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: key,
  });
  const { endpoint, keys } = subscription.toJSON();
  await prepare();
  await post<Notices>("/api/notices/push", { endpoint, keys });
  return "on";
}

function keyOf({ options }: PushSubscription): string {
  const bytes = new Uint8Array(options.applicationServerKey ?? new ArrayBuffer(0));
  return btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_")
    .replaceAll("=", "");
}

/** The house finds out when it sends to a subscription that is gone. */
export async function turnPushOff(): Promise<PushState> {
  const worker = await navigator.serviceWorker.getRegistration();
  await (await worker?.pushManager.getSubscription())?.unsubscribe();
  return pushState();
}
