import { openDB } from "idb";
import {
  isKeptOrdersOf,
  keptOrders,
  keptPhotos,
  markKeptOrders,
  removeKeptOrders,
} from "#web/session/saved-session.ts";

/** A day as it was kept; what the server answered is read by its contract again, as a later version of the program may find it. */
export interface KeptDay {
  userId: number;
  keptAt: string;
  day: unknown;
  /** Where the technician may report something new. */
  buildings?: unknown;
  /** The kept photos and their bytes, by address. */
  photos: Record<string, number>;
}

/** Where a technician's orders and their photos are kept on this device. Writing keeps nothing once the user has signed out. */
export interface KeptStore {
  read(): Promise<KeptDay | undefined>;
  write(kept: KeptDay): Promise<void>;
  hasPhoto(address: string): Promise<boolean>;
  /** @throws when the storage is full */
  addPhoto(address: string, photo: Blob): Promise<void>;
  removePhotosBut(addresses: readonly string[]): Promise<void>;
}

const store = "day";

/** IndexedDB for the orders, and for the photos a cache of their own, from which the service worker shows them. */
export function keptStoreOf(userId: number): KeptStore {
  const photos = () => ("caches" in globalThis ? caches.open(keptPhotos) : undefined);
  return {
    read: () => inDatabase(async (database) => (await database.get(store, store)) as KeptDay | undefined),
    async write(kept) {
      markKeptOrders(userId);
      if (!isKeptOrdersOf(userId)) return;
      await inDatabase((database) => database.put(store, kept, store));
      removeUnlessOf(userId);
    },
    async hasPhoto(address) {
      return (await (await photos())?.match(address, { ignoreVary: true })) !== undefined;
    },
    async addPhoto(address, photo) {
      if (!isKeptOrdersOf(userId)) return;
      await (await photos())?.put(address, new Response(photo));
      removeUnlessOf(userId);
    },
    async removePhotosBut(addresses) {
      const wanted = new Set(addresses.map((address) => new URL(address, location.origin).href));
      const cache = await photos();
      for (const request of (await cache?.keys()) ?? [])
        if (!wanted.has(request.url)) await cache?.delete(request, { ignoreVary: true });
    },
  };
}

/** The user may have signed out while something was written. */
function removeUnlessOf(userId: number): void {
  if (!isKeptOrdersOf(userId)) removeKeptOrders();
}

/** Open only meanwhile, so that signing out can delete it. */
async function inDatabase<Result>(
  run: (database: Awaited<ReturnType<typeof openDB>>) => Promise<Result>,
): Promise<Result> {
  const database = await openDB(keptOrders, 1, { upgrade: (made) => void made.createObjectStore(store) });
  return run(database).finally(() => database.close());
}
