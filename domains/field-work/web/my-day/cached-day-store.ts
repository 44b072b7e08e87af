import { openDB } from "idb";
import {
  deleteSavedWorkOrders,
  hasSavedWorkOrders,
  markSavedWorkOrders,
  savedPhotosCache,
  savedWorkOrdersDatabase,
} from "#web/session/saved-session.ts";

/**
 * A saved day. The response is parsed with its contract again when it's read, because a later version of the
 * program might be reading it.
 */
export interface CachedDay {
  userId: number;
  cachedAt: string;
  day: unknown;
  /** The properties where the technician can report a problem. */
  buildings?: unknown;
  /** The saved photos' sizes in bytes, by URL. */
  photos: Record<string, number>;
}

/**
 * Stores a technician's work orders and their photos on this device. Writes do nothing once the user has
 * signed out.
 */
export interface CachedDayStore {
  read(): Promise<CachedDay | undefined>;
  write(day: CachedDay): Promise<void>;
  hasPhoto(address: string): Promise<boolean>;
  /** @throws if the storage is full */
  addPhoto(address: string, photo: Blob): Promise<void>;
  removeOtherPhotos(addresses: readonly string[]): Promise<void>;
}

const store = "day";

/**
 * Stores work orders in IndexedDB, and photos in a separate cache, from which the service worker serves them.
 */
export function createCachedDayStore(userId: number): CachedDayStore {
  const photos = () => ("caches" in globalThis ? caches.open(savedPhotosCache) : undefined);
  return {
    read: () => inDatabase(async (database) => (await database.get(store, store)) as CachedDay | undefined),
    async write(day) {
      markSavedWorkOrders(userId);
      if (!hasSavedWorkOrders(userId)) return;
      await inDatabase((database) => database.put(store, day, store));
      removeIfSignedOut(userId);
    },
    async hasPhoto(address) {
      return (await (await photos())?.match(address, { ignoreVary: true })) !== undefined;
    },
    async addPhoto(address, photo) {
      if (!hasSavedWorkOrders(userId)) return;
      await (await photos())?.put(address, new Response(photo));
      removeIfSignedOut(userId);
    },
    async removeOtherPhotos(addresses) {
      const wanted = new Set(addresses.map((address) => new URL(address, location.origin).href));
      const cache = await photos();
      for (const request of (await cache?.keys()) ?? [])
        if (!wanted.has(request.url)) await cache?.delete(request, { ignoreVary: true });
    },
  };
}

/** The user might have signed out during a write. */
function removeIfSignedOut(userId: number): void {
  if (!hasSavedWorkOrders(userId)) deleteSavedWorkOrders();
}

/** Opened only for the operation, so that signing out can delete the database. */
async function inDatabase<Result>(
  run: (database: Awaited<ReturnType<typeof openDB>>) => Promise<Result>,
): Promise<Result> {
  const database = await openDB(savedWorkOrdersDatabase, 1, {
    upgrade: (made) => void made.createObjectStore(store),
  });
  return run(database).finally(() => database.close());
}
