import {
  deleteSavedResponses,
  hasSavedResponses,
  markSavedResponses,
  savedFilesCache,
} from "#web/session/saved-session.ts";

/** Only the most recently opened files are kept, each up to 10 MB. */
const maxFiles = 10;

/**
 * Saves an opened file in a cache from which the service worker serves it offline, until the user signs out.
 * If storage is full or unavailable, the file isn't saved.
 */
export async function savePreview(userId: number, url: string, data: Uint8Array<ArrayBuffer>): Promise<void> {
  const response = new Response(data);
  markSavedResponses(userId);
  if (!("caches" in globalThis) || !hasSavedResponses(userId)) return;
  const cache = await caches.open(savedFilesCache);
  await cache.put(url, response);
  for (const request of (await cache.keys()).slice(0, -maxFiles)) await cache.delete(request);
  // The user might have signed out during the write.
  if (!hasSavedResponses(userId)) deleteSavedResponses();
}
