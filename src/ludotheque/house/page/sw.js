/** The service worker: caches the app shell, so that the page opens offline.
 *
 * Files with a version in their address never change and come from the cache first, everything else
 * from the network first, unless that takes long. Answers of the API are never cached.
 */

const CACHE = "ludotheque-c07e6547c576b5ff";
const CHUNKS = ["/Admin-399176a2ccfe5cd1.js","/HouseScreen-8768ccfd10fe7ba6.js","/Learn-7bd8e5d59be19af4.js","/Replay-129e5e21b9a98528.js","/core-e3da8522f042112f.js","/qrEncoder-4fc32a74cfe59d15.js","/verification-a5c37d29cfe545d7.js"]; // files of code that are loaded on demand; written by build.ts
const WORDS = ["/words.fr.json","/words.de.json","/words.en.json"]; // the words of the page in each language; likewise
const CHUNK_NAME = /-[0-9a-f]{16}\.js$/;
const NETWORK_TIMEOUT_MS = 3000;
const SHELL = [
  "/",
  "/app.js?v=27cd7f537fbd20da",
  ...CHUNKS,
  "/app.css?v=ef36dbef79fe4c2f",
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
