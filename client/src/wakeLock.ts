/** Keeps the screen of the device on, where the browser can. */

interface Awake {
  release(): void;
}

/** Keep the screen on until released. The browser ends a lock when the page is hidden: it is asked for
 * again when the page is back. */
export function keepAwake(): Awake {
  let lock: WakeLockSentinel | null = null;
  let isReleased = false;
  const request = async () => {
    if (document.hidden || !("wakeLock" in navigator)) return;
    // Refused when the battery is low: then the screen goes off as always.
    const found = await navigator.wakeLock.request("screen").catch(() => null);
    if (isReleased) void found?.release();
    else lock = found;
  };
  const onVisible = () => void request();
  document.addEventListener("visibilitychange", onVisible);
  void request();
  return {
    release() {
      isReleased = true;
      document.removeEventListener("visibilitychange", onVisible);
      void lock?.release();
      lock = null;
    },
  };
}
