import { act, screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { makeCards, openDocuments, respondWithParts } from "#domains/documents/web/testing/cards.ts";
import type { WorkOrderRow } from "#domains/work-orders/contract.ts";
import {
  buildConflict,
  buildEntry,
  buildRow,
  buildWorkOrder,
  fakeCanvas,
  findCalls,
  openAs,
  serveList,
} from "#domains/work-orders/web/testing/work-orders.ts";
import type { LiveEvent } from "#shared/live-event.ts";
import { admin, problem, resetBrowser, type SentRequest } from "#web/testing/open-page.tsx";

resetBrowser();
fakeCanvas();

/** Replaces the browser's EventSource. */
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
const emit = (event: LiveEvent | object) =>
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
  const list = serveList(() => state.rows);
  const portal = await openAs(admin, "/work-orders?view=board", {
    "GET /api/work-orders": (sent: SentRequest) => list(sent),
    ...responses,
  });
  await listening();
  await cardIn("Open", rows[0]?.id ?? 1);
  return { ...portal, state };
}
const listCalls = (sent: SentRequest[]) => findCalls(sent, "GET /api/work-orders");

/** The requests for the four columns, the urgent work orders, and the overdue work orders in two columns. */
const boardRequests = 7;

describe("live changes by others", () => {
  it("one event stream is opened for a session and closed with it", async () => {
    const { unmount } = await openBoard([buildRow(7)]);
    expect(FakeStream.open[0]?.address).toBe("/api/events");
    unmount();
    expect(FakeStream.open).toHaveLength(0);
  });

  it("a card moves when someone else changes its work order", async () => {
    const { sent, state } = await openBoard([buildRow(7), buildRow(8)]);
    state.rows = [buildRow(7, { status: "scheduled", version: 2 }), buildRow(8)];
    const before = listCalls(sent).length;
    await emit({ kind: "work-order.changed", id: 7, version: 2 });
    await cardIn("Scheduled", 7);
    expect(within(await column("Open")).queryByText("#WO-0007")).toBeNull();
    expect(listCalls(sent)).toHaveLength(before + boardRequests);
  });

  it("a new work order's card appears in its column, in order", async () => {
    const { state } = await openBoard([buildRow(7)]);
    state.rows = [buildRow(9, { status: "urgent" }), buildRow(7)];
    await emit({ kind: "work-order.created", id: 9, version: 1 });
    await cardIn("Open", 9);
    const cards = within(await column("Open")).getAllByRole("article");
    expect(cards.map((card) => card.dataset["card"])).toEqual(["9", "7"]);
  });

  it("a work order that the user can no longer access leaves the board", async () => {
    const { state } = await openBoard([buildRow(7), buildRow(8)]);
    state.rows = [buildRow(8)];
    await emit({ kind: "work-order.deleted", id: 7, version: 2 });
    await waitFor(async () => expect(within(await column("Open")).queryByText("#WO-0007")).toBeNull());
    await cardIn("Open", 8);
  });

  it("a burst of a hundred changes causes only a few requests", async () => {
    const { sent } = await openBoard([buildRow(7)]);
    const before = sent.length;
    for (let id = 100; id < 200; id += 1) await emit({ kind: "work-order.created", id, version: 1 });
    await waitFor(() => expect(listCalls(sent.slice(before)).length).toBeGreaterThanOrEqual(4));
    // One request per column and change would be 400. The actual number depends on how long the hundred
    // changes take.
    expect(sent.length - before).toBeLessThan(100);
  });

  it("SIG-12 someone else's changes to an open work order appear in its log", async () => {
    const { sent, responses } = await openAs(admin, "/work-orders/7", {
      "GET /api/work-orders/7": buildWorkOrder(7),
      "GET /api/work-orders/7/history": [buildEntry(1)],
    });
    await listening();
    await screen.findByText("Entry 1");
    responses["GET /api/work-orders/7/history"] = [buildEntry(2), buildEntry(1)];
    await emit({ kind: "work-order.activity", id: 7, version: 1 });
    await screen.findByText("Entry 2");
    expect(findCalls(sent, "GET /api/work-orders/7")).toHaveLength(1);
  });

  it("a conflict that someone else resolves disappears from the open work order", async () => {
    const { responses } = await openAs(admin, "/work-orders/7", {
      "GET /api/work-orders/7": buildWorkOrder(7, { status: "cancelled", conflicts: [buildConflict()] }),
      "GET /api/work-orders/7/history": [buildEntry(1)],
    });
    await listening();
    await screen.findByRole("button", { name: /^Mark as completed/ });
    responses["GET /api/work-orders/7"] = buildWorkOrder(7, { status: "cancelled" });
    await emit({ kind: "work-order.work", id: 7, version: 1 });
    await waitFor(() =>
      expect(screen.queryByText("Conflicting updates: choose which one to keep")).toBeNull(),
    );
  });

  it("visible data is refetched after the event stream was interrupted", async () => {
    const { sent, state } = await openBoard([buildRow(7)]);
    state.rows = [buildRow(8), buildRow(7)];
    const before = listCalls(sent).length;
    await act(async () => {
      FakeStream.open[0]?.onerror();
      FakeStream.open[0]?.onopen();
    });
    await cardIn("Open", 8);
    expect(listCalls(sent).length - before).toBe(boardRequests);
  });

  it.each([
    ["while the next part is loading", "next"],
    ["shortly before the click", "refetch"],
  ] as const)(
    "loading more documents works even if someone else's change arrives %s",
    async (_, heldRequest) => {
      let parts = respondWithParts(makeCards(40));
      const requests: string[] = [];
      let release = () => {};
      const holdUntilReleased = new Promise<void>((resolve) => {
        release = resolve;
      });
      await openDocuments(admin, {
        "GET /api/documents": async (request: SentRequest) => {
          const kind = request.path.includes("cursor=")
            ? "next"
            : requests.length === 0
              ? "first"
              : "refetch";
          const isFirstOfKind = !requests.includes(kind);
          requests.push(kind);
          if (kind === heldRequest && isFirstOfKind) await holdUntilReleased;
          return parts(request);
        },
      });
      await listening();
      const press = async () =>
        userEvent.click(await screen.findByRole("button", { name: "Load More Documents" }));
      if (heldRequest === "next") await press();
      parts = respondWithParts(makeCards(40, { title: "Renamed" }));
      await emit({ kind: "document.changed" });
      await waitFor(() => expect(requests).toContain("refetch"));
      if (heldRequest === "refetch") await press();
      release();
      await screen.findByText("Showing 30 of 40");
      expect(screen.getAllByRole("heading", { name: "Renamed" })).toHaveLength(30);
      expect(requests).toEqual(
        heldRequest === "next" ? ["first", "next", "refetch", "next"] : ["first", "refetch", "next"],
      );
    },
  );

  it("AUTH-09 when the session ends elsewhere, the sign-in page opens without a message", async () => {
    const { responses } = await openBoard([buildRow(7)]);
    responses["GET /api/me"] = problem(401, "Sign in to continue.");
    await emit({ kind: "session-ended" });
    await waitFor(() => expect(location.pathname).toBe("/login"));
    expect(document.querySelector("[data-variant]")).toBeNull();
  });

  it("people newly awaiting approval are counted immediately", async () => {
    const { sent } = await openBoard([buildRow(7)]);
    const before = findCalls(sent, "GET /api/users").length;
    await emit({ kind: "approvals" });
    await waitFor(() => expect(findCalls(sent, "GET /api/users").length).toBe(before + 1));
  });

  it("an unknown event type from a newer server is ignored", async () => {
    await openBoard([buildRow(7)]);
    await emit({ kind: "something-new", id: 7 });
    expect(await cardIn("Open", 7)).toBeTruthy();
  });
});

describe("several tabs of one browser", () => {
  it("tabs share one stream; when the tab that holds it closes, another takes over and refetches what it missed", async () => {
    const { openSharedStream } = await import("#web/live/shared-stream.ts");
    stubLocks();
    const received: string[][] = [[], []];
    const closeFirst = openSharedStream("1", (message) => received[0]?.push(message.type));
    const closeSecond = openSharedStream("1", (message) => received[1]?.push(message.type));
    await listening();
    await emit({ kind: "notification" });
    await waitFor(() => expect(received).toEqual([["event"], ["event"]]));
    closeFirst();
    await waitFor(() => expect(received[1]).toEqual(["event", "gap"]));
    expect(FakeStream.open).toHaveLength(1);
    closeSecond();
    expect(FakeStream.open).toHaveLength(0);
  });
});

/** Fakes the browser's Web Locks as far as the stream needs them. */
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
