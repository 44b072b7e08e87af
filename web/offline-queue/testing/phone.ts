import { expect } from "vitest";
import type { ChangeType } from "../change-types.ts";
import { createClock } from "../clock.ts";
import { createMemoryStore } from "../memory-store.ts";
import { createOfflineQueue, type OfflineQueue, type QueueDependencies } from "../offline-queue.ts";
import type { QueueStore } from "../store.ts";

const post = (path: string, dependsOnState: boolean): ChangeType => ({
  createRequest: ({ payload }, { orderId, photos }) => {
    const form = new FormData();
    for (const { name, blob } of photos) form.append("images", blob, name);
    return {
      method: "POST",
      path: `/api/orders/${orderId}/${path}`,
      body: photos.length > 0 ? form : payload,
    };
  },
  parseResponse: (answer) => {
    if (typeof answer !== "object") throw new Error("Not from the portal.");
    return answer;
  },
  dependsOnState,
});
const kinds: Record<string, ChangeType> = {
  comment: post("comments", false),
  photo: { ...post("images", false), staysWhenRejected: true },
  start: post("work", true),
  complete: post("work", true),
  report: {
    ...post("", true),
    createRequest: ({ payload }) => ({ method: "POST", path: "/api/orders", body: payload }),
    createsWorkOrder: true,
  },
};

interface ReceivedRequest {
  path: string;
  key: string;
  happenedAt: string | null;
  actingUser: string | null;
  body: unknown;
}
type Answer = Response | "nothing";
export const problem = (status: number, message: string, headers = {}) =>
  Response.json({ message, code: "some_code", requestId: "r-1" }, { status, headers });

/**
 * Creates a server that applies each idempotency key once and remembers its response, and a network that a
 * test can cut.
 */
export function createFakeServer() {
  const received: ReceivedRequest[] = [];
  const done = new Map<string, unknown>();
  const effects: string[] = [];
  const server = {
    received,
    /** The applied changes, one per key. */
    effects,
    answer: (_: ReceivedRequest): Answer | undefined => undefined,
    /** The response gets lost on its way. */
    isAnswerLost: false,
    isOnline: true,
    dateMs: undefined as number | undefined,
    fetch: async (path: string, init: RequestInit = {}): Promise<Response> => {
      if (!server.isOnline) throw new TypeError("Failed to fetch");
      const requestHeaders = new Headers(init.headers);
      const key = requestHeaders.get("Idempotency-Key") ?? "";
      const body = typeof init.body === "string" ? JSON.parse(init.body) : init.body;
      const request = {
        path,
        key,
        happenedAt: requestHeaders.get("Happened-At"),
        actingUser: requestHeaders.get("Acting-User"),
        body,
      };
      received.push(request);
      const customResponse = server.answer(request);
      if (customResponse === "nothing") throw new TypeError("Failed to fetch");
      if (customResponse !== undefined) return customResponse;
      if (!done.has(key)) {
        done.set(key, { id: 100 + done.size });
        effects.push(`${path} ${body instanceof FormData ? "photo" : JSON.stringify(body)}`);
      }
      if (server.isAnswerLost) throw new TypeError("Failed to fetch");
      const headers = new Headers();
      if (server.dateMs !== undefined) headers.set("Date", new Date(server.dateMs).toUTCString());
      return Response.json(done.get(key), { headers });
    },
  };
  return server;
}

export const startMs = Date.UTC(2026, 4, 4, 8);

/** Creates a phone whose clock is advanced by the test. */
export function createFakePhone(
  server: Server,
  store: QueueStore = createMemoryStore(),
  more: Partial<QueueDependencies> = {},
) {
  let timers: { atMs: number; run: () => void }[] = [];
  let offsetMs = 0;
  const clock = createClock({
    phoneNow: () => phone.nowMs,
    readOffset: () => offsetMs,
    writeOffset: (measuredMs) => (offsetMs = measuredMs),
  });
  const phone = {
    nowMs: startMs,
    clock,
    user: 5 as number | undefined,
    isReachable: true,
    store,
    sent: [] as string[],
    /** Advances the time and runs the timers that are due. */
    pass(ms: number) {
      phone.nowMs += ms;
      const due = timers.filter(({ atMs }) => atMs <= phone.nowMs);
      timers = timers.filter((timer) => !due.includes(timer));
      for (const { run } of due) run();
    },
    queue: undefined as unknown as OfflineQueue,
    /** The app is killed and restarts with the stored changes. */
    restart() {
      phone.queue.stop();
      phone.queue = startQueue();
      return phone.queue.start();
    },
  };
  const startQueue = () =>
    createOfflineQueue({
      store: phone.store,
      kinds,
      fetch: server.fetch as typeof fetch,
      clock,
      lock: (work) => work(),
      schedule(ms, run) {
        const timer = { atMs: phone.nowMs + ms, run };
        timers.push(timer);
        return () => (timers = timers.filter((other) => other !== timer));
      },
      getUserId: () => phone.user,
      isReachable: () => phone.isReachable,
      onSent: ({ kind }) => phone.sent.push(kind),
      random: () => 1,
      ...more,
    });
  phone.queue = startQueue();
  return phone;
}

export type Server = ReturnType<typeof createFakeServer>;
export type Phone = ReturnType<typeof createFakePhone>;

export const comment = (text: string, id = 7) => ({ kind: "comment", orderRef: { id }, payload: { text } });
export const start = (id = 7) => ({ kind: "start", orderRef: { id }, payload: { step: "start" } });
export const complete = (id = 7) => ({ kind: "complete", orderRef: { id }, payload: { step: "complete" } });
export const samplePhoto = () => [{ name: "tap.jpg", blob: new Blob(["0123456789"]) }];

/** Resolves once the queue can only wait for time to pass. */
export const waitUntilIdle = (phone: Phone) => phone.queue.waitUntilIdle();
export const expectAllSent = (phone: Phone) =>
  expect.poll(() => phone.queue.getState().changes.length).toBe(0);
