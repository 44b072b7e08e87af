import { useSyncExternalStore } from "react";
import type { Outbox, OutboxState } from "./outbox.ts";

/** Before the outbox is opened, and for people who have none. */
const nothing: OutboxState = {
  changes: [],
  sending: null,
  wasDiscarded: false,
  isLasting: true,
};

let shown: OutboxState = nothing;
const listeners = new Set<() => void>();

function become(next: OutboxState): void {
  shown = next;
  for (const listener of listeners) listener();
}

/** Pages show this outbox from now on; returns what ends that. */
export function showOutbox(outbox: Outbox): () => void {
  become(outbox.state());
  const leave = outbox.subscribe(() => become(outbox.state()));
  return () => {
    leave();
    become(nothing);
  };
}

export const unsentChanges = (): OutboxState => shown;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** What of the user's work the server may not have yet. */
export const useOutbox = (): OutboxState => useSyncExternalStore(subscribe, unsentChanges);
