import { useSyncExternalStore } from "react";
import type { OfflineQueue, QueueState } from "./offline-queue.ts";

/** Shown before the queue is opened, and to users without one. */
const emptyState: QueueState = {
  changes: [],
  sending: null,
  wasDiscarded: false,
  isPersistent: true,
};

let currentState: QueueState = emptyState;
const listeners = new Set<() => void>();

function setCurrentState(next: QueueState): void {
  currentState = next;
  for (const listener of listeners) listener();
}

/** Shows this queue on the pages from now on. Returns a function that ends that. */
export function setCurrentQueue(queue: OfflineQueue): () => void {
  setCurrentState(queue.getState());
  const unsubscribe = queue.subscribe(() => setCurrentState(queue.getState()));
  return () => {
    unsubscribe();
    setCurrentState(emptyState);
  };
}

export const currentQueueState = (): QueueState => currentState;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The user's changes that the server might not have yet. */
export const useQueueState = (): QueueState => useSyncExternalStore(subscribe, currentQueueState);
