import { changeKinds } from "#domains/work-orders/web/offline-queue/change-types.ts";
import type { Change, NewChange, Photo } from "#web/offline-queue/change.ts";
import { type Clock, createClock } from "#web/offline-queue/clock.ts";
import { createMemoryStore } from "#web/offline-queue/memory-store.ts";
import {
  createOfflineQueue,
  type OfflineQueue,
  type QueueDependencies,
  type QueueMessage,
} from "#web/offline-queue/offline-queue.ts";
import type { QueueStore } from "#web/offline-queue/store.ts";
import type { Network } from "./network.ts";
import type { PortalServer, VisibleRecords, VisibleWorkOrder } from "./portal-server.ts";
import type { Simulation } from "./simulation.ts";

/** An open tab of the app. Once killed, it does nothing more. */
interface Tab {
  queue: OfflineQueue;
  isDead: boolean;
}

export interface PhoneOptions {
  simulation: Simulation;
  server: PortalServer;
  network: Network;
  /** The phone's owner. */
  userId: number;
  /** How far the phone's clock is ahead of the actual time. */
  aheadMs: number;
}

const never = <T>() => new Promise<T>(() => undefined);

/**
 * A phone that runs the product's offline queue. Its storage persists, the app is killed and restarted in one
 * or two tabs, and its clock is wrong. Work orders show the last loaded data, the responses to sent changes,
 * and the pending changes.
 */
export class Phone {
  readonly options: PhoneOptions;
  /** The phone's storage. */
  readonly store: QueueStore = createMemoryStore();
  readonly clock: Clock;
  tabs: Tab[] = [];
  /** The signed-in user as far as the app knows. The session might have ended already. */
  user: number | undefined;
  private cookie: { userId: number | null };
  isReachable = true;
  /** Whether the clock has been compared with the server's since it was last set. */
  isClockKnown = false;
  orders = new Map<number, VisibleWorkOrder>();
  conflicts: VisibleRecords["conflicts"] = [];
  /** Steps until the app is killed. Undefined if no kill is scheduled. */
  private stepsUntilKill: number | undefined;
  private aheadMs: number;
  private offsetMs = 0;
  private readonly lockQueue: { tab: Tab; run: () => Promise<void> }[] = [];
  private lockHolder: Tab | undefined;
  private loads = 0;
  private isLoadScheduled = false;

  constructor(options: PhoneOptions) {
    this.options = options;
    this.user = options.userId;
    this.cookie = { userId: options.userId };
    this.aheadMs = options.aheadMs;
    this.clock = createClock({
      phoneNow: () => options.simulation.nowMs + this.aheadMs,
      readOffset: () => this.offsetMs,
      writeOffset: (offsetMs) => {
        this.offsetMs = offsetMs;
      },
    });
  }

  get isUp(): boolean {
    return this.tabs.length > 0;
  }

  /** Starts the app or opens another tab. */
  open(): void {
    this.stepsUntilKill = undefined;
    const tab: Tab = { isDead: false, queue: undefined as unknown as OfflineQueue };
    tab.queue = createOfflineQueue(this.dependenciesFor(tab));
    this.tabs.push(tab);
    void tab.queue.start();
    this.reconnect();
  }

  /** Kills the app after this number of steps, no matter what it's doing, or after 30 seconds. */
  killSoon(steps: number): void {
    this.stepsUntilKill = steps;
    this.options.simulation.after(30_000, () => this.stepsUntilKill !== undefined && this.kill());
  }

  kill(): void {
    this.stepsUntilKill = undefined;
    for (const tab of this.tabs) this.close(tab);
  }

  close(tab: Tab): void {
    tab.isDead = true;
    tab.queue.stop();
    this.tabs = this.tabs.filter((other) => other !== tab);
    if (this.lockHolder === tab) this.lockHolder = undefined;
    this.grantLock();
  }

  /** Called when the network might be back: loads data and then sends pending changes. */
  reconnect(): void {
    this.options.simulation.after(200, () => {
      void this.load().then((isReachable) => {
        if (isReachable) for (const { queue } of this.tabs) queue.send();
      });
    });
  }

  disconnect(): void {
    this.isReachable = false;
  }

  /** Sets the phone's clock forward or back. */
  setClock(byMs: number): void {
    this.aheadMs += byMs;
    this.isClockKnown = false;
  }

  endSession(): void {
    this.cookie.userId = null;
  }

  /** Signs in, possibly as a different user. */
  signIn(userId: number): void {
    this.cookie = { userId };
    this.user = userId;
    this.orders.clear();
    this.conflicts = [];
    for (const { queue } of this.tabs) void queue.start();
    this.reconnect();
  }

  /** A tab that can be used now. Undefined if none is open or no one is signed in. */
  tab(): Tab | undefined {
    return this.isUp && this.user !== undefined ? this.options.simulation.random.pick(this.tabs) : undefined;
  }

  async add(change: NewChange, photos: readonly Photo[]): ReturnType<OfflineQueue["add"]> {
    const tab = this.tab();
    if (tab === undefined) return never();
    const added = await tab.queue.add(change, photos);
    return tab.isDead ? never() : added;
  }

  /** The work orders as shown on the screen. */
  visibleWorkOrders(): VisibleWorkOrder[] {
    const { user, tabs } = this;
    const changes = tabs[0]?.queue.getState().changes ?? [];
    return user === undefined ? [] : applyPendingChanges([...this.orders.values()], changes, user);
  }

  /** Reloads work orders no more than once per 1.5 seconds, because responses often arrive in bursts. */
  private loadSoon(): void {
    if (this.isLoadScheduled) return;
    this.isLoadScheduled = true;
    this.options.simulation.after(1_500, () => {
      this.isLoadScheduled = false;
      void this.load();
    });
  }

  /** Loads everything the user can see. Returns false if there was no response. */
  async load(): Promise<boolean> {
    const { simulation, server, network } = this.options;
    const { cookie, user } = this;
    if (!this.isUp || user === undefined) return false;
    this.loads += 1;
    const turn = this.loads;
    const requestedMs = this.clock.phoneNow();
    try {
      const { headers, status } = await network.send({ method: "GET", path: "/api/me" }, () => cookie.userId);
      if (!this.isUp || this.cookie !== cookie) return false;
      this.learn(Date.parse(headers.get("Date") ?? ""), requestedMs);
      if (status === 401) this.handleSignOut();
      if (status >= 400) return false;
      const loaded = await simulation.whileFrozen(server.loadFromDatabase(user));
      if (this.cookie !== cookie || turn !== this.loads) return true;
      this.orders = new Map(loaded.orders.map((order) => [order.id, order]));
      this.conflicts = loaded.conflicts;
      this.isReachable = true;
      return true;
    } catch {
      return false;
    }
  }

  private learn(serverMs: number, requestedMs: number): void {
    this.clock.learn(serverMs, requestedMs);
    if (Math.abs(this.clock.phoneNow() - requestedMs) < 5_000) this.isClockKnown = true;
  }

  private handleSignOut(): void {
    this.user = undefined;
  }

  private dependenciesFor(tab: Tab): QueueDependencies {
    const { simulation } = this.options;
    return {
      store: this.disk(tab),
      kinds: changeKinds,
      clock: { ...this.clock, learn: (serverMs, requestedMs) => this.learn(serverMs, requestedMs) },
      schedule: (ms, run) => simulation.after(ms, () => !tab.isDead && run()),
      random: simulation.random.next,
      getUserId: () => this.user,
      isReachable: () => this.isReachable,
      lock: (work) => this.lock(tab, work),
      fetch: ((path: string, init: RequestInit) => this.fetch(tab, path, init)) as typeof fetch,
      onSent: (change, answer) => this.applyResponse(change, answer),
      onUnreachable: () => {
        this.isReachable = false;
      },
      onSessionOver: () => this.handleSignOut(),
      onMessage: (message) => this.broadcast(tab, message),
    };
  }

  /** The storage as seen by one tab. The app can be killed before or after each call. */
  private disk(tab: Tab): QueueStore {
    const { store } = this;
    const step = async <R>(call: () => Promise<R>): Promise<R> => {
      if (this.isKilledNow(tab)) return never();
      const result = await call();
      return this.isKilledNow(tab) ? never() : result;
    };
    return {
      isPersistent: true,
      add: (change, photos) => step(() => store.add(change, photos)),
      readAll: () => step(() => store.readAll()),
      get: (id) => step(() => store.get(id)),
      getPhotos: (id) => step(() => store.getPhotos(id)),
      put: (change) => step(() => store.put(change)),
      remove: (ids) => step(() => store.remove(ids)),
      markCreated: (reportId, orderId) => step(() => store.markCreated(reportId, orderId)),
      findWorkOrderId: (localId) => step(() => store.findWorkOrderId(localId)),
      close: () => undefined,
    };
  }

  /** Takes one step of the app. Returns whether the tab is dead now. */
  private isKilledNow(tab: Tab): boolean {
    if (!tab.isDead && this.stepsUntilKill !== undefined && this.stepsUntilKill-- <= 0) this.kill();
    return tab.isDead;
  }

  private async fetch(tab: Tab, path: string, init: RequestInit): Promise<unknown> {
    const { cookie } = this;
    const headers = init.headers as Headers;
    const request = {
      method: init.method ?? "GET",
      path,
      key: headers.get("Idempotency-Key") ?? undefined,
      happenedAt: headers.get("Happened-At") ?? undefined,
      body: typeof init.body === "string" ? (JSON.parse(init.body) as unknown) : init.body,
    };
    const sending = this.options.network.send(request, () => cookie.userId, init.signal ?? undefined);
    const reply = await sending.catch((error: unknown) => {
      if (this.isKilledNow(tab)) return never<never>();
      throw error;
    });
    return this.isKilledNow(tab) ? never() : reply;
  }

  /** Web Locks: the next tab gets the lock when this one is finished or dead. */
  private lock(tab: Tab, work: () => Promise<void>): Promise<void> {
    return new Promise((resolve, reject) => {
      this.lockQueue.push({ tab, run: () => work().then(resolve, reject) });
      this.grantLock();
    });
  }

  private grantLock(): void {
    const next = this.lockHolder === undefined ? this.lockQueue.shift() : undefined;
    if (next === undefined) return;
    if (next.tab.isDead) return this.grantLock();
    this.lockHolder = next.tab;
    void next.run().then(() => {
      if (this.lockHolder !== next.tab) return;
      this.lockHolder = undefined;
      this.grantLock();
    });
  }

  private broadcast(from: Tab, message: QueueMessage): void {
    if (from.isDead) return;
    for (const tab of this.tabs)
      if (tab !== from)
        this.options.simulation.after(1, () => void (tab.isDead || tab.queue.receive(message)));
  }

  private applyResponse({ kind }: Change, answer: unknown): void {
    // The response to a comment is the comment itself.
    if (kind === "comment") return;
    const { id, title, status, assignee } = answer as Omit<VisibleWorkOrder, "assigneeId"> & {
      assignee: { id: number } | null;
    };
    this.orders.set(id, { id, title, status, assigneeId: assignee?.id ?? null });
    this.loadSoon();
  }
}

/**
 * The work orders with the pending changes applied, as shown on the screen. New work orders have their queue
 * position as a negative id.
 */
function applyPendingChanges(
  orders: readonly VisibleWorkOrder[],
  changes: readonly Change[],
  userId: number,
): VisibleWorkOrder[] {
  const shown = new Map(orders.map((order) => [order.id, order]));
  const numbers = new Map<string, number>();
  for (const { kind, orderRef, payload, id, turn, state } of changes) {
    if (kind === "report") {
      const { title } = payload as { title: string };
      numbers.set(id, -turn);
      shown.set(-turn, { id: -turn, title, status: "open", assigneeId: null });
    }
    if (state !== "waiting") continue;
    const number = "id" in orderRef ? orderRef.id : numbers.get(orderRef.localId);
    const order = number === undefined ? undefined : shown.get(number);
    if (order !== undefined) shown.set(order.id, { ...order, ...effectOfChange(kind, order, userId) });
  }
  return [...shown.values()];
}

function effectOfChange(
  kind: string,
  { assigneeId }: VisibleWorkOrder,
  userId: number,
): Partial<VisibleWorkOrder> {
  switch (kind) {
    case "assign-to-me":
      return { assigneeId: userId };
    case "unassign":
      return { assigneeId: null };
    case "start":
      return { status: "in_progress", assigneeId: assigneeId ?? userId };
    case "pause":
      return { status: "in_progress" };
    case "complete":
      return { status: "completed" };
    default:
      return {};
  }
}
