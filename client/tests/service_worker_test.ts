import { assertEquals } from "./assert.ts";
import { setGlobal } from "./fake_browser.ts";

/** A cache in memory. */
class FakeCache {
  readonly stored = new Map<string, string>();

  match(key: Request | string): Promise<Response | undefined> {
    const found = this.stored.get(typeof key === "string" ? key : key.url);
    return Promise.resolve(found === undefined ? undefined : new Response(found));
  }

  async put(key: Request | string, response: Response): Promise<void> {
    this.stored.set(typeof key === "string" ? key : key.url, await response.text());
  }
}

const ORIGIN = "http://here";
const cache = new FakeCache();
setGlobal("caches", { open: () => Promise.resolve(cache) });
setGlobal("location", { origin: ORIGIN });
await import("../sw.js");

/** What the page gets for a request; undefined if the worker leaves it to the browser. */
async function request(
  path: string,
  network: () => Promise<Response>,
  mode = "cors",
): Promise<string | undefined> {
  let answer: Promise<Response> | undefined;
  setGlobal("fetch", network);
  const event = Object.assign(new Event("fetch"), {
    request: { url: ORIGIN + path, method: "GET", mode },
    respondWith: (response: Promise<Response>) => answer = response,
  });
  dispatchEvent(event);
  return await (await answer)?.text();
}

/** Run with a timeout that has passed at once. */
async function withoutPatience(run: () => Promise<void>): Promise<void> {
  const { setTimeout } = globalThis;
  setGlobal("setTimeout", (done: () => void) => setTimeout(done, 0));
  await run();
  setGlobal("setTimeout", setTimeout);
}

const online = (text: string) => () => Promise.resolve(new Response(text));
const offline = () => Promise.reject(new TypeError("no network"));
const silent = () => new Promise<Response>(() => {});

Deno.test({
  name: "the page comes from the network, else from the cache: offline, or when it takes long",
  sanitizeOps: false,
  sanitizeResources: false,
  async fn() {
    assertEquals(await request("/table/x", online("new page"), "navigate"), "new page");
    assertEquals(await request("/table/y", offline, "navigate"), "new page");
    await withoutPatience(async () => {
      assertEquals(await request("/", silent, "navigate"), "new page");
      cache.stored.clear();
      assertEquals(await request("/words.en.json", online("words")), "words");
      assertEquals(await request("/words.en.json", silent), "words");
    });
  },
});

Deno.test({
  name: "files with a version come from the cache first, answers of the house never",
  sanitizeOps: false,
  sanitizeResources: false,
  async fn() {
    for (const path of ["/app.css?v=1", "/core-0123456789abcdef.js"]) {
      assertEquals(await request(path, online("first")), "first");
      await new Promise((done) => setTimeout(done, 0));
      assertEquals(await request(path, online("second")), "first");
    }
    for (const path of ["/api/games", "/ws/x", "/plain"]) {
      assertEquals(await request(path, online("never")), undefined);
    }
  },
});

/** A notification that can be closed. */
interface Shown {
  readonly tag: string;
  readonly data: { readonly tables: readonly string[] };
  close(): void;
}

Deno.test("a push shows one notification for a table, and a withdrawal closes it", async () => {
  let shown: Shown[] = [];
  setGlobal("registration", {
    getNotifications: ({ tag }: { tag?: string } = {}) =>
      Promise.resolve(shown.filter((one) => tag === undefined || one.tag === tag)),
    showNotification: (_title: string, options: Omit<Shown, "close">) => {
      const one: Shown = {
        ...options,
        close: () => shown = shown.filter((other) => other !== one),
      };
      shown = [...shown.filter(({ tag }) => tag !== one.tag), one];
      return Promise.resolve();
    },
  });
  const push = async (message: object) => {
    let done: Promise<void> | undefined;
    const event = Object.assign(new Event("push"), {
      data: { json: () => message },
      waitUntil: (work: Promise<void>) => done = work,
    });
    dispatchEvent(event);
    await done;
  };
  const turn = { type: "turn", title: "M", text: "", path: "/table/a", tables: ["a"] };
  await push({ ...turn, tag: "1" });
  await push({ ...turn, tag: "1" });
  await push({ ...turn, tag: "2" });
  await push({ ...turn, tag: "3", tables: ["b"] });
  assertEquals(shown.map(({ tag }) => tag), ["2", "3"]);
  await push({ type: "withdrawn", tag: "2" });
  assertEquals(shown.map(({ tag }) => tag), ["3"]);
});
