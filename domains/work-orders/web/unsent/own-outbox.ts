import { coalesce } from "#web/live/coalesce.ts";
import type { Change, Photo, Seen } from "#web/outbox/change.ts";
import { phoneClock } from "#web/outbox/clock.ts";
import { openIdbStore } from "#web/outbox/idb-store.ts";
import { memoryStore } from "#web/outbox/memory-store.ts";
import { makeOutbox, type Outbox, type OutboxNews, type Settled } from "#web/outbox/outbox.ts";
import { showOutbox } from "#web/outbox/page-outbox.ts";
import { markUnsent } from "#web/outbox/unsent-marks.ts";
import { webLock } from "#web/outbox/web-lock.ts";
import { queryClient } from "#web/query-client.ts";
import { isServerReachable } from "#web/session/connection.ts";
import { readSavedSession } from "#web/session/saved-session.ts";
import { onSessionEvent } from "#web/session/session-events.ts";
import {
  checkSession,
  currentSession,
  doubtConnection,
  subscribeToSession,
} from "#web/session/session-store.ts";
import type { ActivityEntry, WorkOrder } from "../../contract.ts";
import { placeOrder, refreshAfterChange } from "../order-cache.ts";
import { historyQuery } from "../queries.ts";
import { type Answers, changeKinds, type Kind, type Payloads } from "./change-kinds.ts";

export interface ChangeToKeep<K extends Kind> {
  kind: K;
  /** Absent for a report. */
  orderId?: number;
  payload: Payloads[K];
  /** What the screen showed. */
  seen?: Seen;
  photos?: readonly Photo[];
}

export type SettledAs<K extends Kind> =
  | Exclude<Settled, { state: "sent" }>
  | { state: "sent"; answer: Answers[K] };

let opened: Promise<{ outbox: Outbox; close: () => void }> | undefined;

/** The outbox of this phone, opened when it is first asked for. */
export const ownOutbox = async (): Promise<Outbox> => (await (opened ??= open())).outbox;

/** Closes it, e.g. when a later version of the program needs its database. */
export async function closeOutbox(): Promise<void> {
  const closing = opened;
  opened = undefined;
  (await closing)?.close();
}

/**
 * Keeps what a technician does, and sends it. `settled` ends with the server's answer, or once it is clear that this takes a
 * while.
 * @throws StorageFull
 */
export async function keep<K extends Kind>({ orderId, photos, ...change }: ChangeToKeep<K>) {
  const outbox = await ownOutbox();
  const orderRef = orderId === undefined ? { localId: "" } : { id: orderId };
  const { settled } = await outbox.add({ ...change, orderRef }, photos);
  // The outbox read the answer by the contract of this kind.
  return { settled: settled as Promise<SettledAs<K>> };
}

/** The same in one step. */
export const enqueue = async <K extends Kind>(change: ChangeToKeep<K>): Promise<SettledAs<K>> =>
  (await keep(change)).settled;

async function open() {
  const store = await openIdbStore({
    onNeeded: () => void closeOutbox(),
    onLost: () => void closeOutbox().then(ownOutbox),
  }).catch(() => memoryStore());
  const channel =
    store.isLasting && typeof BroadcastChannel !== "undefined"
      ? new BroadcastChannel("unsent-changes")
      : undefined;
  const refreshing = refreshLater();
  const outbox = makeOutbox({
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
      refreshing.add(placeAnswer(change, answer));
    },
    onUnreachable: doubtConnection,
    onSessionOver: () => void checkSession(),
    onNews: (news) => channel?.postMessage(news),
  });
  if (channel !== undefined)
    channel.onmessage = ({ data }: MessageEvent<OutboxNews>) => void outbox.hear(data);
  const ends = [showOutbox(outbox), whenToSend(outbox), noteOwn(outbox), () => refreshing.cancel()];
  await outbox.start();
  const close = () => {
    for (const end of ends) end();
    channel?.close();
    outbox.stop();
  };
  return { outbox, close };
}

/** Another tab may have signed in as somebody else; the cookie is theirs then. */
function signedInAs(): number | undefined {
  const session = currentSession();
  if (session.state !== "signed-in" || readSavedSession()?.id !== session.user.id) return undefined;
  return session.user.id;
}

/** Notes how many changes of the user wait, for the time when they are signed out. */
function noteOwn(outbox: Outbox): () => void {
  return outbox.subscribe(() => {
    const session = currentSession();
    if (outbox.state().isLasting && session.state === "signed-in" && signedInAs() === session.user.id)
      markUnsent(session.user, outbox.state().changes.length);
  });
}

function whenToSend(outbox: Outbox): () => void {
  const send = () => outbox.send();
  const onVisible = () => document.visibilityState === "visible" && send();
  let user = signedInAs();
  const onSession = () => {
    if (signedInAs() === user) return;
    user = signedInAs();
    void outbox.start();
  };
  const leaveSession = subscribeToSession(onSession);
  const leaveEvents = onSessionEvent((event) => event === "server-is-back" && send());
  addEventListener("online", send);
  addEventListener("focus", send);
  document.addEventListener("visibilitychange", onVisible);
  return () => {
    leaveSession();
    leaveEvents();
    removeEventListener("online", send);
    removeEventListener("focus", send);
    document.removeEventListener("visibilitychange", onVisible);
  };
}

/** Shows what the server answered in place of what the phone showed until now; returns the id of the order. */
function placeAnswer({ kind, orderRef }: Change, answer: unknown): number {
  if (kind === "comment") {
    const entry = answer as ActivityEntry;
    const id = "id" in orderRef ? orderRef.id : 0;
    queryClient.setQueryData(historyQuery(id).queryKey, (entries) =>
      entries?.some((other) => other.id === entry.id) ? entries : [entry, ...(entries ?? [])],
    );
    return id;
  }
  const order = answer as WorkOrder;
  placeOrder(queryClient, order);
  return order.id;
}

const refreshEveryMs = 1_500;

/** Many changes are sent in a row; lists and figures are read again once in a while. */
const refreshLater = () =>
  coalesce<number>(refreshEveryMs, (ids) => {
    for (const id of ids) void refreshAfterChange(queryClient, id);
  });
