/** The service worker: caches the app shell, so that the page opens offline.
 *
 * Files with a version in their address never change and come from the cache first, everything else
 * from the network first, unless that takes long. Answers of the API are never cached.
 */

const CACHE = "ludotheque-d680334e2660a1bd";
const CHUNKS = ["/Admin-dbfac3c0bcf4f6de.js","/HouseScreen-3c0296786dff520b.js","/Learn-b840a5fd973d04eb.js","/Replay-7112d20d74a4a1c5.js","/core-a593673dd4efbd4c.js","/qrEncoder-4fc32a74cfe59d15.js","/verification-a5c37d29cfe545d7.js"]; // files of code that are loaded on demand; written by build.ts
const WORDS = ["/words.fr.json","/words.de.json","/words.en.json"]; // the words of the page in each language; likewise
const CHUNK_NAME = /-[0-9a-f]{16}\.js$/;
const NETWORK_TIMEOUT_MS = 3000;
const SHELL = [
  "/",
  "/app.js?v=4f73b29c319f5612",
  ...CHUNKS,
  "/app.css?v=a072db2c01946b60",
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
