import { screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { beforeAll, describe, expect, it } from "vitest";
import { account } from "#domains/ledger/web/testing/ledger.ts";
import { admin, cleanBrowser, problem, tenant } from "#web/testing/open-page.tsx";
import type { OwnLease, OwnRequest, TenantDay } from "../contract.ts";
import { openAs } from "./testing/dashboard.ts";

cleanBrowser();
beforeAll(() =>
  Promise.all([
    import("#web/layout/app-layout.tsx"),
    import("#web/query-provider.tsx"),
    import("./dashboard-page.tsx"),
  ]),
);

const leaseWith = (facts: Partial<OwnLease["account"]> = {}, id = 7): OwnLease => ({
  id,
  company: "Harbor Lane Coffee",
  property: { id: 1, name: "Harborview Center" },
  units: ["101", "102"],
  account: { ...account, nextLateFee: null, may: { correct: false }, ...facts },
});
const request = (id: number, facts: Partial<OwnRequest> = {}): OwnRequest => ({
  id,
  title: `Fault number ${id}`,
  status: "open",
  timeZone: "America/Los_Angeles",
  appointment: null,
  assignee: null,
  awaitingApproval: false,
  ...facts,
});
const openDay = (day: Partial<TenantDay>, session = tenant) =>
  openAs(session, { "GET /api/dashboard/tenant": { leases: [], requests: [], ...day } });
const due = async () => within(await screen.findByRole("region", { name: "What is due" }));
const links = (card: Awaited<ReturnType<typeof due>>) =>
  card.getAllByRole("link").map((link) => [link.textContent, link.getAttribute("href")]);

describe("a tenant's day", () => {
  it("says what is overdue since when, and leads to paying it and to why it is owed", async () => {
    await openDay({
      leases: [
        leaseWith({
          balanceCents: 550_000,
          nextLateFee: { on: "2026-12-07", cents: 15_000, dueOn: "2026-12-01" },
        }),
      ],
    });
    const card = await due();
    expect(card.getByRole("heading", { name: "Overdue since Nov 1, 2026" }).className).toContain("text-red");
    expect(card.getByText("$3,050.00")).toBeTruthy();
    expect(card.getByText("Balance: $5,500.00")).toBeTruthy();
    expect(
      card.getByText(
        "A late fee of $150.00 is added on Dec 7, 2026 unless the rent due Dec 1, 2026 is paid by then.",
      ),
    ).toBeTruthy();
    expect(links(card)).toEqual([
      ["Harbor Lane Coffee · Harborview Center, 101, 102", "/leases/7"],
      ["Pay", "/payments?tab=make-payment&lease=7"],
      ["Why is this my balance?", "/leases/7/balance"],
      ["Statement", "/leases/7/statement"],
    ]);
  });

  const next = { on: "2026-12-01", cents: 250_000 };
  it.each([
    [
      "what is due next",
      { overdueCents: 0, dueNowCents: 0, balanceCents: 250_000, nextDue: next },
      "Due Dec 1, 2026",
      "$2,500.00",
      "Pay",
    ],
    [
      "what is due today",
      { overdueCents: 0, dueNowCents: 250_000, balanceCents: 250_000, nextDue: next },
      "Due today",
      "$2,500.00",
      "Pay",
    ],
    [
      "the next charge of the terms, to pay ahead",
      { overdueCents: 0, dueNowCents: 0, balanceCents: 0, nextDue: next },
      "Due Dec 1, 2026",
      "$2,500.00",
      "Pay ahead",
    ],
    [
      "a credit, where nothing is due",
      { overdueCents: 0, dueNowCents: 0, balanceCents: -5_000, nextDue: null },
      "Nothing is due",
      "Credit of $50.00",
      null,
    ],
  ])("shows %s", async (_, facts, words, amount, pay) => {
    await openDay({ leases: [leaseWith(facts)] });
    const card = await due();
    expect(card.getByRole("heading", { name: words }).className).not.toContain("text-red");
    expect(card.getByText(amount)).toBeTruthy();
    expect(card.queryByRole("link", { name: /^Pay/ })?.textContent ?? null).toBe(pay);
  });

  it("shows several leases in one card, with one primary button for the overdue one", async () => {
    const notLate = { overdueCents: 0, dueNowCents: 0, nextDue: next };
    await openDay({ leases: [leaseWith(notLate, 8), leaseWith({}, 7)] });
    const pays = (await due()).getAllByRole("link", { name: "Pay" });
    expect(pays.map((link) => link.className.includes("bg-accent"))).toEqual([false, true]);
  });

  it("lists the open requests with their next steps, and leads to reporting a problem", async () => {
    const assignee = { id: 9, fullName: "Anna Kim" };
    await openDay({
      requests: [request(3, { status: "completed", assignee }), request(2, { assignee }), request(1)],
    });
    const card = within(await screen.findByRole("region", { name: "Your requests" }));
    expect(links(card)).toEqual([
      ["Report a problem", "/work-orders/new"],
      ["Fault number 3Completed: sign off", "/work-orders/3"],
      ["Fault number 2Assigned to Anna Kim", "/work-orders/2"],
      ["Fault number 1Waiting to be assigned", "/work-orders/1"],
    ]);
  });

  it("shows five requests and leads to the others", async () => {
    await openDay({ requests: [6, 5, 4, 3, 2, 1].map((id) => request(id)) });
    const card = within(await screen.findByRole("region", { name: "Your requests" }));
    expect(card.getAllByRole("listitem")).toHaveLength(5);
    expect(card.getByRole("link", { name: "View all requests" }).getAttribute("href")).toBe("/work-orders");
  });

  it("is about requests only for a person awaiting approval", async () => {
    await openDay({}, { ...tenant, membership: "pending" });
    expect(await screen.findByText("No open requests")).toBeTruthy();
    expect(screen.queryByRole("region", { name: "What is due" })).toBeNull();
  });

  it("can be retried when it cannot be loaded", async () => {
    let isDown = true;
    await openAs(tenant, {
      "GET /api/dashboard/tenant": () =>
        isDown ? problem(503, "Later.")() : { leases: [leaseWith()], requests: [] },
    });
    const failure = await screen.findByText("What is due could not be loaded.");
    isDown = false;
    await userEvent.click(within(failure.closest("section") as HTMLElement).getByRole("button"));
    expect(await due()).toBeTruthy();
  });

  it("is neither shown to nor requested for staff", async () => {
    const { sent } = await openAs(admin);
    await screen.findByText("Building Overview");
    expect(screen.queryByRole("region", { name: "Your requests" })).toBeNull();
    expect(sent.some(({ path }) => path === "/api/dashboard/tenant")).toBe(false);
  });
});
