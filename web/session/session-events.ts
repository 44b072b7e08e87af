/** The events of the session for the rest of the portal; the data of pages belongs to one user only. */
export type SessionEvent = "person-changed" | "server-is-back";

const listeners = new Set<(event: SessionEvent) => void>();

export function onSessionEvent(listener: (event: SessionEvent) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function announce(event: SessionEvent): void {
  for (const listener of listeners) listener(event);
}
