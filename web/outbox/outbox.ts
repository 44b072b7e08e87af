import type { ApiError } from "#web/api-client.ts";
import { newKey } from "#web/one-key-per-content.ts";
import { type Change, format, type NewChange, type Photo } from "./change.ts";
import type { Clock } from "./clock.ts";
import type { KindOfChange } from "./kinds.ts";
import { readyChanges, withDependents } from "./next-change.ts";
import { type Outcome, type SentRequest, sendChange } from "./send-change.ts";
import type { OutboxStore } from "./store.ts";

/** What became of a change while whoever made it was waiting. */
export type Settled =
  | { state: "sent"; answer: unknown }
  /** The server refused it. It is kept only if its kind stays when it is refused; otherwise whoever made it has its contents. */
  | { state: "refused"; error: ApiError }
  /** It is on the phone, and is sent later. */
  | { state: "kept" };

export interface OutboxState {
  /** Of the user who is signed in, in turn. */
  changes: readonly Change[];
  /** The change that is being sent, and how far the outbox is: `Sending 2 of 5`. */
  sending: { id: string; at: number; of: number } | null;
  /** The change that left last was thrown away, not sent. */
  wasDiscarded: boolean;
  /** Whether what is kept survives the end of the program. */
  isLasting: boolean;
}

/** What tabs tell each other: the stored changes are others now, and what became of one. */
export type OutboxNews = { settled?: { id: string; answer: unknown } };

export interface OutboxParts {
  store: OutboxStore;
  kinds: Readonly<Record<string, KindOfChange>>;
  fetch: typeof fetch;
  clock: Clock;
  /** Runs `work` when no other tab does. */
  lock: (work: () => Promise<void>) => Promise<void>;
  /** Calls `run` later; returns what calls it off. */
  after: (ms: number, run: () => void) => () => void;
  /** Whose changes are sent; undefined while nobody is signed in. */
  userId: () => number | undefined;
  /** Whether the server answered when it was last asked. */
  isReachable: () => boolean;
  /** Called before the change disappears from the state, so that its effect never does. */
  onSent?: (change: Change, answer: unknown) => void;
  onUnreachable?: () => void;
  onSessionOver?: () => void;
  onNews?: (news: OutboxNews) => void;
  random?: () => number;
}

export interface Outbox {
  state(): OutboxState;
  subscribe(listener: () => void): () => void;
  /** Reads what is stored, and begins to send it. */
  start(): Promise<void>;
  /**
   * Keeps a change, shows it and sends it. The promise ends when the change is kept; `settled` when it was sent or refused, or it
   * is clear that this will take a while.
   * @throws StorageFull
   */
  add(change: NewChange, photos?: readonly Photo[]): Promise<{ change: Change; settled: Promise<Settled> }>;
  /** Sends what can be sent: after the start, with a network, when somebody comes back to the page. */
  send(how?: { isAsked: boolean }): void;
  /** Ends when nothing is being sent any more. */
  idle(): Promise<void>;
  /** Takes a change that needs somebody into the queue again. */
  tryAgain(id: string): Promise<void>;
  /** Throws changes away, those of a report with it. */
  discard(ids: readonly string[]): Promise<void>;
  photosOf(id: string): Promise<Photo[]>;
  /** Another tab changed what is stored. */
  hear(news: OutboxNews): Promise<void>;
  stop(): void;
}

/** Until then whoever made a change waits for the answer. */
const patienceMs = 8_000;
/** A change is sent with the time it happened once that is longer ago. */
const presentMs = 5_000;
/**
 * After so many answers of something other than the portal, or times without any, a change no longer holds back those after
 * it. Fewer may come from a network that wants a sign-in first; more, from one that refuses this change, such as a large photo.
 */
const strangeAnswersMax = 3;
const firstRetryMs = 2_000;
const lastRetryMs = 300_000;

/**
 * The changes of this phone: kept first, then sent in turn, each until the server has answered it. Without React and without a
 * browser, so that hundreds of phones run in one test.
 */
export function makeOutbox(parts: OutboxParts): Outbox {
  const { store, kinds, clock, after, random = Math.random } = parts;
  const listeners = new Set<() => void>();
  const waiters = new Map<string, Waiter>();
  const stopping = new AbortController();
  /** Of all users of this phone. */
  let stored: readonly Change[] = [];
  let state: OutboxState = {
    changes: [],
    sending: null,
    wasDiscarded: false,
    isLasting: store.isLasting,
  };
  let running: Promise<void> | undefined;
  let isWanted = false;
  let failures = 0;
  let notBeforeMs = 0;
  let callOffRetry = () => {};

  function show(more: Partial<OutboxState>): void {
    const changes = stored.filter(({ userId }) => userId === parts.userId());
    state = { ...state, changes, ...more };
    for (const listener of listeners) listener();
  }

  async function reload(): Promise<void> {
    stored = await store.all();
    show({});
  }

  function settle(id: string, settled: Settled): void {
    waiters.get(id)?.resolve(settled);
    waiters.delete(id);
  }

  function send({ isAsked = false } = {}): void {
    if (stopping.signal.aborted) return;
    isWanted = true;
    if (running !== undefined) return;
    const waitMs = notBeforeMs - clock.phoneNow();
    // The server named a time; only somebody who presses a button is quicker.
    if (waitMs > 0 && waitMs <= lastRetryMs && !isAsked) {
      letGo();
      return retryIn(waitMs);
    }
    // It begins after this, when it is known to be running.
    running = Promise.resolve().then(run);
  }

  async function run(): Promise<void> {
    callOffRetry();
    try {
      while (isWanted && !stopping.signal.aborted) {
        isWanted = false;
        await parts.lock(sendReady);
      }
    } catch (error) {
      // The store was closed in the middle; what it has stays there.
      if (!stopping.signal.aborted) throw error;
    } finally {
      running = undefined;
      show({ sending: null });
      letGo();
    }
  }

  /** Whoever waits for a change that is not sent now learns that it is kept. */
  function letGo(): void {
    for (const [id, { isQueued }] of waiters) if (isQueued) settle(id, { state: "kept" });
  }

  function retryIn(ms: number): void {
    callOffRetry();
    callOffRetry = after(ms, () => send());
  }

  /** Sends in turn until nothing is left that can be sent, or the server is not there. */
  async function sendReady(): Promise<void> {
    await reload();
    const aside = new Set<string>();
    const rules = { kinds, isAside: (id: string) => aside.has(id) };
    for (let sent = 0; !stopping.signal.aborted; ) {
      if (parts.userId() === undefined || !parts.isReachable()) return;
      const ready = readyChanges(state.changes, rules);
      const [next] = ready;
      if (next === undefined) {
        if (aside.size > 0) waitForServer(undefined);
        return;
      }
      show({ sending: { id: next.id, at: sent + 1, of: sent + ready.length } });
      // Read again: another tab may have thrown it away.
      const change = await store.get(next.id);
      if (change === undefined) await reload();
      else {
        const outcome = await sendOne(change);
        if (stopping.signal.aborted) return;
        if (outcome.kind === "failed") aside.add(change.id);
        if (!(await record(change, outcome))) return;
        if (outcome.kind === "sent") sent += 1;
      }
    }
  }

  async function sendOne(change: Change): Promise<Outcome | { kind: "unsendable"; reason: string }> {
    const kind = kinds[change.kind];
    if (kind === undefined)
      return { kind: "unsendable", reason: "This version of the portal does not know this change." };
    const orderId = await idOf(change);
    if (orderId === undefined && kind.makesOrder !== true)
      return { kind: "unsendable", reason: "The new order it belongs to was not sent." };
    const photos = await store.photosOf(change.id);
    let request: SentRequest;
    try {
      request = kind.request(change, { orderId, photos });
    } catch {
      // One that is damaged does not stop those after it.
      return { kind: "unsendable", reason: "It could not be read on this phone." };
    }
    const outcome = await sendChange(request, {
      fetch: parts.fetch,
      clock,
      idempotencyKey: change.id,
      userId: change.userId,
      happenedAt: happenedAtOf(change),
      bytes: photos.reduce((sum, { blob }) => sum + blob.size, 0),
      signal: stopping.signal,
      after,
      read: (answer) => kind.read(answer),
    });
    const holdsBackNoLonger =
      outcome.kind === "later" && outcome.isAnswered === true && change.tries >= strangeAnswersMax;
    return holdsBackNoLonger ? { kind: "failed" } : outcome;
  }

  const idOf = async ({ orderRef }: Change): Promise<number | undefined> =>
    "id" in orderRef ? orderRef.id : store.orderOf(orderRef.localId);

  function happenedAtOf({ happenedAt, phoneAt, isGuess = false, tries }: Change): string | undefined {
    // By the phone's own clock: a reckoned time may stand still where that was set back.
    const sincePressedMs = clock.phoneNow() - phoneAt;
    if (tries === 0 && sincePressedMs >= 0 && sincePressedMs < presentMs) return undefined;
    const nowMs = clock.now().getTime();
    const agoMs = nowMs - Date.parse(happenedAt);
    // What the phone knows now is better than a guess, or a time that lies ahead because the clock was wrong then.
    const knownMs = phoneAt + clock.offsetMs();
    const isLater = isGuess && !clock.isGuess() && knownMs > Date.parse(happenedAt) && knownMs <= nowMs;
    if (agoMs >= 0 && !isLater) return happenedAt;
    return new Date(Math.min(knownMs, nowMs)).toISOString();
  }

  /** Keeps what came of sending a change; returns whether to go on with the next. */
  async function record(change: Change, outcome: Awaited<ReturnType<typeof sendOne>>): Promise<boolean> {
    switch (outcome.kind) {
      case "sent": {
        const { answer } = outcome;
        failures = 0;
        notBeforeMs = 0;
        state = { ...state, wasDiscarded: false };
        if (kinds[change.kind]?.makesOrder === true)
          await store.reported(change.id, (answer as { id: number }).id);
        else await store.remove([change.id]);
        parts.onSent?.(change, answer);
        settle(change.id, { state: "sent", answer });
        await reload();
        parts.onNews?.({ settled: { id: change.id, answer } });
        return true;
      }
      case "refused": {
        const isHandedBack = waiters.has(change.id) && kinds[change.kind]?.staysWhenRefused !== true;
        // Told first: killed in between, it is refused once more, and needs somebody then.
        settle(change.id, { state: "refused", error: outcome.error });
        if (isHandedBack) await store.remove([change.id]);
        else await needsYou(change, outcome.error.userMessage);
        await changed();
        return true;
      }
      case "unsendable":
        await needsYou(change, outcome.reason);
        await changed();
        return true;
      case "failed":
        await store.put({ ...change, tries: change.tries + 1 });
        settle(change.id, { state: "kept" });
        await changed();
        return true;
      case "later":
        // What was added meanwhile waits for the timer too.
        isWanted = false;
        await store.put({ ...change, tries: change.tries + 1 });
        await changed();
        waitForServer(outcome.afterMs);
        if (outcome.afterMs === undefined) parts.onUnreachable?.();
        return false;
      case "signed-out":
        parts.onSessionOver?.();
        return false;
    }
  }

  const needsYou = (change: Change, reason: string) =>
    store.put({ ...change, state: "needs-you", reason, tries: change.tries + 1 });

  async function changed(): Promise<void> {
    await reload();
    parts.onNews?.({});
  }

  /** Each failure doubles the wait; phones that lost the server together do not come back together. */
  function waitForServer(afterMs: number | undefined): void {
    const backOffMs = Math.min(lastRetryMs, firstRetryMs * 2 ** failures);
    failures += 1;
    if (afterMs !== undefined) notBeforeMs = clock.phoneNow() + Math.min(afterMs, lastRetryMs);
    retryIn(Math.min(lastRetryMs, Math.max(afterMs ?? 0, backOffMs * (0.5 + random() / 2))));
  }

  return {
    state: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async start() {
      await reload();
      send();
    },
    async add({ seen, ...change }, photos = []) {
      const userId = parts.userId();
      if (userId === undefined) throw new Error("Nobody is signed in.");
      const id = newKey();
      const { waiter, settled } = makeWaiter(after, () => settle(id, { state: "kept" }));
      // Before it is kept: a tab may be sending, and answer at once.
      waiters.set(id, waiter);
      const kept = await store
        .add(
          {
            ...change,
            ...(seen === undefined ? {} : { seen }),
            ...(kinds[change.kind]?.makesOrder === true ? { orderRef: { localId: id } } : {}),
            id,
            format,
            userId,
            happenedAt: clock.now().toISOString(),
            phoneAt: clock.phoneNow(),
            ...(clock.isGuess() ? { isGuess: true } : {}),
            state: "waiting",
            tries: 0,
          },
          photos,
        )
        .catch((error: unknown) => {
          settle(id, { state: "kept" });
          throw error;
        });
      await changed();
      waiter.isQueued = true;
      if (parts.isReachable()) send();
      else settle(id, { state: "kept" });
      return { change: kept, settled };
    },
    send,
    async idle() {
      while (running !== undefined) await running;
    },
    async tryAgain(id) {
      const change = await store.get(id);
      if (change === undefined) return;
      const { reason: _, ...again } = change;
      await store.put({ ...again, state: "waiting" });
      await changed();
      send({ isAsked: true });
    },
    async discard(ids) {
      const all = await store.all();
      const gone = new Set(ids.flatMap((id) => withDependents(all, id)).map(({ id }) => id));
      await store.remove([...gone]);
      state = { ...state, wasDiscarded: true };
      await changed();
      send();
    },
    photosOf: (id) => store.photosOf(id),
    async hear({ settled }) {
      if (settled !== undefined) {
        const { id, answer } = settled;
        const change = stored.find((one) => one.id === id);
        if (change !== undefined) parts.onSent?.(change, answer);
        settle(id, { state: "sent", answer });
      }
      await reload();
    },
    stop() {
      stopping.abort();
      callOffRetry();
      letGo();
      store.close();
    },
  };
}

interface Waiter {
  /** Whether the change can be sent by now. */
  isQueued: boolean;
  resolve: (settled: Settled) => void;
}

function makeWaiter(after: OutboxParts["after"], onImpatient: () => void) {
  const waiter: Waiter = { isQueued: false, resolve: () => undefined };
  const callOff = after(patienceMs, onImpatient);
  const settled = new Promise<Settled>((resolve) => {
    waiter.resolve = (outcome) => {
      callOff();
      resolve(outcome);
    };
  });
  return { waiter, settled };
}
