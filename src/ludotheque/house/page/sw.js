/** The service worker: caches the app shell, so that the page opens offline.
 *
 * Files with a version in their address never change and come from the cache first, everything else
 * from the network first, unless that takes long. Answers of the API are never cached.
 */

const CACHE = "ludotheque-844b4941fb5a3bc1";
const CHUNKS = ["/Admin-9a38b8bb34a48b06.js","/HouseScreen-2138c3bc362e3e06.js","/KnownScreen-c41aeff6a6bb0464.js","/Learn-370cb48da1ff90d9.js","/PeopleScreen-dbda29bf6d377a83.js","/PuzzlesScreen-b246a138d48283b2.js","/Replay-5e7f42a998c19776.js","/TogetherScreen-ae03518e5ea6e22c.js","/core-77c47993b448a122.js","/qrEncoder-4fc32a74cfe59d15.js","/verification-a5c37d29cfe545d7.js"]; // files of code that are loaded on demand; written by build.ts
const WORDS = ["/words.fr.json","/words.de.json","/words.en.json"]; // the words of the page in each language; likewise
const CHUNK_NAME = /-[0-9a-f]{16}\.js$/;
const NETWORK_TIMEOUT_MS = 3000;
const SHELL = [
  "/",
  "/app.js?v=9f05e194968aa825",
  ...CHUNKS,
  "/app.css?v=399933e5066ee2f3",
  "/fraunces.woff2?v=7f9d191d999336d3",
  "/nunito-sans.woff2?v=29e3890496844a9e",
  "/icon.svg?v=8e38e231c8767b3a",
  ...WORDS,
];

async function cacheShell() {
  const cache = await caches.open(CACHE);
  await cache.addAll(SHELL);
  await self.skipWaiting();
}

async function deleteOldCaches() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name !== CACHE).map((name) => caches.delete(name)));
  await self.clients.claim();
}

/** Network first, and the response is cached; if that fails or takes long, the cached one is used. */
async function networkFirst(request, key = request) {
  const cache = await caches.open(CACHE);
  const answer = fetchInto(cache, request, key);
  const timeout = new Promise((resolve) => setTimeout(resolve, NETWORK_TIMEOUT_MS));
  const first = await Promise.race([answer.catch(() => undefined), timeout]);
  return first ?? await cache.match(key) ?? await answer;
}

async function fetchInto(cache, request, key) {
  const answer = await fetch(request);
  if (answer.ok) cache.put(key, answer.clone()).catch(() => {}); // the disk may be full
  return answer;
}

async function cacheFirst(request) {
  const found = await (await caches.open(CACHE)).match(request);
  return found ?? networkFirst(request);
}

/** A message of the house: a notification to show, or the tag of one to close. */
async function receive(message) {
  const { registration } = self;
  if (message.type !== "turn") {
    const shown = await registration.getNotifications({ tag: message.tag });
    for (const one of shown) one.close();
    return;
  }
  const tables = message.tables ?? [];
  for (const one of await registration.getNotifications()) { // one of a table is enough
    if ((one.data?.tables ?? []).every((table) => tables.includes(table))) one.close();
  }
  await registration.showNotification(message.title, {
    body: message.text,
    tag: message.tag, // the same message again replaces itself, without a sound
    icon: "/icon-192.png?v=e2dbfa2a021dc479",
    data: { path: message.path, tables },
  });
}

/** Open the table of a notification, in a window that is there already if possible. */
async function openPath(path) {
  const url = new URL(path, self.location.origin).href;
  const windows = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const best = windows.find((one) => one.url === url) ?? windows[0];
  if (!best) return void await self.clients.openWindow(url);
  await best.focus();
  if (best.url !== url) await best.navigate(url);
}

self.addEventListener("push", (event) => {
  if (event.data) event.waitUntil(receive(event.data.json()));
});
self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(openPath(event.notification.data?.path ?? "/"));
});
self.addEventListener("install", (event) => event.waitUntil(cacheShell()));
self.addEventListener("activate", (event) => event.waitUntil(deleteOldCaches()));
self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname, searchParams } = new URL(request.url);
  const isServer = ["/api/", "/ws/", "/metrics", "/healthz", "/plain", "/ca."].some((start) =>
    pathname.startsWith(start)
  );
  if (request.method !== "GET" || origin !== self.location.origin || isServer) return;
  if (request.mode === "navigate") event.respondWith(networkFirst(request, "/"));
  else if (searchParams.has("v") || CHUNK_NAME.test(pathname)) {
    event.respondWith(cacheFirst(request));
  } else event.respondWith(networkFirst(request));
});
