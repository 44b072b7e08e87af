// Starts the program without a network, and shows pushes. scripts/offline-worker.mjs writes this file to dist/web/sw.js, after the
// constants `version` and `files`. Only files of the program are kept, never a response of the API; the photos of a
// technician's orders, which the program itself keeps until the user signs out, are shown from their own cache.
/* global version, files */

const prefix = "portal-";
const ours = prefix + version;
/** One page for every address; it finds its own way. */
const page = "/";
const patienceMs = 4000;
const photo = /^\/api\/work-orders\/\d+\/(images|signatures)\/\d+$/;
/** Named so in web/session/saved-session.ts. */
const keptPhotos = "kept-photos";

self.addEventListener("install", (event) => event.waitUntil(install()));
self.addEventListener("activate", (event) => event.waitUntil(removeOldVersions()));
self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== self.location.origin) return;
  if (photo.test(pathname)) event.respondWith(showPhoto(request));
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
  const cache = await caches.open(ours);
  await cache.addAll([...files, new Request(page, { cache: "reload", credentials: "omit" })]);
  // Open tabs go on with their own version, whose files are still kept.
  await self.skipWaiting();
}

/** The version before this one is kept: an open tab may still load parts of it. */
async function removeOldVersions() {
  const names = (await caches.keys()).filter((name) => name.startsWith(prefix) && name !== ours);
  for (const name of names.slice(0, -1)) await caches.delete(name);
}

async function openPage(request) {
  try {
    return await fetch(request, { signal: AbortSignal.timeout(patienceMs) });
  } catch {
    const kept = await (await caches.open(ours)).match(page);
    return kept === undefined ? Response.error() : withFreshNonce(kept);
  }
}

/** A nonce is for one response; that of the kept page could be read by whoever has seen it. */
async function withFreshNonce(kept) {
  const headers = new Headers(kept.headers);
  const policy = headers.get("content-security-policy") ?? "";
  const used = /'nonce-([^']+)'/.exec(policy)?.[1] ?? "none";
  const fresh = btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(16))));
  headers.set("content-security-policy", policy.replaceAll(used, fresh));
  return new Response((await kept.text()).replaceAll(used, fresh), { headers });
}

/** From the network, as the photo may have been removed; from what was kept when there is none. */
async function showPhoto(request) {
  const kept = await caches.match(request.url, { cacheName: keptPhotos, ignoreVary: true });
  if (kept === undefined) return fetch(request);
  const fetched = fetch(request).catch(() => kept.clone());
  return Promise.race([fetched, new Promise((resolve) => setTimeout(() => resolve(kept), patienceMs))]);
}

/** A file of the program has its contents in its name, so that a kept one is never out of date. */
async function readFile(request) {
  const kept = await caches.match(request, { ignoreVary: true });
  if (kept !== undefined) return kept;
  const response = await fetch(request);
  // On a device without room it is only not kept.
  if (response.ok) await keep(request, response.clone()).catch(() => undefined);
  return response;
}

const keep = async (request, response) => (await caches.open(ours)).put(request, response);

/** Browsers end the subscription of a program that shows nothing, so that a damaged push shows something too. */
function show(data) {
  const { title, body, link, tag } = contentOf(data);
  return self.registration.showNotification(String(title ?? "New notification"), {
    body: String(body ?? "Open the portal to read it."),
    // Nothing but a path can lead to another site.
    data: /^\/(?![/\\])[!-~]*$/.test(link) ? link : "/notifications",
    icon: "/icons/192.png",
    ...(tag === undefined ? {} : { tag: String(tag), renotify: true }),
  });
}

function contentOf(data) {
  try {
    return Object(data.json());
  } catch {
    return {};
  }
}

/** In a tab that is open the page goes there by itself (new-version.ts), so that nothing in it is lost. */
async function open(link) {
  const tabs = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const tab = tabs.find(({ url }) => !new URL(url).pathname.startsWith("/api/"));
  if (tab === undefined) return self.clients.openWindow(link);
  tab.postMessage({ link });
  return tab.focus();
}

/** The push service changed the address. Without a network the program does it at its next start. */
async function subscribeAgain({ oldSubscription, newSubscription }) {
  const options = oldSubscription?.options;
  const subscription =
    newSubscription ?? (options && (await self.registration.pushManager.subscribe(options)));
  if (!subscription) return;
  await fetch("/api/push-subscriptions", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(subscription),
  });
}
