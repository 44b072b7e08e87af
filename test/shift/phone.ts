import type { Change, NewChange, Photo } from "#web/outbox/change.ts";
import { type Clock, type ClockMemory, makeClock } from "#web/outbox/clock.ts";
import type { KindOfChange } from "#web/outbox/kinds.ts";
import { memoryStore } from "#web/outbox/memory-store.ts";
import { makeOutbox, type Outbox, type OutboxNews, type OutboxParts } from "#web/outbox/outbox.ts";
import type { OutboxStore } from "#web/outbox/store.ts";
import type { FieldServer, Seen, Shown } from "./field-server.ts";
import type { Line } from "./line.ts";
import { shownWith } from "./shown.ts";
import type { World } from "./world.ts";

/** One open tab of the program; a killed one does nothing any more, wherever it was. */
interface Tab {
  outbox: Outbox;
  isDead: boolean;
}

export interface PhoneParts {
  world: World;
  server: FieldServer;
  line: Line;
  kinds: Readonly<Record<string, KindOfChange>>;
  /** Who has it. */
  userId: number;
  /** How far its clock is ahead of the true time. */
  aheadMs: number;
}

const never = <T>() => new Promise<T>(() => undefined);

/**
 * A phone with the real outbox: its memory survives, its program is killed and started again, in one tab or two, and its clock
 * is wrong. What an order shows is what was loaded last, the answers to its changes, and the changes that wait.
 */
export class Phone {
  readonly parts: PhoneParts;
  /** The disk. */
  readonly store: OutboxStore = memoryStore();
  readonly clock: Clock;
  tabs: Tab[] = [];
  /** Who is signed in, as the program knows; the cookie may be over already. */
  user: number | undefined;
  private cookie: { userId: number | null };
  isReachable = true;
  /** Whether its clock was compared with the server's since it was set. */
  isClockKnown = false;
  /** The keys of what was sent while it was not. */
  readonly sentUnsure = new Set<string>();
  orders = new Map<number, Shown>();
  clashes: Seen["clashes"] = [];
  /** Steps until the program is killed; undefined when it is not going to be. */
  private fuse: number | undefined;
  private aheadMs: number;
  private memory: ClockMemory | undefined;
  private readonly inLine: { tab: Tab; run: () => Promise<void> }[] = [];
  private holder: Tab | undefined;
  private loads = 0;
  private isLoadPlanned = false;

  constructor(parts: PhoneParts) {
    this.parts = parts;
    this.user = parts.userId;
    this.cookie = { userId: parts.userId };
    this.aheadMs = parts.aheadMs;
    this.clock = makeClock({
      phoneNow: () => parts.world.nowMs + this.aheadMs,
      read: () => this.memory,
      write: (memory) => {
        this.memory = memory;
      },
    });
  }

  get isUp(): boolean {
    return this.tabs.length > 0;
  }

  /** The program starts, or another tab of it is opened. */
  open(): void {
    this.fuse = undefined;
    const tab: Tab = { isDead: false, outbox: undefined as unknown as Outbox };
    tab.outbox = makeOutbox(this.partsOf(tab));
    this.tabs.push(tab);
    void tab.outbox.start();
    this.find();
  }

  /** The program is killed after some more steps, in the middle of whatever it does, and at the latest in half a minute. */
  killSoon(steps: number): void {
    this.fuse = steps;
    this.parts.world.after(30_000, () => this.fuse !== undefined && this.kill());
  }

  kill(): void {
    this.fuse = undefined;
    for (const tab of this.tabs) this.close(tab);
  }

  close(tab: Tab): void {
    tab.isDead = true;
    tab.outbox.stop();
    this.tabs = this.tabs.filter((other) => other !== tab);
    if (this.holder === tab) this.holder = undefined;
    this.grant();
  }

  /** The line is there again, or may be: the program asks, and then sends. */
  find(): void {
    this.parts.world.after(200, () => {
      void this.load().then((isThere) => {
        if (isThere) for (const { outbox } of this.tabs) outbox.send();
      });
    });
  }

  lose(): void {
    this.isReachable = false;
  }

  /** Somebody sets the clock. */
  setClock(byMs: number): void {
    this.aheadMs += byMs;
    this.isClockKnown = false;
  }

  endSession(): void {
    this.cookie.userId = null;
  }

  /** Signs in, perhaps as somebody else. */
  signIn(userId: number): void {
    this.cookie = { userId };
    this.user = userId;
    this.orders.clear();
    this.clashes = [];
    for (const { outbox } of this.tabs) void outbox.start();
    this.find();
  }

  /** A tab in which somebody may press something now. */
  tab(): Tab | undefined {
    return this.isUp && this.user !== undefined ? this.parts.world.draws.oneOf(this.tabs) : undefined;
  }

  async add(change: NewChange, photos: readonly Photo[]): ReturnType<Outbox["add"]> {
    const tab = this.tab();
    if (tab === undefined) return never();
    const kept = await tab.outbox.add(change, photos);
    return tab.isDead ? never() : kept;
  }

  /** The orders as the screen shows them. */
  shown(): Shown[] {
    const { user, tabs } = this;
    const changes = tabs[0]?.outbox.state().changes ?? [];
    return user === undefined ? [] : shownWith([...this.orders.values()], changes, user);
  }

  /** Many answers come in a row; the orders are read again once in a while. */
  private loadSoon(): void {
    if (this.isLoadPlanned) return;
    this.isLoadPlanned = true;
    this.parts.world.after(1_500, () => {
      this.isLoadPlanned = false;
      void this.load();
    });
  }

  /** Asks the server for everything it may show; false when there is no answer. */
  async load(): Promise<boolean> {
    const { world, server, line } = this.parts;
    const { cookie, user } = this;
    if (!this.isUp || user === undefined) return false;
    this.loads += 1;
    const turn = this.loads;
    const askedMs = this.clock.phoneNow();
    try {
      const { headers, status } = await line.send({ method: "GET", path: "/api/me" }, () => cookie.userId);
      if (!this.isUp || this.cookie !== cookie) return false;
      this.learn(Date.parse(headers.get("Date") ?? ""), askedMs);
      if (status === 401) this.signedOut();
      if (status >= 400) return false;
      const loaded = await world.during(server.glance(user));
      if (this.cookie !== cookie || turn !== this.loads) return true;
      this.orders = new Map(loaded.orders.map((order) => [order.id, order]));
      this.clashes = loaded.clashes;
      this.isReachable = true;
      return true;
    } catch {
      return false;
    }
  }

  private learn(serverMs: number, askedMs: number): void {
    this.clock.learn(serverMs, askedMs);
    if (Math.abs(this.clock.phoneNow() - askedMs) < 5_000) this.isClockKnown = true;
  }

  private signedOut(): void {
    this.user = undefined;
  }

  private partsOf(tab: Tab): OutboxParts {
    const { world, kinds } = this.parts;
    return {
      store: this.disk(tab),
      kinds,
      clock: { ...this.clock, learn: (serverMs, askedMs) => this.learn(serverMs, askedMs) },
      after: (ms, run) => world.after(ms, () => !tab.isDead && run()),
      random: world.draws.next,
      userId: () => this.user,
      isReachable: () => this.isReachable,
      lock: (work) => this.lock(tab, work),
      fetch: ((path: string, init: RequestInit) => this.fetch(tab, path, init)) as typeof fetch,
      onSent: (change, answer) => this.placeAnswer(change, answer),
      onUnreachable: () => {
        this.isReachable = false;
      },
      onSessionOver: () => this.signedOut(),
      onNews: (news) => this.tell(tab, news),
    };
  }

  /** The disk as a tab has it: its program may end before or after each call. */
  private disk(tab: Tab): OutboxStore {
    const { store } = this;
    const step = async <R>(call: () => Promise<R>): Promise<R> => {
      if (this.burn(tab)) return never();
      const result = await call();
      return this.burn(tab) ? never() : result;
    };
    return {
      isLasting: true,
      add: (change, photos) => step(() => store.add(change, photos)),
      all: () => step(() => store.all()),
      get: (id) => step(() => store.get(id)),
      photosOf: (id) => step(() => store.photosOf(id)),
      put: (change) => step(() => store.put(change)),
      remove: (ids) => step(() => store.remove(ids)),
      reported: (reportId, orderId) => step(() => store.reported(reportId, orderId)),
      orderOf: (localId) => step(() => store.orderOf(localId)),
      close: () => undefined,
    };
  }

  /** One step of the program; true when it is dead by now. */
  private burn(tab: Tab): boolean {
    if (!tab.isDead && this.fuse !== undefined && this.fuse-- <= 0) this.kill();
    return tab.isDead;
  }

  private async fetch(tab: Tab, path: string, init: RequestInit): Promise<unknown> {
    const { cookie } = this;
    const headers = init.headers as Headers;
    const asked = {
      method: init.method ?? "GET",
      path,
      key: headers.get("Idempotency-Key") ?? undefined,
      happenedAt: headers.get("Happened-At") ?? undefined,
      body: typeof init.body === "string" ? (JSON.parse(init.body) as unknown) : init.body,
    };
    if (!this.isClockKnown) this.sentUnsure.add(asked.key ?? "");
    const sending = this.parts.line.send(asked, () => cookie.userId, init.signal ?? undefined);
    const reply = await sending.catch((error: unknown) => {
      if (this.burn(tab)) return never<never>();
      throw error;
    });
    return this.burn(tab) ? never() : reply;
  }

  /** Web Locks: the next tab gets its turn when this one is done or dead. */
  private lock(tab: Tab, work: () => Promise<void>): Promise<void> {
    return new Promise((resolve, reject) => {
      this.inLine.push({ tab, run: () => work().then(resolve, reject) });
      this.grant();
    });
  }

  private grant(): void {
    const next = this.holder === undefined ? this.inLine.shift() : undefined;
    if (next === undefined) return;
    if (next.tab.isDead) return this.grant();
    this.holder = next.tab;
    void next.run().then(() => {
      if (this.holder !== next.tab) return;
      this.holder = undefined;
      this.grant();
    });
  }

  private tell(from: Tab, news: OutboxNews): void {
    if (from.isDead) return;
    for (const tab of this.tabs)
      if (tab !== from) this.parts.world.after(1, () => void (tab.isDead || tab.outbox.hear(news)));
  }

  private placeAnswer({ kind }: Change, answer: unknown): void {
    // The answer to a comment is the comment.
    if (kind === "comment") return;
    const { id, title, status, assignee } = answer as Omit<Shown, "assigneeId"> & {
      assignee: { id: number } | null;
    };
    this.orders.set(id, { id, title, status, assigneeId: assignee?.id ?? null });
    this.loadSoon();
  }
}
