import type { Change, Photo } from "./change.ts";
import { type QueueStore, StorageFullError } from "./store.ts";

/**
 * A store that lasts until the app closes, for browsers without storage and for tests.
 * @param maxBytes the limit for all photos together
 */
export function createMemoryStore(maxBytes = Number.POSITIVE_INFINITY): QueueStore {
  let lastTurn = 0;
  let changes: Change[] = [];
  const photos = new Map<string, readonly Photo[]>();
  const orders = new Map<string, number>();
  const countBytes = (list: readonly Photo[]) => list.reduce((sum, { blob }) => sum + blob.size, 0);

  return {
    isPersistent: false,
    async add(change, newPhotos) {
      if (countBytes([...photos.values()].flat()) + countBytes(newPhotos) > maxBytes)
        throw new StorageFullError();
      lastTurn += 1;
      const savedChange = { ...change, turn: lastTurn };
      if ("localId" in savedChange.orderRef) {
        const id = orders.get(savedChange.orderRef.localId);
        if (id !== undefined) savedChange.orderRef = { id };
      }
      changes.push(savedChange);
      if (newPhotos.length > 0) photos.set(change.id, newPhotos);
      return { ...savedChange };
    },
    readAll: async () => changes.map((change) => ({ ...change })),
    async get(id) {
      const change = changes.find((other) => other.id === id);
      return change && { ...change };
    },
    getPhotos: async (id) => [...(photos.get(id) ?? [])],
    async put(change) {
      changes = changes.map((other) => (other.id === change.id ? { ...change } : other));
    },
    async remove(ids) {
      changes = changes.filter(({ id }) => !ids.includes(id));
      for (const id of ids) photos.delete(id);
    },
    async markCreated(localId, orderId) {
      orders.set(localId, orderId);
      photos.delete(localId);
      changes = changes
        .filter(({ id }) => id !== localId)
        .map((change) =>
          "localId" in change.orderRef && change.orderRef.localId === localId
            ? { ...change, orderRef: { id: orderId } }
            : change,
        );
    },
    findWorkOrderId: async (localId) => orders.get(localId),
    close: () => undefined,
  };
}
