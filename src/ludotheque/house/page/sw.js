/** The service worker: caches the app shell, so that the page opens offline.
 *
 * Files with a version in their address never change and come from the cache first, everything else
 * from the network first. Answers of the API are never cached.
 */

const CACHE = "ludotheque-4e76011db44950e8";
const SHELL = [
  "/",
  "/app.js?v=e33c15c09ae3ae08",
  "/app.css?v=3935575b51f160ab",
  "/fraunces.woff2?v=7f9d191d999336d3",
  "/nunito-sans.woff2?v=29e3890496844a9e",
  "/icon.svg?v=8e38e231c8767b3a",
  ...["fr", "en", "de"].map((language) => `/words.${language}.json`),
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

/** Network first: the response is cached; offline, the cached one is used. */
async function networkFirst(request, key = request) {
  const cache = await caches.open(CACHE);
  try {
    const answer = await fetch(request);
    if (answer.ok) cache.put(key, answer.clone()).catch(() => {}); // the disk may be full
    return answer;
  } catch (error) {
    const found = await cache.match(key);
    if (found) return found;
    throw error;
  }
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
  const isServer = ["/api/", "/ws/", "/metrics", "/healthz", "/plain"].some((start) =>
    pathname.startsWith(start)
  );
  if (request.method !== "GET" || origin !== self.location.origin || isServer) return;
  if (request.mode === "navigate") event.respondWith(networkFirst(request, "/"));
  else if (searchParams.has("v")) event.respondWith(cacheFirst(request));
  else event.respondWith(networkFirst(request));
});
