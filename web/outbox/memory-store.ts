import type { Change, Photo } from "./change.ts";
import { type OutboxStore, StorageFull } from "./store.ts";

/** Keeps changes as long as the program runs: for browsers without storage, and for tests. @param bytesMax of all photos together */
export function memoryStore(bytesMax = Number.POSITIVE_INFINITY): OutboxStore {
  let lastTurn = 0;
  let changes: Change[] = [];
  const photos = new Map<string, readonly Photo[]>();
  const orders = new Map<string, number>();
  const bytesOf = (some: readonly Photo[]) => some.reduce((sum, { blob }) => sum + blob.size, 0);

  return {
    isLasting: false,
    async add(change, added) {
      if (bytesOf([...photos.values()].flat()) + bytesOf(added) > bytesMax) throw new StorageFull();
      lastTurn += 1;
      const whole = { ...change, turn: lastTurn };
      if ("localId" in whole.orderRef) {
        const id = orders.get(whole.orderRef.localId);
        if (id !== undefined) whole.orderRef = { id };
      }
      changes.push(whole);
      if (added.length > 0) photos.set(change.id, added);
      return { ...whole };
    },
    all: async () => changes.map((change) => ({ ...change })),
    async get(id) {
      const change = changes.find((one) => one.id === id);
      return change && { ...change };
    },
    photosOf: async (id) => [...(photos.get(id) ?? [])],
    async put(change) {
      changes = changes.map((other) => (other.id === change.id ? { ...change } : other));
    },
    async remove(ids) {
      changes = changes.filter(({ id }) => !ids.includes(id));
      for (const id of ids) photos.delete(id);
    },
    async reported(reportId, orderId) {
      orders.set(reportId, orderId);
      photos.delete(reportId);
      changes = changes
        .filter(({ id }) => id !== reportId)
        .map((change) =>
          "localId" in change.orderRef && change.orderRef.localId === reportId
            ? { ...change, orderRef: { id: orderId } }
            : change,
        );
    },
    orderOf: async (localId) => orders.get(localId),
    close: () => undefined,
  };
}
