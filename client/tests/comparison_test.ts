import { ReplayController } from "../src/replay/ReplayController.ts";
import { settings } from "../src/settings.ts";
import type { Story } from "../src/wire/types.ts";
import { assertEquals } from "./assert.ts";
import { setGlobal } from "./fake_browser.ts";
import { scene } from "./scenes.ts";

/** A replay of a game with 20 events, whose house answers each request with its path. */
function opened() {
  const asked: string[] = [];
  setGlobal("location", { hash: "" });
  setGlobal("history", { replaceState: () => {} });
  setGlobal("matchMedia", () => ({ matches: false }));
  setGlobal("fetch", (path: string) => {
    asked.push(path);
    return Promise.resolve(Response.json({ event: 0, scene: scene({ prompt: path }) }));
  });
  settings.value = { ...settings.value, speed: 0 };
  const story = { events: 20, seats: [{}, {}, {}], lines: [] } as unknown as Story;
  const controller = new ReplayController({ kind: "tables", id: "t" }, story);
  const shown = async () => {
    for (let i = 0; i < 20; i++) await new Promise((done) => setTimeout(done));
    return controller.moment.value?.scene.prompt.replace(/&language.*/, "");
  };
  return { controller, asked, shown };
}

Deno.test({
  name: "a decision is shown as its seat saw it: before, as played, and better",
  sanitizeOps: false,
  sanitizeResources: false,
  async fn() {
    const { controller, shown } = opened();
    controller.compare({ event: 7, seat: 2, shown: "played" });
    assertEquals(controller.cursor.value, { event: 8, viewer: 2 });
    assertEquals(await shown(), "/api/tables/t/replay/8?seat=2");
    controller.compare({ event: 7, seat: 2, shown: "better" });
    assertEquals(await shown(), "/api/tables/t/analysis/7?seat=2");
    assertEquals(controller.moment.value?.isBetter, true);
    controller.setViewer("all");
    assertEquals(await shown(), "/api/tables/t/analysis/7?seat=all");
    controller.compare({ event: 7, seat: 2, shown: "before" });
    assertEquals(await shown(), "/api/tables/t/replay/7?seat=all");
    controller.close();
  },
});

Deno.test({
  name: "the replay goes its own way when it is moved",
  sanitizeOps: false,
  sanitizeResources: false,
  async fn() {
    const { controller, shown } = opened();
    controller.compare({ event: 7, seat: 0, shown: "better" });
    assertEquals(await shown(), "/api/tables/t/analysis/7?seat=0");
    controller.seek(7);
    assertEquals(controller.comparison.value, null);
    assertEquals(await shown(), "/api/tables/t/replay/7?seat=0");
    controller.close();
  },
});
