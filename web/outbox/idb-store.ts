import { type DBSchema, type IDBPDatabase, openDB } from "idb";
import { type Change, type Photo, readStored } from "./change.ts";
import { type OutboxStore, StorageFull } from "./store.ts";

const databaseName = "unsent-changes";

interface Schema extends DBSchema {
  changes: { key: number; value: Omit<Change, "turn"> & { turn?: number }; indexes: { id: string } };
  photos: { key: number; value: Photo & { of: string }; indexes: { of: string } };
  /** The numbers of orders that were reported from this phone. */
  orders: { key: string; value: number };
}

/** A change that the screen calls kept is on the disk, not in a buffer of the browser. */
const strictly = { durability: "strict" } as const;

interface Ends {
  /** A later version of the program needs the database. */
  onNeeded: () => void;
  /** The browser closed it; it may be opened again. */
  onLost: () => void;
}

/** Keeps changes in IndexedDB. @throws when the browser has no storage for this site */
export async function openIdbStore({ onNeeded, onLost }: Ends): Promise<OutboxStore> {
  const database = await openDB<Schema>(databaseName, 1, {
    upgrade(made) {
      made.createObjectStore("changes", { keyPath: "turn", autoIncrement: true }).createIndex("id", "id", {
        unique: true,
      });
      made.createObjectStore("photos", { autoIncrement: true }).createIndex("of", "of");
      made.createObjectStore("orders");
    },
    blocking() {
      database.close();
      onNeeded();
    },
    terminated: onLost,
  });
  return storeIn(database);
}

function storeIn(database: IDBPDatabase<Schema>): OutboxStore {
  const writing = () => database.transaction(["changes", "photos", "orders"], "readwrite", strictly);
  type Writing = ReturnType<typeof writing>;

  async function removeIn(transaction: Writing, id: string): Promise<void> {
    const changes = transaction.objectStore("changes");
    const turn = await changes.index("id").getKey(id);
    if (turn !== undefined) await changes.delete(turn);
    const photos = transaction.objectStore("photos");
    for (const key of await photos.index("of").getAllKeys(id)) await photos.delete(key);
  }

  return {
    isLasting: true,
    async add(change, photos) {
      const transaction = writing();
      try {
        const orderRef = await numbered(transaction, change.orderRef);
        const kept = { ...change, orderRef };
        const turn = await transaction.objectStore("changes").add(kept);
        for (const { name, blob } of photos)
          await transaction.objectStore("photos").add({ of: change.id, name, blob });
        await transaction.done;
        return { ...kept, turn };
      } catch (error) {
        abort(transaction);
        await transaction.done.catch(() => undefined);
        throw isQuota(error) || isQuota(transaction.error) ? new StorageFull(error) : error;
      }
    },
    async all() {
      const stored = await database.getAll("changes");
      return stored.map(readStored).filter((change) => change !== undefined);
    },
    async get(id) {
      const stored = await database.getFromIndex("changes", "id", id);
      return stored && readStored(stored);
    },
    photosOf: async (id) =>
      (await database.getAllFromIndex("photos", "of", id)).map(({ name, blob }) => ({ name, blob })),
    async put(change) {
      const transaction = database.transaction("changes", "readwrite", strictly);
      if ((await transaction.store.getKey(change.turn)) !== undefined) await transaction.store.put(change);
      await transaction.done;
    },
    async remove(ids) {
      const transaction = writing();
      for (const id of ids) await removeIn(transaction, id);
      await transaction.done;
    },
    async reported(reportId, orderId) {
      const transaction = writing();
      await transaction.objectStore("orders").put(orderId, reportId);
      await removeIn(transaction, reportId);
      for await (const cursor of transaction.objectStore("changes")) {
        const { orderRef } = cursor.value;
        if ("localId" in orderRef && orderRef.localId === reportId)
          await cursor.update({ ...cursor.value, orderRef: { id: orderId } });
      }
      await transaction.done;
    },
    orderOf: (localId) => database.get("orders", localId),
    close: () => database.close(),
  };
}

type Numbering = { objectStore(name: "orders"): { get(key: string): Promise<number | undefined> } };

async function numbered(transaction: Numbering, ref: Change["orderRef"]): Promise<Change["orderRef"]> {
  if ("id" in ref) return ref;
  const id = await transaction.objectStore("orders").get(ref.localId);
  return id === undefined ? ref : { id };
}

/** A transaction that failed by itself is over already. */
function abort(transaction: { abort(): void }): void {
  try {
    transaction.abort();
  } catch {
    // Nothing of it was kept.
  }
}

const isQuota = (error: unknown): boolean =>
  error instanceof DOMException && error.name === "QuotaExceededError";
