import { coalesce } from "#web/coalesce.ts";
import type { Change, ExpectedValues, Photo } from "#web/offline-queue/change.ts";
import { phoneClock } from "#web/offline-queue/clock.ts";
import { setCurrentQueue } from "#web/offline-queue/current-queue.ts";
import { openIdbStore } from "#web/offline-queue/idb-store.ts";
import { createMemoryStore } from "#web/offline-queue/memory-store.ts";
import {
  type ChangeResult,
  createOfflineQueue,
  type OfflineQueue,
  type QueueMessage,
} from "#web/offline-queue/offline-queue.ts";
import { savePendingCount } from "#web/offline-queue/pending-counts.ts";
import { createWebLock } from "#web/offline-queue/web-lock.ts";
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
import { type ChangeKind, type ChangeResponses, changeKinds, type Payloads } from "./change-types.ts";

export interface NewChange<K extends ChangeKind> {
  kind: K;
  /** Absent for a report. */
  orderId?: number;
  payload: Payloads[K];
  /** The state of the work order that the screen showed. */
  seen?: ExpectedValues;
  photos?: readonly Photo[];
  /** The idempotency key of an earlier direct attempt to send this change, if it got no response. */
  id?: string;
}

export type SettledChange<K extends ChangeKind> =
  | Exclude<ChangeResult, { state: "sent" }>
  | { state: "sent"; response: ChangeResponses[K] };

let openQueuePromise: Promise<{ queue: OfflineQueue; close: () => void }> | undefined;

/** Returns this phone's offline queue, opening it on first use. */
export const getOfflineQueue = async (): Promise<OfflineQueue> =>
  (await (openQueuePromise ??= openQueue())).queue;

/** Closes the queue, for example when a newer version of the app needs to upgrade the database. */
export async function closeOfflineQueue(): Promise<void> {
  const queueToClose = openQueuePromise;
  openQueuePromise = undefined;
  (await queueToClose)?.close();
}

/**
 * Saves a technician's change and sends it. `settled` resolves with the server's response, or when the change
 * will be sent later.
 * @throws StorageFullError
 */
export async function enqueue<K extends ChangeKind>({ orderId, photos, ...change }: NewChange<K>) {
  const queue = await getOfflineQueue();
  const orderRef = orderId === undefined ? { localId: "" } : { id: orderId };
  const { change: saved, result: settled } = await queue.add({ ...change, orderRef }, photos);
  // The queue has parsed the response with this type's contract.
  return { id: saved.id, settled: settled as Promise<SettledChange<K>> };
}

/** Saves a change and waits until it is sent or queued. */
export const enqueueAndWait = async <K extends ChangeKind>(change: NewChange<K>): Promise<SettledChange<K>> =>
  (await enqueue(change)).settled;

async function openQueue() {
  const store = await openIdbStore({
    onUpgradeNeeded: () => void closeOfflineQueue(),
    onClosed: () => void closeOfflineQueue().then(getOfflineQueue),
  }).catch(() => createMemoryStore());
  const channel =
    store.isPersistent && typeof BroadcastChannel !== "undefined"
      ? new BroadcastChannel("unsent-changes")
      : undefined;
  const refresher = createRefresher();
  const queue = createOfflineQueue({
    store,
    kinds: changeKinds,
    fetch: (...request) => fetch(...request),
    clock: phoneClock,
    lock: createWebLock("unsent-changes"),
    schedule(ms, run) {
      const timer = setTimeout(run, ms);
      return () => clearTimeout(timer);
    },
    getUserId: getSignedInUserId,
    isReachable: isServerReachable,
    onSent(change, response) {
      refresher.add(applyResponse(change, response));
    },
    onUnreachable: checkConnection,
    onSessionOver: () => void checkSession(),
    onMessage: (message) => channel?.postMessage(message),
  });
  if (channel !== undefined)
    channel.onmessage = ({ data }: MessageEvent<QueueMessage>) => void queue.receive(data);
  const cleanups = [
    setCurrentQueue(queue),
    sendWhenPossible(queue),
    trackMyChanges(queue),
    () => refresher.cancel(),
  ];
  await queue.start();
  const close = () => {
    for (const cleanUp of cleanups) cleanUp();
    channel?.close();
    queue.stop();
  };
  return { queue, close };
}

/** Undefined if another tab has signed in as someone else, because the cookie is now theirs. */
function getSignedInUserId(): number | undefined {
  const session = currentSession();
  if (session.state !== "signed-in" || readSavedSession()?.id !== session.user.id) return undefined;
  return session.user.id;
}

/** Saves the number of the user's unsent changes, to show it while they're signed out. */
function trackMyChanges(queue: OfflineQueue): () => void {
  return queue.subscribe(() => {
    const session = currentSession();
    if (
      queue.getState().isPersistent &&
      session.state === "signed-in" &&
      getSignedInUserId() === session.user.id
    )
      savePendingCount(session.user, queue.getState().changes.length);
  });
}

function sendWhenPossible(queue: OfflineQueue): () => void {
  const send = () => queue.send();
  const onVisible = () => document.visibilityState === "visible" && send();
  let userId = getSignedInUserId();
  const onSession = () => {
    if (getSignedInUserId() === userId) return;
    userId = getSignedInUserId();
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

/** Shows the server's response instead of the prediction. Returns the work order's id. */
function applyResponse({ kind, orderRef }: Change, response: unknown): number {
  if (kind === "comment") {
    const entry = response as ActivityEntry;
    const id = "id" in orderRef ? orderRef.id : 0;
    showEntry(queryClient, id, entry);
    return id;
  }
  const order = response as WorkOrder;
  showWorkOrder(queryClient, order);
  return order.id;
}

const refreshIntervalMs = 1_500;

/** Batches refetching, because changes are often sent in quick succession. */
const createRefresher = () =>
  coalesce<number>(refreshIntervalMs, (ids) => {
    for (const id of ids) void refetchWorkOrders(queryClient, workOrderKeys.history(id));
  });
