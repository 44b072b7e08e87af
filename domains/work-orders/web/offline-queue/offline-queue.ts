import { coalesce } from "#web/coalesce.ts";
import type { Change, ExpectedValues, Photo } from "#web/offline-queue/change.ts";
import { phoneClock } from "#web/offline-queue/clock.ts";
import { setCurrentQueue } from "#web/offline-queue/current-queue.ts";
import { openIdbStore } from "#web/offline-queue/idb-store.ts";
import { memoryStore } from "#web/offline-queue/memory-store.ts";
import {
  type ChangeResult,
  createOfflineQueue,
  type OfflineQueue,
  type QueueMessage,
} from "#web/offline-queue/offline-queue.ts";
import { savePendingCount } from "#web/offline-queue/pending-counts.ts";
import { webLock } from "#web/offline-queue/web-lock.ts";
import { queryClient } from "#web/query-client.ts";
import { isServerReachable } from "#web/session/connection.ts";
import { readSavedSession } from "#web/session/saved-session.ts";
import { onSessionEvent } from "#web/session/session-events.ts";
import {
  checkConnection,
  checkSession,
  currentSession,
  subscribeToSession,
} from "#web/session/session-store.ts";
import type { ActivityEntry, WorkOrder } from "../../contract.ts";
import { workOrderKeys } from "../query-keys.ts";
import { refetchWorkOrders, showEntry, showWorkOrder } from "../refetch.ts";
import { changeKinds, type Kind, type Payloads, type Responses } from "./change-types.ts";

export interface NewChange<K extends Kind> {
  kind: K;
  /** Absent for a report. */
  orderId?: number;
  payload: Payloads[K];
  /** The state of the work order that the screen showed. */
  seen?: ExpectedValues;
  photos?: readonly Photo[];
}

export type SettledChange<K extends Kind> =
  | Exclude<ChangeResult, { state: "sent" }>
  | { state: "sent"; answer: Responses[K] };

let opened: Promise<{ queue: OfflineQueue; close: () => void }> | undefined;

/** Returns this phone's offline queue, opening it on first use. */
export const getOfflineQueue = async (): Promise<OfflineQueue> => (await (opened ??= open())).queue;

/** Closes the queue, for example when a later version of the program needs its database. */
export async function closeOfflineQueue(): Promise<void> {
  const closing = opened;
  opened = undefined;
  (await closing)?.close();
}

/**
 * Saves a technician's change and sends it. `settled` resolves with the server's response, or when the change
 * will be sent later.
 * @throws StorageFullError
 */
export async function enqueue<K extends Kind>({ orderId, photos, ...change }: NewChange<K>) {
  const queue = await getOfflineQueue();
  const orderRef = orderId === undefined ? { localId: "" } : { id: orderId };
  const { result: settled } = await queue.add({ ...change, orderRef }, photos);
  // The queue has parsed the response with this type's contract.
  return { settled: settled as Promise<SettledChange<K>> };
}

/** Saves a change and waits until it is sent or queued. */
export const enqueueAndWait = async <K extends Kind>(change: NewChange<K>): Promise<SettledChange<K>> =>
  (await enqueue(change)).settled;

async function open() {
  const store = await openIdbStore({
    onNeeded: () => void closeOfflineQueue(),
    onLost: () => void closeOfflineQueue().then(getOfflineQueue),
  }).catch(() => memoryStore());
  const channel =
    store.isPersistent && typeof BroadcastChannel !== "undefined"
      ? new BroadcastChannel("unsent-changes")
      : undefined;
  const refreshing = createRefresher();
  const queue = createOfflineQueue({
    store,
    kinds: changeKinds,
    fetch: (...request) => fetch(...request),
    clock: phoneClock,
    lock: webLock("unsent-changes"),
    after(ms, run) {
      const timer = setTimeout(run, ms);
      return () => clearTimeout(timer);
    },
    userId: signedInAs,
    isReachable: isServerReachable,
    onSent(change, answer) {
      refreshing.add(applyResponse(change, answer));
    },
    onUnreachable: checkConnection,
    onSessionOver: () => void checkSession(),
    onMessage: (news) => channel?.postMessage(news),
  });
  if (channel !== undefined)
    channel.onmessage = ({ data }: MessageEvent<QueueMessage>) => void queue.receive(data);
  const ends = [
    setCurrentQueue(queue),
    sendWhenPossible(queue),
    trackMyChanges(queue),
    () => refreshing.cancel(),
  ];
  await queue.start();
  const close = () => {
    for (const end of ends) end();
    channel?.close();
    queue.stop();
  };
  return { queue, close };
}

/** Another tab might have signed in as someone else, and the cookie is theirs then. */
function signedInAs(): number | undefined {
  const session = currentSession();
  if (session.state !== "signed-in" || readSavedSession()?.id !== session.user.id) return undefined;
  return session.user.id;
}

/** Records the number of the user's unsent changes, for when they are signed out. */
function trackMyChanges(queue: OfflineQueue): () => void {
  return queue.subscribe(() => {
    const session = currentSession();
    if (queue.state().isPersistent && session.state === "signed-in" && signedInAs() === session.user.id)
      savePendingCount(session.user, queue.state().changes.length);
  });
}

function sendWhenPossible(queue: OfflineQueue): () => void {
  const send = () => queue.send();
  const onVisible = () => document.visibilityState === "visible" && send();
  let user = signedInAs();
  const onSession = () => {
    if (signedInAs() === user) return;
    user = signedInAs();
    void queue.start();
  };
  const unsubscribeFromSession = subscribeToSession(onSession);
  const unsubscribeFromEvents = onSessionEvent((event) => event === "server-is-back" && send());
  addEventListener("online", send);
  addEventListener("focus", send);
  document.addEventListener("visibilitychange", onVisible);
  return () => {
    unsubscribeFromSession();
    unsubscribeFromEvents();
    removeEventListener("online", send);
    removeEventListener("focus", send);
    document.removeEventListener("visibilitychange", onVisible);
  };
}

/** Replaces the prediction with the server's response. Returns the work order's id. */
function applyResponse({ kind, orderRef }: Change, answer: unknown): number {
  if (kind === "comment") {
    const entry = answer as ActivityEntry;
    const id = "id" in orderRef ? orderRef.id : 0;
    showEntry(queryClient, id, entry);
    return id;
  }
  const order = answer as WorkOrder;
  showWorkOrder(queryClient, order);
  return order.id;
}

const refreshEveryMs = 1_500;

/** Changes are often sent in quick succession, so lists and figures are refetched only from time to time. */
const createRefresher = () =>
  coalesce<number>(refreshEveryMs, (ids) => {
    for (const id of ids) void refetchWorkOrders(queryClient, workOrderKeys.history(id));
  });
