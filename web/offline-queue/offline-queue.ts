import type { ApiError } from "#web/api-client.ts";
import { newIdempotencyKey } from "#web/idempotency-key.ts";
import { type Change, type NewChange, type Photo, storageFormat } from "./change.ts";
import type { ChangeType } from "./change-types.ts";
import type { Clock } from "./clock.ts";
import { findReadyChanges, withDependents } from "./ready-changes.ts";
import { type ChangeRequest, type SendOutcome, sendChange } from "./send-change.ts";
import type { QueueStore } from "./store.ts";

/** The result of a change, for a caller that waits for it. */
export type ChangeResult =
  | { state: "sent"; response: unknown }
  /**
   * The server rejected the change. It's kept only if its type has `staysWhenRejected`. Otherwise the caller
   * still has its contents.
   */
  | { state: "rejected"; error: ApiError }
  /** The change is saved on the phone and will be sent later. */
  | { state: "saved" };

export interface QueueState {
  /** The signed-in user's changes, in order. */
  changes: readonly Change[];
  /** The change being sent, and the progress, as in `Sending 2 of 5`. */
  sending: { id: string; position: number; total: number } | null;
  /** Whether the last change to leave the queue was discarded instead of sent. */
  wasDiscarded: boolean;
  /** Whether saved changes survive closing the app. */
  isPersistent: boolean;
}

/** A message to other tabs that the stored changes have changed, with the result if one was sent. */
export type QueueMessage = { result?: { id: string; response: unknown } };

export interface QueueDependencies {
  store: QueueStore;
  kinds: Readonly<Record<string, ChangeType>>;
  fetch: typeof fetch;
  clock: Clock;
  /** Runs `work` when no other tab does. */
  lock: (work: () => Promise<void>) => Promise<void>;
  /** Runs `run` after a delay. Returns a function that cancels it. */
  schedule: (ms: number, run: () => void) => () => void;
  /** The user whose changes are sent, or undefined if no one is signed in. */
  getUserId: () => number | undefined;
  /** Whether the server responded to the last check. */
  isReachable: () => boolean;
  /** Called before the change disappears from the state, so that its effect stays visible. */
  onSent?: (change: Change, response: unknown) => void;
  onUnreachable?: () => void;
  onSessionOver?: () => void;
  onMessage?: (message: QueueMessage) => void;
  random?: () => number;
}

export interface OfflineQueue {
  getState(): QueueState;
  subscribe(listener: () => void): () => void;
  /** Reads the stored changes and starts sending them. */
  start(): Promise<void>;
  /**
   * Saves a change, shows it, and sends it. Resolves once the change is saved. `result` resolves once the
   * change has been sent or rejected, or once it's clear that this will take a while.
   * @throws StorageFullError
   */
  add(
    change: NewChange,
    photos?: readonly Photo[],
  ): Promise<{ change: Change; result: Promise<ChangeResult> }>;
  /**
   * Sends the changes that can be sent. Called at startup, when the connection returns, and when the user
   * returns to the page.
   */
  send(options?: { isUserRequest: boolean }): void;
  /** Resolves once nothing is being sent. */
  waitUntilIdle(): Promise<void>;
  /** Returns a change that needs the user to the queue. */
  tryAgain(id: string): Promise<void>;
  /** Discards changes. Discarding a new work order also discards the changes made to it. */
  discard(ids: readonly string[]): Promise<void>;
  /** Changes the payload of a waiting change. Has no effect if the server has already received the change. */
  changePayload(id: string, payload: unknown): Promise<void>;
  getPhotos(id: string): Promise<Photo[]>;
  /** Handles a message from another tab that has changed the stored changes. */
  receive(message: QueueMessage): Promise<void>;
  stop(): void;
}

/** The maximum time a caller waits for the response. */
const callerTimeoutMs = 8_000;
/** An older change is sent with the time it happened. */
const recentMs = 5_000;
/**
 * After this many timeouts or responses that aren't from the portal, a change no longer blocks later changes.
 * A network that requires a sign-in first causes a few of these. A network that blocks this change, such as a
 * large photo, causes more.
 */
const maxForeignResponses = 3;
const firstRetryMs = 2_000;
const maxRetryMs = 300_000;

/**
 * Creates the queue of changes on this phone. Each change is saved first, then sent in order until the server
 * has responded. The queue depends on neither React nor a browser, so that hundreds of phones can run in one
 * test.
 */
export function createOfflineQueue(dependencies: QueueDependencies): OfflineQueue {
  const { store, kinds, clock, schedule, random = Math.random } = dependencies;
  const listeners = new Set<() => void>();
  const waiters = new Map<string, Waiter>();
  const stopController = new AbortController();
  /** The changes of all users of this phone. */
  let storedChanges: readonly Change[] = [];
  let state: QueueState = {
    changes: [],
    sending: null,
    wasDiscarded: false,
    isPersistent: store.isPersistent,
  };
  let runPromise: Promise<void> | undefined;
  let isRequested = false;
  let failures = 0;
  let earliestSendMs = 0;
  let cancelRetry = () => {};

  function updateState(update: Partial<QueueState>): void {
    const changes = storedChanges.filter(({ userId }) => userId === dependencies.getUserId());
    state = { ...state, changes, ...update };
    for (const listener of listeners) listener();
  }

  async function reload(): Promise<void> {
    storedChanges = await store.readAll();
    updateState({});
  }

  function resolveWaiter(id: string, result: ChangeResult): void {
    waiters.get(id)?.resolve(result);
    waiters.delete(id);
  }

  function send({ isUserRequest = false } = {}): void {
    if (stopController.signal.aborted) return;
    isRequested = true;
    if (runPromise !== undefined) return;
    const delayMs = earliestSendMs - clock.phoneNow();
    // The server set a retry time. Only a user's click sends sooner.
    if (delayMs > 0 && delayMs <= maxRetryMs && !isUserRequest) {
      releaseCallers();
      return retryIn(delayMs);
    }
    // Deferred so that `runPromise` is set first.
    runPromise = Promise.resolve().then(run);
  }

  async function run(): Promise<void> {
    cancelRetry();
    try {
      while (isRequested && !stopController.signal.aborted) {
        isRequested = false;
        await dependencies.lock(sendReady);
      }
    } catch (error) {
      // The store was closed while sending. Its changes are still there.
      if (!stopController.signal.aborted) throw error;
    } finally {
      runPromise = undefined;
      updateState({ sending: null });
      releaseCallers();
    }
  }

  /** Tells waiting callers that their changes are saved and will be sent later. */
  function releaseCallers(): void {
    for (const [id, { isQueued }] of waiters) if (isQueued) resolveWaiter(id, { state: "saved" });
  }

  function retryIn(ms: number): void {
    cancelRetry();
    cancelRetry = schedule(ms, () => send());
  }

  /** Sends changes in order until no more can be sent or the server can't be reached. */
  async function sendReady(): Promise<void> {
    await reload();
    const skippedIds = new Set<string>();
    const rules = { kinds, isSkipped: (id: string) => skippedIds.has(id) };
    for (let sentCount = 0; !stopController.signal.aborted; ) {
      if (dependencies.getUserId() === undefined || !dependencies.isReachable()) return;
      const ready = findReadyChanges(state.changes, rules);
      const [nextChange] = ready;
      if (nextChange === undefined) {
        if (skippedIds.size > 0) waitForServer(undefined);
        return;
      }
      updateState({
        sending: { id: nextChange.id, position: sentCount + 1, total: sentCount + ready.length },
      });
      // Another tab might have discarded the change, so it's read again.
      const change = await store.get(nextChange.id);
      if (change === undefined) await reload();
      else {
        const outcome = await sendOne(change);
        if (stopController.signal.aborted) return;
        if (outcome.kind === "failed") skippedIds.add(change.id);
        if (!(await record(change, outcome))) return;
        if (outcome.kind === "sent") sentCount += 1;
      }
    }
  }

  async function sendOne(change: Change): Promise<SendOutcome | { kind: "unsendable"; reason: string }> {
    const changeType = kinds[change.kind];
    if (changeType === undefined)
      return { kind: "unsendable", reason: "This version of the portal doesn't support this change." };
    const orderId = await findOrderId(change);
    if (orderId === undefined && changeType.createsWorkOrder !== true)
      return { kind: "unsendable", reason: "The new work order it belongs to hasn't been sent." };
    const photos = await store.getPhotos(change.id);
    let request: ChangeRequest;
    try {
      request = changeType.createRequest(change, { orderId, photos });
    } catch {
      // A corrupt change doesn't block later changes.
      return { kind: "unsendable", reason: "This change couldn't be read from the phone's storage." };
    }
    const outcome = await sendChange(request, {
      fetch: dependencies.fetch,
      clock,
      idempotencyKey: change.id,
      userId: change.userId,
      happenedAt: getHappenedAt(change),
      photoBytes: photos.reduce((sum, { blob }) => sum + blob.size, 0),
      signal: stopController.signal,
      schedule,
      parseResponse: (response) => changeType.parseResponse(response),
    });
    const shouldSkip =
      outcome.kind === "later" && outcome.isForeignResponse === true && change.tries >= maxForeignResponses;
    return shouldSkip ? { kind: "failed" } : outcome;
  }

  const findOrderId = async ({ orderRef }: Change): Promise<number | undefined> =>
    "id" in orderRef ? orderRef.id : store.findWorkOrderId(orderRef.localId);

  function getHappenedAt({ happenedAt, tries }: Change): string | undefined {
    const agoMs = clock.now().getTime() - Date.parse(happenedAt);
    return tries === 0 && agoMs >= 0 && agoMs < recentMs ? undefined : happenedAt;
  }

  /** Stores the outcome of sending a change. Returns whether to continue with the next change. */
  async function record(change: Change, outcome: Awaited<ReturnType<typeof sendOne>>): Promise<boolean> {
    switch (outcome.kind) {
      case "sent": {
        const { response } = outcome;
        failures = 0;
        earliestSendMs = 0;
        state = { ...state, wasDiscarded: false };
        if (kinds[change.kind]?.createsWorkOrder === true)
          await store.markCreated(change.id, (response as { id: number }).id);
        else await store.remove([change.id]);
        dependencies.onSent?.(change, response);
        resolveWaiter(change.id, { state: "sent", response });
        await reload();
        dependencies.onMessage?.({ result: { id: change.id, response } });
        return true;
      }
      case "rejected": {
        const isReturned = waiters.has(change.id) && kinds[change.kind]?.staysWhenRejected !== true;
        // The caller is informed first. If the app is killed in between, the change is sent and rejected
        // again, and then needs the user.
        resolveWaiter(change.id, { state: "rejected", error: outcome.error });
        if (isReturned) await store.remove([change.id]);
        else await markNeedsUser(change, outcome.error.userMessage);
        await announceChange();
        return true;
      }
      case "unsendable":
        await markNeedsUser(change, outcome.reason);
        await announceChange();
        return true;
      case "failed":
        await store.put({ ...change, tries: change.tries + 1 });
        resolveWaiter(change.id, { state: "saved" });
        await announceChange();
        return true;
      case "later":
        // Changes added since also wait for the timer.
        isRequested = false;
        await store.put({ ...change, tries: change.tries + 1 });
        await announceChange();
        waitForServer(outcome.afterMs);
        if (outcome.afterMs === undefined) dependencies.onUnreachable?.();
        return false;
      case "signed-out":
        dependencies.onSessionOver?.();
        return false;
    }
  }

  const markNeedsUser = (change: Change, reason: string) =>
    store.put({ ...change, state: "needs-you", reason, tries: change.tries + 1 });

  async function announceChange(): Promise<void> {
    await reload();
    dependencies.onMessage?.({});
  }

  /**
   * Doubles the wait after each failure, with jitter, so that phones that lost the server together
   * don't all come back at the same time.
   */
  function waitForServer(afterMs: number | undefined): void {
    const backoffMs = Math.min(maxRetryMs, firstRetryMs * 2 ** failures);
    failures += 1;
    if (afterMs !== undefined) earliestSendMs = clock.phoneNow() + Math.min(afterMs, maxRetryMs);
    retryIn(Math.min(maxRetryMs, Math.max(afterMs ?? 0, backoffMs * (0.5 + random() / 2))));
  }

  return {
    getState: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async start() {
      await reload();
      send();
    },
    async add({ seen, ...change }, photos = []) {
      const userId = dependencies.getUserId();
      if (userId === undefined) throw new Error("You're not signed in.");
      const { id = newIdempotencyKey() } = change;
      const { waiter, result } = createWaiter(schedule, () => resolveWaiter(id, { state: "saved" }));
      // Registered before saving because another tab might already be sending, and get the response
      // immediately.
      waiters.set(id, waiter);
      const savedChange = await store
        .add(
          {
            ...change,
            ...(seen === undefined ? {} : { seen }),
            ...(kinds[change.kind]?.createsWorkOrder === true ? { orderRef: { localId: id } } : {}),
            id,
            format: storageFormat,
            userId,
            happenedAt: clock.now().toISOString(),
            state: "waiting",
            tries: 0,
          },
          photos,
        )
        .catch((error: unknown) => {
          resolveWaiter(id, { state: "saved" });
          throw error;
        });
      await announceChange();
      waiter.isQueued = true;
      if (dependencies.isReachable()) send();
      else resolveWaiter(id, { state: "saved" });
      return { change: savedChange, result };
    },
    send,
    async waitUntilIdle() {
      while (runPromise !== undefined) await runPromise;
    },
    async tryAgain(id) {
      const change = await store.get(id);
      if (change === undefined) return;
      const { reason: _, ...retried } = change;
      await store.put({ ...retried, state: "waiting" });
      await announceChange();
      send({ isUserRequest: true });
    },
    async discard(ids) {
      const allChanges = await store.readAll();
      const discarded = new Set(ids.flatMap((id) => withDependents(allChanges, id)).map(({ id }) => id));
      await store.remove([...discarded]);
      state = { ...state, wasDiscarded: true };
      await announceChange();
      send();
    },
    async changePayload(id, payload) {
      const change = await store.get(id);
      if (change === undefined) return;
      await store.put({ ...change, payload });
      await announceChange();
    },
    getPhotos: (id) => store.getPhotos(id),
    async receive({ result }) {
      if (result !== undefined) {
        const { id, response } = result;
        const change = storedChanges.find((saved) => saved.id === id);
        if (change !== undefined) dependencies.onSent?.(change, response);
        resolveWaiter(id, { state: "sent", response });
      }
      await reload();
    },
    stop() {
      stopController.abort();
      cancelRetry();
      releaseCallers();
      store.close();
    },
  };
}

interface Waiter {
  /** Whether the change can already be sent. */
  isQueued: boolean;
  resolve: (result: ChangeResult) => void;
}

function createWaiter(schedule: QueueDependencies["schedule"], onTimeout: () => void) {
  const waiter: Waiter = { isQueued: false, resolve: () => undefined };
  const cancel = schedule(callerTimeoutMs, onTimeout);
  const result = new Promise<ChangeResult>((resolve) => {
    waiter.resolve = (outcome) => {
      cancel();
      resolve(outcome);
    };
  });
  return { waiter, result };
}
