import { type DBSchema, type IDBPDatabase, openDB } from "idb";
import { type Change, type Photo, parseStoredChange } from "./change.ts";
import { type QueueStore, StorageFullError } from "./store.ts";

const databaseName = "unsent-changes";

interface Schema extends DBSchema {
  changes: { key: number; value: Omit<Change, "turn"> & { turn?: number }; indexes: { id: string } };
  photos: { key: number; value: Photo & { changeId: string }; indexes: { changeId: string } };
  /** The numbers of work orders that were created on this phone. */
  orders: { key: string; value: number };
}

/** Waits until a write reaches the disk, not just a buffer. */
const strictDurability = { durability: "strict" } as const;

interface StoreEvents {
  /** A newer version of the app is waiting to upgrade the database. */
  onUpgradeNeeded: () => void;
  /** The browser closed the database. It can be reopened. */
  onClosed: () => void;
}

/**
 * Opens a store that saves changes in IndexedDB.
 * @throws if the browser has no storage for this site
 */
export async function openIdbStore({ onUpgradeNeeded, onClosed }: StoreEvents): Promise<QueueStore> {
  const database = await openDB<Schema>(databaseName, 1, {
    upgrade(newDatabase) {
      newDatabase
        .createObjectStore("changes", { keyPath: "turn", autoIncrement: true })
        .createIndex("id", "id", {
          unique: true,
        });
      newDatabase.createObjectStore("photos", { autoIncrement: true }).createIndex("changeId", "changeId");
      newDatabase.createObjectStore("orders");
    },
    blocking() {
      database.close();
      onUpgradeNeeded();
    },
    terminated: onClosed,
  });
  return createStore(database);
}

function createStore(database: IDBPDatabase<Schema>): QueueStore {
  const openWriteTransaction = () =>
    database.transaction(["changes", "photos", "orders"], "readwrite", strictDurability);
  type WriteTransaction = ReturnType<typeof openWriteTransaction>;

  async function deleteChange(transaction: WriteTransaction, id: string): Promise<void> {
    const changes = transaction.objectStore("changes");
    const turn = await changes.index("id").getKey(id);
    if (turn !== undefined) await changes.delete(turn);
    const photos = transaction.objectStore("photos");
    for (const key of await photos.index("changeId").getAllKeys(id)) await photos.delete(key);
  }

  return {
    isPersistent: true,
    async add(change, photos) {
      const transaction = openWriteTransaction();
      try {
        const orderRef = await resolveOrderRef(transaction, change.orderRef);
        const savedChange = { ...change, orderRef };
        const turn = await transaction.objectStore("changes").add(savedChange);
        for (const { name, blob } of photos)
          await transaction.objectStore("photos").add({ changeId: change.id, name, blob });
        await transaction.done;
        return { ...savedChange, turn };
      } catch (error) {
        abort(transaction);
        await transaction.done.catch(() => undefined);
        throw isQuotaError(error) || isQuotaError(transaction.error) ? new StorageFullError(error) : error;
      }
    },
    async readAll() {
      const storedChanges = await database.getAll("changes");
      return storedChanges.map(parseStoredChange).filter((change) => change !== undefined);
    },
    async get(id) {
      const storedChange = await database.getFromIndex("changes", "id", id);
      return storedChange && parseStoredChange(storedChange);
    },
    getPhotos: async (id) =>
      (await database.getAllFromIndex("photos", "changeId", id)).map(({ name, blob }) => ({ name, blob })),
    async put(change) {
      const transaction = database.transaction("changes", "readwrite", strictDurability);
      if ((await transaction.store.getKey(change.turn)) !== undefined) await transaction.store.put(change);
      await transaction.done;
    },
    async remove(ids) {
      const transaction = openWriteTransaction();
      for (const id of ids) await deleteChange(transaction, id);
      await transaction.done;
    },
    async markCreated(localId, orderId) {
      const transaction = openWriteTransaction();
      await transaction.objectStore("orders").put(orderId, localId);
      await deleteChange(transaction, localId);
      for await (const cursor of transaction.objectStore("changes")) {
        const { orderRef } = cursor.value;
        if ("localId" in orderRef && orderRef.localId === localId)
          await cursor.update({ ...cursor.value, orderRef: { id: orderId } });
      }
      await transaction.done;
    },
    findWorkOrderId: (localId) => database.get("orders", localId),
    close: () => database.close(),
  };
}

type OrdersReader = { objectStore(name: "orders"): { get(key: string): Promise<number | undefined> } };

async function resolveOrderRef(
  transaction: OrdersReader,
  ref: Change["orderRef"],
): Promise<Change["orderRef"]> {
  if ("id" in ref) return ref;
  const id = await transaction.objectStore("orders").get(ref.localId);
  return id === undefined ? ref : { id };
}

/** Aborts a transaction, unless it has already ended because it failed. */
function abort(transaction: { abort(): void }): void {
  try {
    transaction.abort();
  } catch {
    // The transaction has already failed, so nothing was saved.
  }
}

const isQuotaError = (error: unknown): boolean =>
  error instanceof DOMException && error.name === "QuotaExceededError";
