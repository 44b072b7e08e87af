import { act, screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { cardsOf, openDocuments, partsOf } from "#domains/documents/web/testing/cards.ts";
import type { WorkOrderRow } from "#domains/work-orders/contract.ts";
import {
  calls,
  clashOf,
  entryOf,
  fakeCanvas,
  listOf,
  openAs,
  orderOf,
  rowOf,
} from "#domains/work-orders/web/testing/orders.ts";
import type { LiveEvent } from "#shared/live-event.ts";
import { admin, cleanBrowser, problem, type Sent } from "#web/testing/open-page.tsx";

cleanBrowser();
fakeCanvas();

/** Replaces the browser's stream. */
class FakeStream {
  static readonly CLOSED = 2;
  static open: FakeStream[] = [];
  onopen: () => void = () => undefined;
  onerror: () => void = () => undefined;
  onmessage: (event: { data: string }) => void = () => undefined;
  readyState = 1;
  readonly address: string;
  constructor(address: string) {
    this.address = address;
    FakeStream.open.push(this);
    queueMicrotask(() => this.onopen());
  }
  close() {
    FakeStream.open = FakeStream.open.filter((stream) => stream !== this);
  }
}
const say = (event: LiveEvent | object) =>
  act(async () => {
    for (const stream of FakeStream.open) stream.onmessage({ data: JSON.stringify(event) });
  });
beforeEach(() => {
  FakeStream.open = [];
  vi.stubGlobal("EventSource", FakeStream);
});

const column = (name: string) => screen.findByRole("region", { name });
const cardIn = async (name: string, id: number) =>
  within(await column(name)).findByRole("article", { name: new RegExp(`^#WO-000${id} `) });
const listening = () => waitFor(() => expect(FakeStream.open).toHaveLength(1));

async function openBoard(rows: WorkOrderRow[], responses = {}) {
  const state = { rows };
  const list = listOf(() => state.rows);
  const portal = await openAs(admin, "/work-orders?view=board", {
    "GET /api/work-orders": (sent: Sent) => list(sent),
    ...responses,
  });
  await listening();
  await cardIn("Open", rows[0]?.id ?? 1);
  return { ...portal, state };
}
const listCalls = (sent: Sent[]) => calls(sent, "GET /api/work-orders");

describe("changes by others", () => {
  it("one stream is opened for a session and closed with it", async () => {
    const { unmount } = await openBoard([rowOf(7)]);
    expect(FakeStream.open[0]?.address).toBe("/api/events");
    unmount();
    expect(FakeStream.open).toHaveLength(0);
  });

  it("only the changed order is fetched, and its card moves", async () => {
    const { sent, state } = await openBoard([rowOf(7), rowOf(8)], {
      "GET /api/work-orders/7": orderOf(7, { status: "scheduled", version: 2 }),
    });
    state.rows = [rowOf(7, { status: "scheduled", version: 2 }), rowOf(8)];
    const before = listCalls(sent).length;
    await say({ kind: "work-order.changed", id: 7, version: 2 });
    await cardIn("Scheduled", 7);
    expect(within(await column("Open")).queryByText("#WO-0007")).toBeNull();
    expect(calls(sent, "GET /api/work-orders/7")).toHaveLength(1);
    expect(listCalls(sent)).toHaveLength(before);
  });

  it("the event of the user's own change fetches nothing", async () => {
    const { sent } = await openBoard([rowOf(7, { version: 3 })]);
    await say({ kind: "work-order.changed", id: 7, version: 3 });
    await say({ kind: "work-order.created", id: 9, version: 1 });
    await waitFor(() => expect(calls(sent, "GET /api/work-orders/9")).toHaveLength(1));
    expect(calls(sent, "GET /api/work-orders/7")).toEqual([]);
  });

  it("a new order appears at its place", async () => {
    const { sent } = await openBoard([rowOf(7)], {
      "GET /api/work-orders/9": orderOf(9, { status: "urgent" }),
    });
    await say({ kind: "work-order.created", id: 9, version: 1 });
    await cardIn("Open", 9);
    const cards = within(await column("Open")).getAllByRole("article");
    expect(cards.map((card) => card.dataset["card"])).toEqual(["9", "7"]);
    expect(calls(sent, "GET /api/work-orders/9")).toHaveLength(1);
  });

  it("an order that is no longer within the access scope leaves the board", async () => {
    await openBoard([rowOf(7), rowOf(8)], { "GET /api/work-orders/7": problem(404, "Not yours to see.") });
    await say({ kind: "work-order.deleted", id: 7, version: 2 });
    await waitFor(async () => expect(within(await column("Open")).queryByText("#WO-0007")).toBeNull());
    await cardIn("Open", 8);
  });

  it("a hundred changes at once become a few requests", async () => {
    const { sent } = await openBoard([rowOf(7)]);
    const before = sent.length;
    for (let id = 100; id < 200; id += 1) await say({ kind: "work-order.created", id, version: 1 });
    await waitFor(() => expect(listCalls(sent.slice(before)).length).toBeGreaterThanOrEqual(4));
    // One request per column and change would be 400; the actual number depends on how long the hundred take.
    expect(sent.length - before).toBeLessThan(100);
  });

  it("SIG-12 changes of an open order appear in its log", async () => {
    const { sent, responses } = await openAs(admin, "/work-orders/7", {
      "GET /api/work-orders/7": orderOf(7),
      "GET /api/work-orders/7/history": [entryOf(1)],
    });
    await listening();
    await screen.findByText("Entry 1");
    responses["GET /api/work-orders/7/history"] = [entryOf(2), entryOf(1)];
    await say({ kind: "work-order.activity", id: 7, version: 1 });
    await screen.findByText("Entry 2");
    expect(calls(sent, "GET /api/work-orders/7")).toHaveLength(1);
  });

  it("a clash that is settled elsewhere leaves the open order", async () => {
    const { responses } = await openAs(admin, "/work-orders/7", {
      "GET /api/work-orders/7": orderOf(7, { status: "cancelled", clashes: [clashOf()] }),
      "GET /api/work-orders/7/history": [entryOf(1)],
    });
    await listening();
    await screen.findByRole("button", { name: /^Mark as completed/ });
    responses["GET /api/work-orders/7"] = orderOf(7, { status: "cancelled" });
    await say({ kind: "work-order.work", id: 7, version: 1 });
    await waitFor(() => expect(screen.queryByText("Changed twice: please choose")).toBeNull());
  });

  it("after the stream was interrupted, visible data is fetched again", async () => {
    const { sent, state } = await openBoard([rowOf(7)]);
    state.rows = [rowOf(8), rowOf(7)];
    const before = listCalls(sent).length;
    await act(async () => {
      FakeStream.open[0]?.onerror();
      FakeStream.open[0]?.onopen();
    });
    await cardIn("Open", 8);
    expect(listCalls(sent).length - before).toBe(4);
  });

  it.each([
    ["while the next part is on its way", "next"],
    ["shortly before the press", "refetch"],
  ] as const)("more documents are loaded although another's change comes %s", async (_, held) => {
    let parts = partsOf(cardsOf(40));
    const requests: string[] = [];
    let release = () => {};
    const holdsOnce = new Promise<void>((resolve) => {
      release = resolve;
    });
    await openDocuments(admin, {
      "GET /api/documents": async (request: Sent) => {
        const kind = request.path.includes("cursor=") ? "next" : requests.length === 0 ? "first" : "refetch";
        const isFirstOfKind = !requests.includes(kind);
        requests.push(kind);
        if (kind === held && isFirstOfKind) await holdsOnce;
        return parts(request);
      },
    });
    await listening();
    const press = async () =>
      userEvent.click(await screen.findByRole("button", { name: "Load More Documents" }));
    if (held === "next") await press();
    parts = partsOf(cardsOf(40, { title: "Renamed" }));
    await say({ kind: "document.changed" });
    await waitFor(() => expect(requests).toContain("refetch"));
    if (held === "refetch") await press();
    release();
    await screen.findByText("Showing 30 of 40");
    expect(screen.getAllByRole("heading", { name: "Renamed" })).toHaveLength(30);
    expect(requests).toEqual(
      held === "next" ? ["first", "next", "refetch", "next"] : ["first", "refetch", "next"],
    );
  });

  it("AUTH-09 a session that was ended elsewhere opens the login page, silently", async () => {
    const { responses } = await openBoard([rowOf(7)]);
    responses["GET /api/me"] = problem(401, "Please sign in.");
    await say({ kind: "session-ended" });
    await waitFor(() => expect(location.pathname).toBe("/login"));
    expect(document.querySelector("[data-variant]")).toBeNull();
  });

  it("people newly waiting for approval are counted at once", async () => {
    const { sent } = await openBoard([rowOf(7)]);
    const before = calls(sent, "GET /api/users").length;
    await say({ kind: "approvals" });
    await waitFor(() => expect(calls(sent, "GET /api/users").length).toBe(before + 1));
  });

  it("an unknown event kind of a newer server is ignored", async () => {
    await openBoard([rowOf(7)]);
    await say({ kind: "something-new", id: 7 });
    expect(await cardIn("Open", 7)).toBeTruthy();
  });
});

describe("the tabs of one browser", () => {
  it("share one stream; when the listening tab closes, another takes over and fetches what it missed", async () => {
    const { openSharedStream } = await import("#web/live/shared-stream.ts");
    stubLocks();
    const received: string[][] = [[], []];
    const closeFirst = openSharedStream("1", (message) => received[0]?.push(message.type));
    const closeSecond = openSharedStream("1", (message) => received[1]?.push(message.type));
    await listening();
    await say({ kind: "notification" });
    await waitFor(() => expect(received).toEqual([["event"], ["event"]]));
    closeFirst();
    await waitFor(() => expect(received[1]).toEqual(["event", "gap"]));
    expect(FakeStream.open).toHaveLength(1);
    closeSecond();
    expect(FakeStream.open).toHaveLength(0);
  });
});

/** The Web Locks of one browser, as far as the stream needs them. */
function stubLocks(): void {
  let isHeld = false;
  const waiting: (() => void)[] = [];
  const hold = async (job: (lock: object) => Promise<unknown>) => {
    isHeld = true;
    try {
      return await job({});
    } finally {
      isHeld = false;
      waiting.shift()?.();
    }
  };
  const request = async (
    _: string,
    { ifAvailable }: { ifAvailable?: boolean },
    job: (lock: object | null) => Promise<unknown>,
  ) => {
    if (!isHeld) return hold(job);
    if (ifAvailable === true) return job(null);
    await new Promise<void>((resolve) => waiting.push(resolve));
    return hold(job);
  };
  vi.stubGlobal("navigator", Object.assign(Object.create(navigator), { locks: { request } }));
}
