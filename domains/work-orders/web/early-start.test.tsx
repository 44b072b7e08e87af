import { act, screen } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { requestEarly } from "#web/early-responses.ts";
import { followSavedSession } from "#web/session/session-store.ts";
import { preferenceKey } from "#web/session/storage-keys.ts";
import {
  admin,
  openPortal,
  problem,
  resetBrowser,
  respondWith,
  saveTestSession,
  tenant,
} from "#web/testing/open-page.tsx";
import { getEarlyStart } from "./early-start.ts";
import {
  buildRow,
  defaultResponses,
  fakeCanvas,
  findCalls,
  openAs,
  serveList,
  technician,
} from "./testing/work-orders.ts";

resetBrowser();
fakeCanvas();

const rows = serveList(() => [buildRow(7)]);

describe("the early requests of the list", () => {
  it.each([
    ["/work-orders", admin, {}],
    ["/work-orders?q=+leak+&status=open&sort=oldest&page=2&pageSize=25", tenant, {}],
    ["/work-orders?pageSize=7&saved=3&columns=due", admin, { "page-size:work-orders": 50 }],
    ["/work-orders", technician, { "has-default-view": false }],
    ["/work-orders?view=board&age=over-30&priority=urgent&sort=oldest", admin, {}],
  ])(
    "the early requests for %s are among those the work order page sends",
    async (address, user, preferences) => {
      for (const [name, value] of Object.entries(preferences))
        localStorage.setItem(preferenceKey(user.id, name), JSON.stringify(value));
      const { pathname, search } = new URL(address, "http://localhost");
      const { requests } = getEarlyStart({ pathname, search, user });
      const { sent } = await openAs(user, address, { "GET /api/work-orders": rows });
      await screen.findAllByText("#WO-0007");
      const paths = findCalls(sent, "GET /api/work-orders").map(({ path }) => path);
      expect(paths).toEqual(expect.arrayContaining([...requests]));
    },
  );

  it("the early requests of the list wait for the saved views if one of them might open", async () => {
    localStorage.setItem(preferenceKey(admin.id, "has-default-view"), "true");
    const start = { pathname: "/work-orders", search: "" };
    expect(getEarlyStart({ ...start, user: admin }).requests).toEqual(["/api/saved-views"]);
    expect(getEarlyStart({ ...start, user: technician }).requests).toEqual(["/api/saved-views"]);
  });

  it.each(["/work-orders/7", "/dashboard", "/work-orders?view=week"])(
    "the URL %s triggers no early requests for the list",
    (address) => {
      const { pathname, search } = new URL(address, "http://localhost");
      expect(getEarlyStart({ pathname, search, user: admin }).requests).toEqual([]);
    },
  );
});

describe("early responses", () => {
  const list = "/api/work-orders?page=1&pageSize=5";

  it.each([true, false])(
    "the work order list uses early responses instead of sending another request (arrived: %s)",
    async (hasArrived) => {
      respondWith({ "GET /api/work-orders": rows, "GET /api/me": admin });
      for (const url of ["/api/me", list]) requestEarly(url);
      await earlyResponses?.get(list)?.response;
      if (hasArrived) await vi.waitUntil(() => earlyResponses?.get(list)?.loaded);
      const { sent } = await openPortal("/work-orders", { session: admin, responses: defaultResponses });
      await screen.findAllByText("#WO-0007");
      expect(sent.map(({ path }) => path)).not.toContain("/api/me");
      expect(findCalls(sent, "GET /api/work-orders")).toEqual([]);
    },
  );

  it("early responses from an ended session aren't used in the next session", async () => {
    respondWith({ "GET /api/work-orders": rows, "GET /api/me": problem(401, "Sign in to continue.") });
    for (const url of ["/api/me", list]) requestEarly(url);
    await openAs(admin, "/work-orders");
    await screen.findByRole("heading", { name: "Sign in" });
    expect(earlyResponses?.size).toBe(0);
  });

  it("early responses for one person aren't used for another person who signs in in another tab", async () => {
    respondWith({ "GET /api/work-orders": rows });
    requestEarly(list);
    await openAs(admin, "/nowhere");
    await screen.findByRole("heading", { name: "404 Page Not Found" });
    expect(earlyResponses?.size).toBe(1);
    saveTestSession(tenant);
    act(followSavedSession);
    expect(earlyResponses?.size).toBe(0);
  });

  it("rows that changed after their early request are refetched when the live event stream opens", async () => {
    vi.stubGlobal(
      "EventSource",
      class {
        close = () => undefined;
      },
    );
    respondWith({ "GET /api/work-orders": rows });
    requestEarly(list);
    await vi.waitUntil(() => earlyResponses?.get(list)?.loaded);
    const changed = serveList(() => [buildRow(7, { title: "Changed problem" })]);
    const { sent } = await openAs(admin, "/work-orders", { "GET /api/work-orders": changed });
    await screen.findAllByText("Changed problem");
    expect(findCalls(sent, "GET /api/work-orders").map(({ path }) => path)).toEqual([list]);
  });
});
