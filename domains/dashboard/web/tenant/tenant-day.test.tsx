import { screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { beforeAll, describe, expect, it } from "vitest";
import { makeCards } from "#domains/documents/web/testing/cards.ts";
import { account } from "#domains/ledger/web/testing/ledger.ts";
import { buildWorkOrder } from "#domains/work-orders/web/testing/work-orders.ts";
import {
  admin,
  type FakeResponses,
  problem,
  resetBrowser,
  type SentRequest,
  tenant,
  unreachable,
} from "#web/testing/open-page.tsx";
import type { MyLease, TenantDay, WorkOrderToAnswer } from "../../contract.ts";
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
const workOrdersToAnswer = (id: number, fields: Partial<WorkOrderToAnswer> = {}): WorkOrderToAnswer => ({
  id,
  title: `Problem ${id}`,
  status: "open",
  timeZone: "America/Los_Angeles",
  appointment: null,
  by: null,
  ...fields,
});
/** Amounts have smaller cents. */
const hasText = (text: string) => (_: string, element: Element | null) =>
  element?.tagName === "P" && element.textContent === text;
const openDay = (day: Partial<TenantDay>, otherResponses: FakeResponses = {}, session = tenant) =>
  openDashboard(session, {
    "GET /api/dashboard/tenant": { leases: [], workOrdersToAnswer: [], ...day },
    ...otherResponses,
  });
const due = async () => within(await screen.findByRole("region", { name: "Amount due" }));
const links = (card: Awaited<ReturnType<typeof due>>) =>
  card.getAllByRole("link").map((link) => [link.textContent, link.getAttribute("href")]);

describe("a tenant's dashboard", () => {
  it("offline, the amount due shows when it was saved, and tenants can't pay or upload", async () => {
    await openDay(
      { leases: [makeLease({ dueOn: "2026-12-01", dueCents: 50_000 })] },
      { "GET /api/me": unreachable },
    );
    const card = await due();
    expect(
      await card.findByText(/^Saved on this device .+ Payments can be made when you're back online\.$/),
    ).toBeTruthy();
    expect(card.getByRole("button", { name: /^Pay/ })).toHaveProperty("disabled", true);
    expect(card.queryByRole("link", { name: /^Pay/ })).toBeNull();
    expect(screen.getByText("Process New Payment: not available offline")).toBeTruthy();
  });

  it("the lease card shows the overdue amount and its date, with links to pay and to the balance history", async () => {
    await openDay({
      leases: [
        makeLease({
          balanceCents: 550_000,
          nextLateFee: { on: "2026-12-07", cents: 15_000, dueOn: "2026-12-01" },
        }),
      ],
    });
    const card = await due();
    expect(card.getByRole("heading", { name: "Overdue since Nov 2, 2026" }).className).toContain("text-red");
    expect(card.getByText(hasText("$3,050.00"))).toBeTruthy();
    expect(card.getByText("20 days overdue")).toBeTruthy();
    expect(card.getByText("On its way").nextElementSibling?.textContent).toBe("$0.00");
    expect(
      card.getByText(
        "A late fee of $150.00 will be added on Dec 7, 2026 unless the rent due Dec 1, 2026 is paid by then.",
      ),
    ).toBeTruthy();
    expect(links(card)).toEqual([
      ["Harbor Lane Coffee · Harborview Center, 101, 102", "/leases/7"],
      ["Pay $3,050.00", "/payments?tab=make-payment&lease=7"],
      ["Why is this my balance?", "/leases/7/balance"],
      ["Statement", "/leases/7/statement"],
    ]);
  });

  it.each([
    [
      "an overdue amount",
      { suggestedCents: 205_000, onItsWayCents: 100_000 },
      "Pay $2,050.00",
      "$3,050.00 less $1,000.00 on its way",
    ],
    [
      "an early payment",
      {
        overdueCents: 0,
        overdueSince: null,
        dueOn: null,
        suggestedCents: 0,
        onItsWayCents: 100_000,
        nextDue: { on: "2026-12-01", cents: 250_000 },
      },
      "Pay $1,500.00 early",
      "$2,500.00 less $1,000.00 on its way",
    ],
  ])("the lease card says that payments on their way reduce %s", async (_, fields, pay, note) => {
    await openDay({ leases: [makeLease(fields)] });
    const card = await due();
    expect(card.getByRole("link", { name: pay })).toBeTruthy();
    expect(card.getByText(note)).toBeTruthy();
  });

  const next = { on: "2026-12-01", cents: 250_000 };
  const none = { overdueCents: 0, overdueSince: null, dueNowCents: 0, balanceCents: 0, suggestedCents: 0 };
  const nothing = { ...none, nextDue: next };
  const dueLater = { dueCents: 250_000, balanceCents: 250_000, suggestedCents: 250_000 };
  const dueNext = { ...nothing, ...dueLater, dueOn: next.on };
  it.each([
    ["what's due next", dueNext, "Due Dec 1, 2026", "$2,500.00", "Pay $2,500.00"],
    [
      "what's due today",
      { ...dueNext, today: next.on, dueNowCents: 250_000 },
      "Due Dec 1, 2026",
      "$2,500.00",
      "Pay $2,500.00",
    ],
    [
      "the date until which nothing is due, with a link to pay early",
      nothing,
      "Nothing due until Dec 1, 2026",
      "$0.00",
      "Pay $2,500.00 early",
    ],
    [
      "that nothing is due",
      { ...nothing, balanceCents: -5_000, creditCents: 5_000, nextDue: null },
      "Nothing due",
      "$0.00",
      null,
    ],
  ])("the lease card shows %s", async (_, fields, words, amount, pay) => {
    await openDay({ leases: [makeLease(fields)] });
    const card = await due();
    expect(card.getByRole("heading", { name: words }).className).not.toContain("text-red");
    expect(card.getByText(hasText(amount))).toBeTruthy();
    expect(card.queryByRole("link", { name: /^Pay/ })?.textContent ?? null).toBe(pay);
  });

  it("the amount that can be paid early excludes a payment on its way", async () => {
    await openDay({ leases: [makeLease({ ...nothing, onItsWayCents: 30_033 })] });
    expect((await due()).getByRole("link", { name: "Pay $2,199.67 early" })).toBeTruthy();
  });

  it("an unapplied credit is shown even if nothing is overdue or on its way", async () => {
    await openDay({ leases: [makeLease({ ...nothing, balanceCents: -180_043, creditCents: 180_043 })] });
    const credit = (await due()).getByText(/^Credit/);
    expect(credit.parentElement?.textContent).toContain("$1,800.43");
  });

  it("for several leases, the card has only one primary button, for the overdue lease", async () => {
    await openDay({ leases: [makeLease(dueNext, 8), makeLease({}, 7)] });
    const pays = (await due()).getAllByRole("link", { name: /^Pay / });
    expect(pays.map((link) => link.className.includes("bg-accent"))).toEqual([false, true]);
  });

  it("once a payment on its way covers the amount due, the lease card shows it first and no longer asks to pay", async () => {
    await openDay({ leases: [makeLease({ ...dueNext, onItsWayCents: 250_000, suggestedCents: 0 })] });
    const card = await due();
    expect(card.getByRole("heading", { name: "On its way" })).toBeTruthy();
    expect(card.getByText("Due Dec 1, 2026").nextElementSibling?.textContent).toBe("$2,500.00");
    const pay = card.getByRole("link", { name: "Make a Payment" });
    expect(pay.className).not.toMatch(/bg-accent|w-full/);
  });

  it("if a payment on its way covers part of the amount due, the lease card offers to pay the rest", async () => {
    await openDay({ leases: [makeLease({ ...dueNext, onItsWayCents: 100_000, suggestedCents: 150_000 })] });
    const card = await due();
    expect(card.getByRole("heading", { name: "Due Dec 1, 2026" })).toBeTruthy();
    expect(card.getByRole("link", { name: "Pay $1,500.00" }).className).toContain("bg-accent");
  });

  it("each of the tenant's tasks has its action: confirm a visit, sign off, or upload a document", async () => {
    const appointment = {
      from: "2026-11-30T17:00:00Z",
      to: "2026-11-30T18:00:00Z",
      state: "awaiting_tenant",
      note: null,
    } as const;
    const [own, others] = makeCards(2);
    const { sent } = await openDay(
      {
        workOrdersToAnswer: [
          workOrdersToAnswer(2, { appointment }),
          workOrdersToAnswer(1, { status: "completed" }),
        ],
      },
      {
        "GET /api/documents": ({ path }: SentRequest) =>
          path.includes("expires=soon")
            ? [
                { ...own, leaseId: 7, expiresOn: "2099-12-23", createdBy: { id: tenant.id, fullName: "Me" } },
                { ...others, leaseId: 7, expiresOn: "2020-01-02" },
                { ...others, id: 9, leaseId: null, expiresOn: "2020-01-02" },
              ]
            : [],
        "POST /api/work-orders/2/appointment/agreement": buildWorkOrder(2),
      },
    );
    const needs = within(await screen.findByRole("region", { name: "Needs you" }));
    await needs.findByRole("link", { name: "Document number 1" });
    expect(needs.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
      "Visit for Problem 2Mon, Nov 30, 9:00–10:00 AM PTConfirm the visit for Problem 2",
      "Problem 1 is completedReady for your sign-offSign off Problem 1",
      "Document number 1Expired Jan 2, 2020Upload Document number 1",
      "Document number 2Expires Dec 23, 2099Upload Document number 2",
    ]);
    const expired = needs.getByText("Expired Jan 2, 2020").parentElement;
    expect(expired?.className).toContain("bg-red-soft");
    expect(needs.getByText("Expires Dec 23, 2099").parentElement?.className).not.toContain("bg-red-soft");
    expect(needs.getByRole("link", { name: /^Sign\s*off Problem 1$/ }).getAttribute("href")).toBe(
      "/work-orders/1",
    );
    expect(needs.getAllByRole("link", { name: /^Upload/ }).map((link) => link.getAttribute("href"))).toEqual([
      "/documents",
      "/documents/2",
    ]);
    await userEvent.click(needs.getByRole("button", { name: /^Confirm/ }));
    await waitFor(() =>
      expect(sent.find(({ method }) => method === "POST")?.body).toEqual({
        from: appointment.from,
        to: appointment.to,
      }),
    );
  });

  it("the task list is hidden if the tenant has no tasks", async () => {
    await openDay({ leases: [makeLease()] });
    await due();
    expect(screen.queryByRole("region", { name: "Needs you" })).toBeNull();
  });

  it("a person awaiting approval has no amount due", async () => {
    await openDay({}, {}, { ...tenant, membership: "pending" });
    expect(await screen.findByText("Recent Work Orders")).toBeTruthy();
    expect(screen.queryByRole("region", { name: "Amount due" })).toBeNull();
  });

  it("the lease card can be reloaded after it fails to load", async () => {
    let isDown = true;
    await openDashboard(tenant, {
      "GET /api/dashboard/tenant": () =>
        isDown ? problem(503, "Later.")() : { leases: [makeLease()], workOrdersToAnswer: [] },
    });
    const failure = await screen.findByText("Couldn't load the amount due.");
    isDown = false;
    await userEvent.click(within(failure.closest("section") as HTMLElement).getByRole("button"));
    expect(await due()).toBeTruthy();
  });

  it("a staff member's dashboard neither shows nor requests the amount due", async () => {
    const { sent } = await openDashboard(admin);
    await screen.findByText("Building Overview");
    expect(screen.queryByRole("region", { name: "Amount due" })).toBeNull();
    expect(sent.some(({ path }) => path === "/api/dashboard/tenant")).toBe(false);
  });
});
