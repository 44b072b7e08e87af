import { expect, it } from "vitest";
import { type Change, parseStoredChange } from "#web/offline-queue/change.ts";
import { createMemoryStore } from "#web/offline-queue/memory-store.ts";
import { createOfflineQueue } from "#web/offline-queue/offline-queue.ts";
import { type ChangeKind, changeKinds } from "./change-types.ts";

/*
 * Changes as phones have stored them in format 1. They wait on phones for weeks, while the program goes on: none of these can
 * ever be changed, and each has to be sent as it was meant.
 */
const at = {
  format: 1,
  userId: 5,
  happenedAt: "2026-11-25T08:00:00.000Z",
  phoneAt: 1_795_593_600_000,
} as const;
const waiting = { state: "waiting", tries: 0 } as const;
const seen = { status: "open", assigneeId: null };
const target = { orderRef: { id: 7 } };
const stored: Record<ChangeKind, Omit<Change, "turn" | "id">> = {
  "assign-to-me": { kind: "assign-to-me", ...target, payload: {}, ...at, ...waiting },
  unassign: { kind: "unassign", ...target, payload: {}, ...at, ...waiting },
  start: { kind: "start", ...target, payload: {}, seen, ...at, ...waiting },
  pause: { kind: "pause", ...target, payload: { reason: "part", until: null }, seen, ...at, ...waiting },
  complete: { kind: "complete", ...target, payload: {}, seen, ...at, ...waiting, tries: 3 },
  time: {
    kind: "time",
    ...target,
    payload: { startedAt: "2026-11-25T07:00:00.000Z", endedAt: "2026-11-25T07:30:00.000Z" },
    ...at,
    ...waiting,
  },
  comment: {
    kind: "comment",
    ...target,
    payload: { text: "The valve is worn.", internal: true },
    ...at,
    ...waiting,
  },
  photo: { kind: "photo", ...target, payload: { label: "after" }, ...at, ...waiting },
  signature: {
    kind: "signature",
    ...target,
    payload: { signature: "data:image/png;base64,AAAA", signedByName: "Maria Gonzales", contentHash: "f00d" },
    ...at,
    ...waiting,
  },
  report: {
    kind: "report",
    orderRef: { localId: "report" },
    payload: { title: "Lamp out", description: "The lamp at the door is out.", propertyId: "1", unitId: "" },
    ...at,
    ...waiting,
  },
};

/** The expected request: method, path, and the body or the form fields. */
const expectedRequests: Record<ChangeKind, unknown[]> = {
  "assign-to-me": ["PUT", "/api/work-orders/7/assignee", { userId: 5 }],
  unassign: ["PUT", "/api/work-orders/7/assignee", { userId: null }],
  start: ["POST", "/api/work-orders/7/work", { step: "start", expected: seen }],
  pause: ["POST", "/api/work-orders/7/work", { step: "pause", reason: "part", until: null, expected: seen }],
  complete: ["POST", "/api/work-orders/7/work", { step: "complete", expected: seen }],
  time: [
    "POST",
    "/api/work-orders/7/times",
    { startedAt: "2026-11-25T07:00:00.000Z", endedAt: "2026-11-25T07:30:00.000Z" },
  ],
  comment: ["POST", "/api/work-orders/7/comments", { text: "The valve is worn.", internal: true }],
  photo: ["POST", "/api/work-orders/7/images", { label: "after", images: "tap.jpg" }],
  signature: [
    "POST",
    "/api/work-orders/7/signature",
    { signature: "data:image/png;base64,AAAA", signedByName: "Maria Gonzales", contentHash: "f00d" },
  ],
  report: [
    "POST",
    "/api/work-orders",
    {
      title: "Lamp out",
      description: "The lamp at the door is out.",
      propertyId: "1",
      status: "open",
      images: "tap.jpg",
    },
  ],
};

const getFields = (form: FormData) =>
  Object.fromEntries(
    [...form].map(([name, value]) => [name, typeof value === "string" ? value : value.name]),
  );

it.each(Object.keys(stored) as ChangeKind[])("a stored %s in format 1 is sent correctly", async (kind) => {
  expect(await requestFor(stored[kind])).toEqual(expectedRequests[kind]);
});

async function requestFor(change: Omit<Change, "turn" | "id">): Promise<unknown[]> {
  const store = createMemoryStore();
  const { kind } = change;
  const withPhoto = kind === "photo" || kind === "report";
  await store.add({ ...change, id: kind }, withPhoto ? [{ name: "tap.jpg", blob: new Blob(["0"]) }] : []);
  const sent: unknown[] = [];
  const queue = createOfflineQueue({
    store,
    kinds: changeKinds,
    fetch: async (path, { method, body, headers } = {}) => {
      sent.push(method, path, body instanceof FormData ? getFields(body) : JSON.parse(body as string));
      expect(new Headers(headers).get("Idempotency-Key")).toBe(kind);
      expect(new Headers(headers).get("Happened-At")).toBe(at.happenedAt);
      throw new TypeError("No network.");
    },
    clock: {
      phoneNow: () => at.phoneAt + 86_400_000,
      now: () => new Date("2026-11-26T08:00:00.000Z"),
      learn: () => undefined,
      offsetMs: () => 0,
    },
    lock: (work) => work(),
    schedule: () => () => undefined,
    getUserId: () => 5,
    isReachable: () => true,
  });
  await queue.start();
  await queue.waitUntilIdle();
  return sent;
}

it("a change stored by a later version of the portal is left unchanged", () => {
  expect(parseStoredChange({ ...stored.comment, turn: 1, id: "later", format: 2 })).toBeUndefined();
});
