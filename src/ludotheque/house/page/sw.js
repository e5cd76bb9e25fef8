/** Keeps the shell of the page in the browser, so that it opens without a network and says so.
 *
 * What has a version in its address never changes and is taken from the cache. Everything else is
 * asked for first. What the house answers, tables and people, is never kept.
 */

const CACHE = "ludotheque-bc9458fc109cb689";
const SHELL = [
  "/",
  "/app.js?v=6172a868d3f82db5",
  "/app.css?v=82aa3355abadc1c2",
  "/fraunces.woff2?v=7f9d191d999336d3",
  "/nunito-sans.woff2?v=29e3890496844a9e",
  "/icon.svg?v=8e38e231c8767b3a",
  ...["fr", "en", "de"].map((language) => `/words.${language}.json`),
];

async function keepShell() {
  const cache = await caches.open(CACHE);
  await cache.addAll(SHELL);
  await self.skipWaiting();
}

async function forgetOthers() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name !== CACHE).map((name) => caches.delete(name)));
  await self.clients.claim();
}

/** The answer of the house, kept for later; without a network the one that was kept. */
async function fresh(request, kept = request) {
  const cache = await caches.open(CACHE);
  try {
    const answer = await fetch(request);
    if (answer.ok) cache.put(kept, answer.clone()).catch(() => {}); // a full disk keeps nothing
    return answer;
  } catch (error) {
    const found = await cache.match(kept);
    if (found) return found;
    throw error;
  }
}

async function keptOrFresh(request) {
  const found = await (await caches.open(CACHE)).match(request);
  return found ?? fresh(request);
}

self.addEventListener("install", (event) => event.waitUntil(keepShell()));
self.addEventListener("activate", (event) => event.waitUntil(forgetOthers()));
self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname, searchParams } = new URL(request.url);
  const isHouse = ["/api/", "/ws/", "/metrics", "/healthz", "/plain"].some((start) =>
    pathname.startsWith(start)
  );
  if (request.method !== "GET" || origin !== self.location.origin || isHouse) return;
  if (request.mode === "navigate") event.respondWith(fresh(request, "/"));
  else if (searchParams.has("v")) event.respondWith(keptOrFresh(request));
  else event.respondWith(fresh(request));
});
