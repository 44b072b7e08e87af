import { openDB } from "idb";
import {
  deleteSavedWorkOrders,
  hasSavedWorkOrders,
  markSavedWorkOrders,
  savedPhotosCache,
  savedWorkOrdersDatabase,
} from "#web/session/saved-session.ts";

/**
 * A saved day. The responses are parsed with their contracts again when read, because a later version of the
 * app might be reading them.
 */
export interface CachedDay {
  userId: number;
  cachedAt: string;
  day: unknown;
  /** The properties where the technician can report a problem. */
  buildings?: unknown;
  /** The conflicts the technician can resolve. */
  conflicts?: unknown;
  /** The technician's recent time entries. */
  times?: unknown;
  /** The saved photos' sizes in bytes, by URL. */
  photoBytes: Record<string, number>;
}

/**
 * Stores a technician's work orders and their photos on this device. Writes do nothing once the user has
 * signed out.
 */
export interface CachedDayStore {
  read(): Promise<CachedDay | undefined>;
  write(day: CachedDay): Promise<void>;
  hasPhoto(url: string): Promise<boolean>;
  /** @throws if the storage is full */
  addPhoto(url: string, photo: Blob): Promise<void>;
  removeOtherPhotos(urlsToKeep: readonly string[]): Promise<void>;
}

const storeName = "day";

/**
 * Stores work orders in IndexedDB, and photos in a separate cache, from which the service worker serves them.
 */
export function createCachedDayStore(userId: number): CachedDayStore {
  const openPhotoCache = () => ("caches" in globalThis ? caches.open(savedPhotosCache) : undefined);
  return {
    read: () =>
      withDatabase(async (database) => (await database.get(storeName, storeName)) as CachedDay | undefined),
    async write(day) {
      markSavedWorkOrders(userId);
      if (!hasSavedWorkOrders(userId)) return;
      await withDatabase((database) => database.put(storeName, day, storeName));
      removeIfSignedOut(userId);
    },
    async hasPhoto(url) {
      return (await (await openPhotoCache())?.match(url, { ignoreVary: true })) !== undefined;
    },
    async addPhoto(url, photo) {
      if (!hasSavedWorkOrders(userId)) return;
      await (await openPhotoCache())?.put(url, new Response(photo));
      removeIfSignedOut(userId);
    },
    async removeOtherPhotos(urlsToKeep) {
      const wantedUrls = new Set(urlsToKeep.map((url) => new URL(url, location.origin).href));
      const cache = await openPhotoCache();
      for (const request of (await cache?.keys()) ?? [])
        if (!wantedUrls.has(request.url)) await cache?.delete(request, { ignoreVary: true });
    },
  };
}

/** The user might have signed out during a write. */
function removeIfSignedOut(userId: number): void {
  if (!hasSavedWorkOrders(userId)) deleteSavedWorkOrders();
}

/** Opens the database only for the operation, so that signing out can delete it. */
async function withDatabase<Result>(
  run: (database: Awaited<ReturnType<typeof openDB>>) => Promise<Result>,
): Promise<Result> {
  const database = await openDB(savedWorkOrdersDatabase, 1, {
    upgrade: (newDatabase) => void newDatabase.createObjectStore(storeName),
  });
  return run(database).finally(() => database.close());
}
