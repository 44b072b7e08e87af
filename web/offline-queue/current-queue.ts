import { useSyncExternalStore } from "react";
import type { OfflineQueue, QueueState } from "./offline-queue.ts";

/** The state before the queue is opened, and for users without a queue. */
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

/** Makes this the queue that the pages show. Returns a function that undoes this. */
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
