import { settings } from "../src/settings.ts";
import { unlockOnFirstPress } from "../src/sound/synth.ts";
import { assertEquals } from "./assert.ts";

/** A fake audio context that starts when it is resumed. */
class FakeAudioContext {
  static created = 0;
  static resumed = 0;
  state = "suspended";
  constructor() {
    FakeAudioContext.created++;
  }
  createGain() {
    return { gain: { value: 1 }, connect() {} };
  }
  resume(): Promise<void> {
    FakeAudioContext.resumed++;
    return Promise.resolve().then(() => void (this.state = "running"));
  }
}

Deno.test("the first press unlocks the sound, unless it is muted", async () => {
  Object.defineProperty(globalThis, "AudioContext", { value: FakeAudioContext });
  const press = async (type: string) => {
    dispatchEvent(new Event(type));
    await new Promise((done) => setTimeout(done));
    return [FakeAudioContext.created, FakeAudioContext.resumed];
  };
  settings.value = { ...settings.value, muted: true };
  unlockOnFirstPress();
  assertEquals(await press("pointerup"), [0, 0]);
  settings.value = { ...settings.value, muted: false };
  assertEquals(await press("pointerup"), [1, 1]);
  assertEquals(await press("keydown"), [1, 1]);
});
