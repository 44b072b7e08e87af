import { screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { beforeAll, describe, expect, it } from "vitest";
import { account } from "#domains/ledger/web/testing/ledger.ts";
import { admin, problem, resetBrowser, tenant } from "#web/testing/open-page.tsx";
import type { MyLease, MyRequest, TenantDay } from "../../contract.ts";
import { openDashboard } from "../testing/dashboard.ts";

resetBrowser();
beforeAll(() =>
  Promise.all([
    import("#web/layout/app-layout.tsx"),
    import("#web/query-provider.tsx"),
    import("../dashboard-page.tsx"),
  ]),
);

const makeLease = (fields: Partial<MyLease["account"]> = {}, id = 7): MyLease => ({
  id,
  company: "Harbor Lane Coffee",
  property: { id: 1, name: "Harborview Center" },
  units: ["101", "102"],
  account: { ...account, nextLateFee: null, can: { correct: false }, ...fields },
});
const request = (id: number, fields: Partial<MyRequest> = {}): MyRequest => ({
  id,
  title: `Problem ${id}`,
  status: "open",
  timeZone: "America/Los_Angeles",
  appointment: null,
  assignee: null,
  awaitingApproval: false,
  ...fields,
});
const openDay = (day: Partial<TenantDay>, session = tenant) =>
  openDashboard(session, { "GET /api/dashboard/tenant": { leases: [], requests: [], ...day } });
const due = async () => within(await screen.findByRole("region", { name: "Amount due" }));
const links = (card: Awaited<ReturnType<typeof due>>) =>
  card.getAllByRole("link").map((link) => [link.textContent, link.getAttribute("href")]);

describe("a tenant's dashboard", () => {
  it("the card shows the overdue amount and its date, with links to pay and to the balance history", async () => {
    await openDay({
      leases: [
        makeLease({
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
        "A late fee of $150.00 will be added on Dec 7, 2026 unless the rent due Dec 1, 2026 is paid by then.",
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
      "what's due next",
      { overdueCents: 0, dueNowCents: 0, balanceCents: 250_000, nextDue: next },
      "Due Dec 1, 2026",
      "$2,500.00",
      "Pay",
    ],
    [
      "what's due today",
      { overdueCents: 0, dueNowCents: 250_000, balanceCents: 250_000, nextDue: next },
      "Due today",
      "$2,500.00",
      "Pay",
    ],
    [
      "the next charge from the terms, to pay early",
      { overdueCents: 0, dueNowCents: 0, balanceCents: 0, nextDue: next },
      "Due Dec 1, 2026",
      "$2,500.00",
      "Pay early",
    ],
    [
      "a credit if nothing is due",
      { overdueCents: 0, dueNowCents: 0, balanceCents: -5_000, nextDue: null },
      "Nothing due",
      "Credit of $50.00",
      null,
    ],
  ])("the card shows %s", async (_, fields, words, amount, pay) => {
    await openDay({ leases: [makeLease(fields)] });
    const card = await due();
    expect(card.getByRole("heading", { name: words }).className).not.toContain("text-red");
    expect(card.getByText(amount)).toBeTruthy();
    expect(card.queryByRole("link", { name: /^Pay/ })?.textContent ?? null).toBe(pay);
  });

  it("several leases share a card with one primary button, for the overdue lease", async () => {
    const notLate = { overdueCents: 0, dueNowCents: 0, nextDue: next };
    await openDay({ leases: [makeLease(notLate, 8), makeLease({}, 7)] });
    const pays = (await due()).getAllByRole("link", { name: "Pay" });
    expect(pays.map((link) => link.className.includes("bg-accent"))).toEqual([false, true]);
  });

  it("open work orders are listed with their next steps and a link to report a problem", async () => {
    const assignee = { id: 9, fullName: "Anna Kim" };
    await openDay({
      requests: [request(3, { status: "completed", assignee }), request(2, { assignee }), request(1)],
    });
    const card = within(await screen.findByRole("region", { name: "Your work orders" }));
    expect(links(card)).toEqual([
      ["Report a problem", "/work-orders/new"],
      ["Problem 3Completed. Ready for your sign-off", "/work-orders/3"],
      ["Problem 2Assigned to Anna Kim", "/work-orders/2"],
      ["Problem 1Waiting to be assigned", "/work-orders/1"],
    ]);
  });

  it("five work orders are shown, with a link to the rest", async () => {
    await openDay({ requests: [6, 5, 4, 3, 2, 1].map((id) => request(id)) });
    const card = within(await screen.findByRole("region", { name: "Your work orders" }));
    expect(card.getAllByRole("listitem")).toHaveLength(5);
    expect(card.getByRole("link", { name: "View all" }).getAttribute("href")).toBe("/work-orders");
  });

  it("a person waiting for approval sees only their work orders", async () => {
    await openDay({}, { ...tenant, membership: "pending" });
    expect(await screen.findByText("No open work orders")).toBeTruthy();
    expect(screen.queryByRole("region", { name: "Amount due" })).toBeNull();
  });

  it("the card can be retried after it failed to load", async () => {
    let isDown = true;
    await openDashboard(tenant, {
      "GET /api/dashboard/tenant": () =>
        isDown ? problem(503, "Later.")() : { leases: [makeLease()], requests: [] },
    });
    const failure = await screen.findByText("Couldn't load the amount due.");
    isDown = false;
    await userEvent.click(within(failure.closest("section") as HTMLElement).getByRole("button"));
    expect(await due()).toBeTruthy();
  });

  it("staff don't see the card, and it isn't requested for them", async () => {
    const { sent } = await openDashboard(admin);
    await screen.findByText("Building Overview");
    expect(screen.queryByRole("region", { name: "Your work orders" })).toBeNull();
    expect(sent.some(({ path }) => path === "/api/dashboard/tenant")).toBe(false);
  });
});
