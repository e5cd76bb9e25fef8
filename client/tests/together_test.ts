import { assertEquals } from "./assert.ts";
import { numberFor } from "../src/hotseat/companions.ts";
import { sharedPath } from "../src/house/OpenLink.tsx";
import { handLink, handScene } from "../src/table/handLayout.ts";
import { isTurnNear } from "../src/table/turnNear.ts";
import { EMPTY_SELECTION } from "../src/scene/selection.ts";
import type { Snapshot } from "../src/wire/snapshot.ts";
import { socketUrl } from "../src/wire/socket.ts";
import type { Scene } from "../src/wire/types.ts";
import { seat } from "./views.ts";

Deno.test("a person keeps their number on this device, a new one gets the lowest that is free", () => {
  const known = [{ number: 1, name: "Clara" }, { number: 3, name: "Ben" }];
  assertEquals(numberFor("Ben", known), 3);
  assertEquals(numberFor("Mia", known), 2);
  const all = Array.from({ length: 8 }, (_, i) => ({ number: i + 1, name: `P${i}` }));
  assertEquals(numberFor("Mia", all), 0);
});

Deno.test("a shared text opens the first link that leads to a page of this house", () => {
  const shared = (fields: Record<string, string>) =>
    sharedPath(`?${new URLSearchParams(fields)}`, "https://house.example");
  assertEquals(shared({ url: "https://house.example/table/abc?hand=1" }), "/table/abc?hand=1");
  assertEquals(shared({ text: "Come! https://house.example/join#token" }), "/join#token");
  assertEquals(shared({ url: "https://elsewhere.example/table/abc" }), "");
  assertEquals(shared({ url: "https://house.example/nothing" }), "");
  assertEquals(shared({ url: "https://house.example/open?url=x" }), "");
  assertEquals(shared({ text: "https://[" }), "");
});

Deno.test("a table is watched as oneself, as a spectator, or as a companion; no token is in the address", () => {
  Object.assign(globalThis, { location: { protocol: "https:", host: "house.example" } });
  const query = (viewer: "own" | "spectator" | number) =>
    new URL(socketUrl("t", "en", "", viewer)).search;
  assertEquals(query("own"), "?protocol=2&language=en");
  assertEquals(query("spectator"), "?protocol=2&language=en&spectator=1");
  assertEquals(query(3), "?protocol=2&language=en&companion=3");
});

Deno.test("a turn is near if it is one's own, or only bots sit between", () => {
  const view = (decision: number, acting: number, bots: readonly number[] = []) =>
    ({
      status: "playing",
      decision,
      you: { seat: 0 },
      pace: { mode: "free" },
      seats: [0, 1, 2, 3].map((i) =>
        seat({ acting: i === acting, bot: bots.includes(i) ? "novice" : "" })
      ),
    }) as unknown as Snapshot;
  assertEquals(isTurnNear(view(5, 0)), true);
  assertEquals(isTurnNear(view(-1, 3)), true);
  assertEquals(isTurnNear(view(-1, 2)), false);
  assertEquals(isTurnNear(view(-1, 2, [3])), true);
  assertEquals(isTurnNear({ ...view(5, 0), you: { seat: -1 } } as unknown as Snapshot), false);
  assertEquals(isTurnNear({ ...view(5, 0), status: "over" }), false);
});

Deno.test("a hand shows what is the player's own, unless something else has to be pressed", () => {
  const area = (id: string, seat: number) => ({ id, seat, kind: "row" });
  const piece = (id: string, area: string, marks: readonly string[] = []) => ({ id, area, marks });
  const scene = (path: readonly string[], marks: readonly string[] = []) =>
    ({
      viewer: 1,
      areas: [area("board", -1), area("hand", 1), area("other", 0)],
      pieces: [piece("cell", "board"), piece("card", "hand", marks), piece("x", "other")],
      choices: [{ path, text: "move", label: "", picks: [], confirm: false }],
    }) as unknown as Scene;
  const shown = (scene: Scene, path: readonly string[] = []) =>
    handScene(scene, { ...EMPTY_SELECTION, path })?.pieces.map(({ id }) => id);
  assertEquals(shown(scene(["card", "cell"])), ["card"]);
  assertEquals(shown(scene(["card", "cell"]), ["card"]), undefined);
  assertEquals(shown(scene(["cell"])), undefined);
  assertEquals(shown(scene(["cell"], ["shakes"])), ["card"]);
  assertEquals(shown({ ...scene(["card"]), viewer: -1 }), undefined);
});

Deno.test("the link on a large screen makes a hand of the device that opens it", () => {
  assertEquals(handLink("https://house.example/table/t"), "https://house.example/table/t?hand=1");
  assertEquals(handLink("https://house.example/join#abc"), "https://house.example/join?hand=1#abc");
});
