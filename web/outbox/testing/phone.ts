import { expect } from "vitest";
import { makeClock } from "../clock.ts";
import type { KindOfChange } from "../kinds.ts";
import { memoryStore } from "../memory-store.ts";
import { makeOutbox, type Outbox, type OutboxParts } from "../outbox.ts";
import type { OutboxStore } from "../store.ts";

const post = (path: string, buildsOn: boolean): KindOfChange => ({
  request: ({ payload }, { orderId, photos }) => {
    const form = new FormData();
    for (const { name, blob } of photos) form.append("images", blob, name);
    return {
      method: "POST",
      path: `/api/orders/${orderId}/${path}`,
      body: photos.length > 0 ? form : payload,
    };
  },
  read: (answer) => {
    if (typeof answer !== "object") throw new Error("Not of the portal.");
    return answer;
  },
  buildsOn,
});
const kinds: Record<string, KindOfChange> = {
  comment: post("comments", false),
  photo: { ...post("images", false), staysWhenRefused: true },
  start: post("work", true),
  complete: post("work", true),
  report: {
    ...post("", true),
    request: ({ payload }) => ({ method: "POST", path: "/api/orders", body: payload }),
    makesOrder: true,
  },
};

interface Arrived {
  path: string;
  key: string;
  happenedAt: string | null;
  actingUser: string | null;
  body: unknown;
}
type Answer = Response | "nothing";
export const problem = (status: number, message: string, headers = {}) =>
  Response.json({ message, code: "some_code", requestId: "r-1" }, { status, headers });

/** A server that does each key once and remembers its answer, and a network that a test may cut. */
export function makeServer() {
  const arrived: Arrived[] = [];
  const done = new Map<string, unknown>();
  const effects: string[] = [];
  const server = {
    arrived,
    /** What was done, once per key. */
    effects,
    answer: (_: Arrived): Answer | undefined => undefined,
    /** The answer is lost on its way. */
    isAnswerLost: false,
    isThere: true,
    dateMs: undefined as number | undefined,
    fetch: async (path: string, init: RequestInit = {}): Promise<Response> => {
      if (!server.isThere) throw new TypeError("Failed to fetch");
      const asked = new Headers(init.headers);
      const key = asked.get("Idempotency-Key") ?? "";
      const body = typeof init.body === "string" ? JSON.parse(init.body) : init.body;
      const one = {
        path,
        key,
        happenedAt: asked.get("Happened-At"),
        actingUser: asked.get("Acting-User"),
        body,
      };
      arrived.push(one);
      const special = server.answer(one);
      if (special === "nothing") throw new TypeError("Failed to fetch");
      if (special !== undefined) return special;
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

/** A phone whose time passes when a test says so. */
export function makePhone(
  server: Server,
  store: OutboxStore = memoryStore(),
  more: Partial<OutboxParts> = {},
) {
  let timers: { atMs: number; run: () => void }[] = [];
  let memory: string | undefined;
  const clock = makeClock({
    phoneNow: () => phone.nowMs,
    read: () => (memory === undefined ? undefined : JSON.parse(memory)),
    write: (next) => (memory = JSON.stringify(next)),
  });
  const phone = {
    nowMs: startMs,
    clock,
    user: 5 as number | undefined,
    isReachable: true,
    store,
    sent: [] as string[],
    /** Lets the waiting timers of this time run. */
    pass(ms: number) {
      phone.nowMs += ms;
      const due = timers.filter(({ atMs }) => atMs <= phone.nowMs);
      timers = timers.filter((timer) => !due.includes(timer));
      for (const { run } of due) run();
    },
    outbox: undefined as unknown as Outbox,
    /** The program is killed, and starts again with what is stored. */
    restart() {
      phone.outbox.stop();
      phone.outbox = begin();
      return phone.outbox.start();
    },
  };
  const begin = () =>
    makeOutbox({
      store: phone.store,
      kinds,
      fetch: server.fetch as typeof fetch,
      clock,
      lock: (work) => work(),
      after(ms, run) {
        const timer = { atMs: phone.nowMs + ms, run };
        timers.push(timer);
        return () => (timers = timers.filter((other) => other !== timer));
      },
      userId: () => phone.user,
      isReachable: () => phone.isReachable,
      onSent: ({ kind }) => phone.sent.push(kind),
      random: () => 1,
      ...more,
    });
  phone.outbox = begin();
  return phone;
}

export type Server = ReturnType<typeof makeServer>;
export type Phone = ReturnType<typeof makePhone>;

export const comment = (text: string, id = 7) => ({ kind: "comment", orderRef: { id }, payload: { text } });
export const start = (id = 7) => ({ kind: "start", orderRef: { id }, payload: { did: "start" } });
export const complete = (id = 7) => ({ kind: "complete", orderRef: { id }, payload: { did: "complete" } });
export const picture = () => [{ name: "tap.jpg", blob: new Blob(["0123456789"]) }];

/** Nothing is left to do but wait for time to pass. */
export const settled = (phone: Phone) => phone.outbox.idle();
export const isSentAll = (phone: Phone) => expect.poll(() => phone.outbox.state().changes.length).toBe(0);
