import { screen, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { onPhone, resetBrowser, tenant } from "#web/testing/open-page.tsx";
import type { PauseReason } from "../../work.ts";
import {
  buildRow,
  buildWorkOrder,
  fakeCanvas,
  landlord,
  openAs,
  serveList,
  technician,
} from "../testing/work-orders.ts";

resetBrowser();
fakeCanvas();

const paused = (reason: PauseReason = "part", until: string | null = "2026-12-01T17:00:00Z") => ({
  status: "in_progress" as const,
  pause: { reason, until, since: "2026-11-30T10:00:00Z" },
});
const untilNine = "Paused: waiting for a part until Tue, Dec 1, 9:00 AM PT";
const list = { "GET /api/work-orders": serveList(() => [buildRow(7, paused())]) };

describe("pause reasons, in the property's time zone", () => {
  it("a pause reason appears in the rows of the work order list", async () => {
    await openAs(landlord, "/work-orders", list);
    expect(
      within(await screen.findByRole("table", { name: "Work orders" })).getByText(untilNine),
    ).toBeTruthy();
  });

  it("a pause reason appears in the rows on a phone", async () => {
    onPhone();
    await openAs(landlord, "/work-orders", list);
    expect(await screen.findByText(untilNine)).toBeTruthy();
  });

  it("pause reasons appear on board cards, including for tenants", async () => {
    await openAs(tenant, "/work-orders?view=board", list);
    const card = within(await screen.findByRole("article", { name: "#WO-0007 Problem 7" }));
    expect(card.getByText(untilNine)).toBeTruthy();
  });

  it.each([
    ["access", "Paused: waiting for access"],
    ["tenant", "Paused: waiting for the tenant"],
    ["approval", "Paused: waiting for approval"],
    ["break", "Paused: to continue later"],
  ] as const)("a pause reason appears on the work order: %s", async (reason, text) => {
    await openAs(tenant, "/work-orders/7", {
      "GET /api/work-orders/7": buildWorkOrder(7, paused(reason, null)),
      "GET /api/work-orders/7/history": [],
    });
    expect(await screen.findByText(text)).toBeTruthy();
  });

  it("a pause reason appears on My Day cards", async () => {
    const order = buildWorkOrder(7, {
      ...paused(),
      assignee: { id: technician.id, fullName: technician.fullName },
    });
    await openAs(technician, "/my-day", {
      "GET /api/my-day": {
        assigned: [{ order, contacts: [], earlier: [], history: [] }],
        hasMore: false,
        unassigned: [],
      },
    });
    expect(await screen.findByText(untilNine)).toBeTruthy();
  });
});

describe("pause reasons in the week", () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-12-01T18:00:00Z") });
  });

  it("in the week, a pause reason replaces In Progress on a card", async () => {
    const theo = { id: 5, fullName: "Theo Unger" };
    const order = buildRow(7, { ...paused(), assignee: theo, plannedOn: "2026-12-01" });
    await openAs(landlord, "/work-orders?view=week", {
      "GET /api/work-orders/week": {
        from: "2026-11-30",
        today: "2026-12-01",
        people: [{ ...theo, propertyIds: null, minutes: [0, 0, 0, 0, 0, 0, 0] }],
        orders: [order],
        isTruncated: false,
      },
    });
    const card = within(await screen.findByRole("article", { name: /^#WO-0007 / }));
    expect(card.getByText(untilNine)).toBeTruthy();
    expect(card.queryByText("In Progress")).toBeNull();
  });
});
