// Starts the app offline and shows push notifications. scripts/offline-worker.mjs writes this file to
// dist/web/sw.js, after the constants `version` and `files`. It caches only files of the app, never an API
// response. Photos of a technician's work orders and files of opened documents, which the app caches until the
// user signs out, are served from their own caches.
/* global version, files */

const prefix = "portal-";
const ownCache = prefix + version;
/** One page for every path. It does its own routing. */
const page = "/";
const timeoutMs = 4000;
const photo = /^\/api\/work-orders\/\d+\/(images|signatures)\/\d+$/;
const documentFile = /^\/api\/documents\/\d+\/files\/\d+$/;
/** The same names as in web/session/saved-session.ts. */
const photoCache = "kept-photos";
const documentFileCache = "saved-files";

self.addEventListener("install", (event) => event.waitUntil(install()));
self.addEventListener("activate", (event) => event.waitUntil(removeOldVersions()));
self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== self.location.origin) return;
  if (photo.test(pathname)) event.respondWith(readSavedFile(request, photoCache));
  if (documentFile.test(pathname)) event.respondWith(readSavedFile(request, documentFileCache));
  if (pathname.startsWith("/api/")) return;
  if (request.mode === "navigate") event.respondWith(openPage(request));
  else if (pathname.startsWith("/assets/")) event.respondWith(readFile(request));
});
self.addEventListener("push", (event) => event.waitUntil(show(event.data)));
self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data));
});
self.addEventListener("pushsubscriptionchange", (event) => event.waitUntil(subscribeAgain(event)));

async function install() {
  const cache = await caches.open(ownCache);
  await cache.addAll([...files, new Request(page, { cache: "reload", credentials: "omit" })]);
  // Open tabs continue with their own version, whose files are still cached.
  await self.skipWaiting();
}

/** Keeps the previous version, because an open tab might still load parts of it. */
async function removeOldVersions() {
  const names = (await caches.keys()).filter((name) => name.startsWith(prefix) && name !== ownCache);
  for (const name of names.slice(0, -1)) await caches.delete(name);
}

async function openPage(request) {
  try {
    return await fetch(request, { signal: AbortSignal.timeout(timeoutMs) });
  } catch {
    const cached = await (await caches.open(ownCache)).match(page);
    return cached === undefined ? Response.error() : withFreshNonce(cached);
  }
}

/**
 * Replaces the nonce of the cached page. A nonce is meant for one response, and anyone who has seen the
 * cached page could know it.
 */
async function withFreshNonce(cached) {
  const headers = new Headers(cached.headers);
  const policy = headers.get("content-security-policy") ?? "";
  const oldNonce = /'nonce-([^']+)'/.exec(policy)?.[1] ?? "none";
  const newNonce = btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(16))));
  headers.set("content-security-policy", policy.replaceAll(oldNonce, newNonce));
  return new Response((await cached.text()).replaceAll(oldNonce, newNonce), { headers });
}

/**
 * Loads a photo or a document's file from the network, because it might have been removed, and from the cache
 * if offline. A file that the server no longer returns is removed from the cache.
 */
async function readSavedFile(request, cacheName) {
  const cached = await caches.match(request.url, { cacheName, ignoreVary: true });
  if (cached === undefined) return fetch(request);
  const fetched = fetch(request).then(
    async (response) => {
      if (response.status === 403 || response.status === 404)
        await (await caches.open(cacheName)).delete(request.url, { ignoreVary: true });
      return response;
    },
    () => cached.clone(),
  );
  return Promise.race([fetched, new Promise((resolve) => setTimeout(() => resolve(cached), timeoutMs))]);
}

/** Files of the app have a content hash in their name, so a cached one is never outdated. */
async function readFile(request) {
  const cached = await caches.match(request, { ignoreVary: true });
  if (cached !== undefined) return cached;
  const response = await fetch(request);
  // If the device is full, the file just isn't cached.
  if (response.ok) await store(request, response.clone()).catch(() => undefined);
  return response;
}

const store = async (request, response) => (await caches.open(ownCache)).put(request, response);

/**
 * Shows a notification. Browsers end the subscription of an app that shows none, so an invalid push shows one
 * too.
 */
function show(data) {
  const { title, body, link, tag } = parseContent(data);
  return self.registration.showNotification(String(title ?? "New notification"), {
    body: String(body ?? "Open the portal to read it."),
    // Only a path is accepted, because anything else could lead to another site.
    data: /^\/(?![/\\])[!-~]*$/.test(link) ? link : "/notifications",
    icon: "/icons/192.png",
    ...(tag === undefined ? {} : { tag: String(tag), renotify: true }),
  });
}

function parseContent(data) {
  try {
    return Object(data.json());
  } catch {
    return {};
  }
}

/**
 * Opens a notification's page. An open tab navigates itself (new-version.ts), so that nothing in it is lost.
 */
async function open(link) {
  const tabs = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const tab = tabs.find(({ url }) => !new URL(url).pathname.startsWith("/api/"));
  if (tab === undefined) return self.clients.openWindow(link);
  tab.postMessage({ link });
  return tab.focus();
}

/**
 * Subscribes again after the push service changed the endpoint. The portal accepts it only for the session
 * that had the old one, because someone else might have signed in. If that fails offline, the app does it at
 * its next start.
 */
async function subscribeAgain({ oldSubscription, newSubscription }) {
  const options = oldSubscription?.options;
  const subscription =
    newSubscription ?? (options && (await self.registration.pushManager.subscribe(options)));
  if (!subscription || !oldSubscription) return;
  await fetch("/api/push-subscriptions", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ ...JSON.parse(JSON.stringify(subscription)), replaces: oldSubscription.endpoint }),
  });
}
