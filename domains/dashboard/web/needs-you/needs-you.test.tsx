import { cleanup, screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";
import { documentList } from "#domains/documents/web/list/document-list.tsx";
import { makeCards } from "#domains/documents/web/testing/cards.ts";
import { leaseList } from "#domains/leases/web/lease/leases-page.tsx";
import { emailList, toEmailQuery } from "#domains/notifications/web/email-list.tsx";
import { paymentList } from "#domains/payments/web/history/staff-payments.tsx";
import { confirmation } from "#domains/payments/web/testing/confirmation.ts";
import { invitationList } from "#domains/people/web/invitations/invitation-list.tsx";
import { makeUnit } from "#domains/properties/web/testing/properties.ts";
import { getReportList } from "#domains/reports/web/report-filters.tsx";
import type { BackupStatus } from "#domains/settings/backup-contract.ts";
import { workOrderList } from "#domains/work-orders/web/list/work-order-list.tsx";
import { buildOpenConflict, buildWorkOrder } from "#domains/work-orders/web/testing/work-orders.ts";
import { readList } from "#web/list/use-list-url.ts";
import { admin, onPhone, problem, resetBrowser, type SentRequest, tenant } from "#web/testing/open-page.tsx";
import { approvalResponse, pendingPerson } from "#web/testing/person.ts";
import { backup, openDashboard, order } from "../testing/dashboard.ts";
import { needs } from "./needs.tsx";

resetBrowser();

const total = (count: number) => Response.json([], { headers: { "X-Total-Count": String(count) } });
const pressing = "priority=pressing&assignee=none";
const card = async () => within(await screen.findByRole("region", { name: "Needs you" }));
/** The links to the lists, which are shown with all rows. */
const readLists = async () => {
  await userEvent.click(await (await card()).findByRole("button", { name: /^Show [\d,]+ more$/ }));
  return within((await card()).getByRole("list", { name: "Lists" }))
    .getAllByRole("link")
    .map((link) => [link.textContent, link.getAttribute("href")]);
};
const readRows = async (count: number) => {
  await waitFor(async () => expect((await card()).getAllByRole("listitem")).toHaveLength(count));
  return (await card())
    .getAllByRole("listitem")
    .map((row) => [
      within(row).getAllByRole("link")[0]?.getAttribute("href"),
      ...[...row.querySelectorAll("div > a, p")].map(({ textContent }) => textContent).slice(0, 3),
      ...[...row.querySelectorAll("div:last-child > a, button")].map(
        (action) => action.getAttribute("aria-label") ?? action.textContent,
      ),
    ]);
};

const place = { property: { id: 1, name: "Harborview Center" } };
const agedLease = {
  id: 7,
  company: "Harbor Lane Coffee",
  companyId: 3,
  ...place,
  units: ["101"],
  notDueCents: 500_000,
  days1To30Cents: 10_500,
  days31To60Cents: 0,
  days61To90Cents: 20_000,
  over90Cents: 0,
  creditCents: 0,
  balanceCents: 530_500,
};
const endingLease = {
  id: 7,
  state: "active",
  company: { id: 1, name: "Harbor Lane Coffee" },
  ...place,
  units: [{ id: 3, unitNumber: "101" }],
  from: "2025-01-01",
  to: "2026-12-31",
  version: 1,
};

describe("Needs you", () => {
  it("an administrator's tasks are counted by type, and each link opens the list that was counted", async () => {
    const list = (count: number, rows: unknown[]) => () =>
      Response.json(rows, { headers: { "X-Total-Count": String(count) } });
    await openDashboard(admin, {
      "GET /api/work-orders": ({ path }: SentRequest) => (path.includes(pressing) ? total(2) : [order(1)]),
      "GET /api/users": ({ path }: SentRequest) =>
        path.includes("pageSize=20") ? list(1_234, [pendingPerson])() : [pendingPerson],
      "GET /api/invitations": () => total(1),
      "GET /api/outbox": ({ path }: SentRequest) => total(path.includes("?late=yes&") ? 5 : 99),
      "GET /api/leases": () => total(4),
      "GET /api/reports/aged": ({ path }: SentRequest) => total(path.includes("?overdue=yes&") ? 3 : 12),
      "GET /api/recovery-questions": [],
      "GET /api/manual-payment-confirmations": ({ path }: SentRequest) =>
        total(path.includes("state=pending") ? 2 : 9),
      "GET /api/documents": ({ path }: SentRequest) => (path.includes("?expires=soon&") ? total(4) : []),
    });
    const chips = within(await screen.findByRole("group", { name: "Show" })).getAllByRole("button");
    expect(chips.map(({ textContent }) => textContent)).toEqual([
      "All",
      "Work2",
      "Money5",
      "People1,235",
      "Leases and documents8",
      "Portal5",
    ]);
    expect((await card()).getByText("1,255")).toBeTruthy();
    expect(await readLists()).toEqual([
      [
        "2 high-priority or urgent work orders are unassigned",
        "/work-orders?priority=pressing&assignee=none",
      ],
      ["2 manual payments need review", "/payments"],
      ["1,234 people are waiting for approval", "/approvals"],
      ["3 leases have overdue charges", "/reports/aged?overdue=yes"],
      ["4 leases end within 90 days", "/leases?state=ending"],
      ["4 documents have expired or will expire within 30 days", "/documents?expires=soon"],
      ["1 invitation hasn't been accepted yet", "/users?tab=invitations&state=pending"],
      ["5 emails haven't been sent", "/outbox?state=late"],
    ]);
  });

  it("a chip shows the tasks of its type, with links to their lists", async () => {
    await openDashboard(admin, {
      "GET /api/work-orders": ({ path }: SentRequest) => (path.includes(pressing) ? [order(5)] : []),
      "GET /api/users": [pendingPerson],
      "GET /api/recovery-questions": [],
      "GET /api/manual-payment-confirmations": [],
      "GET /api/reports/aged": [agedLease],
    });
    await readRows(3);
    await userEvent.click(screen.getByRole("button", { name: /^Money/ }));
    expect(screen.getByRole("button", { name: /^Money/ }).getAttribute("aria-pressed")).toBe("true");
    expect((await card()).getByText("Harbor Lane Coffee is overdue")).toBeTruthy();
    expect((await card()).queryByText("Problem 5")).toBeNull();
    const lists = within((await card()).getByRole("list", { name: "Lists" })).getAllByRole("link");
    expect(lists.map((link) => link.textContent)).toEqual(["1 lease has overdue charges"]);
  });

  it("Needs you shows seven tasks, or five on a phone, and the rest on request", async () => {
    const urgent = [1, 2, 3, 4, 5, 6, 7, 8, 9].map((id) => ({ ...order(id), priority: "urgent" }));
    const responses = {
      "GET /api/work-orders": ({ path }: SentRequest) => (path.includes(pressing) ? urgent : []),
      "GET /api/users": [],
      "GET /api/recovery-questions": [],
      "GET /api/manual-payment-confirmations": [],
    };
    await openDashboard(admin, responses);
    await readRows(7);
    await userEvent.click((await card()).getByRole("button", { name: "Show 2 more" }));
    // With the link to the list.
    await readRows(10);
    cleanup();
    onPhone();
    await openDashboard(admin, responses);
    await readRows(5);
    expect((await card()).getByRole("button", { name: "Show 4 more" })).toBeTruthy();
  });

  it("tasks are sorted by severity, with names, amounts, ages, and their main action", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-23T12:00:00Z") });
    await openDashboard(admin, {
      "GET /api/work-orders": ({ path }: SentRequest) =>
        path.includes(pressing)
          ? [
              {
                ...order(5),
                priority: "urgent",
                unitNumber: "101",
                createdAt: "2026-11-23T09:00:00Z",
              },
              { ...order(6), priority: "high", createdAt: "2026-11-22T12:00:00Z" },
            ]
          : [],
      "GET /api/recovery-questions": [],
      "GET /api/manual-payment-confirmations": [
        {
          ...confirmation,
          createdAt: "2026-11-20T12:00:00Z",
          can: { review: true, addProof: false, reportAgain: false, withdraw: false },
        },
      ],
      "GET /api/users": [{ ...pendingPerson, createdAt: "2026-11-23T08:00:00Z" }],
      "GET /api/reports/aged": [agedLease],
      "GET /api/leases": [endingLease],
      "GET /api/documents": ({ path }: SentRequest) =>
        path.includes("expires=soon")
          ? [
              { ...makeCards(2)[0], expiresOn: "2026-11-30" },
              { ...makeCards(2)[1], expiresOn: "2026-11-22" },
            ]
          : [],
    });
    await userEvent.click(await (await card()).findByRole("button", { name: "Show 1 more" }));
    const rows = (await readRows(8 + 6)).slice(0, 8);
    expect(rows).toEqual([
      [
        "/work-orders/5",
        "Problem 5",
        "Urgent, unassigned · Room 5 · Unit 101",
        "3 hours ago",
        "Assign Problem 5",
      ],
      [
        "/leases/7?tab=ledger",
        "Harbor Lane Coffee is overdue",
        "Harborview Center, 101 · $200.00 61–90 days overdue",
        "$305.00",
        "Send Reminder to Harbor Lane Coffee",
      ],
      [
        "/documents/1",
        "Document number 1",
        "Harborview Center",
        "Expired Nov 22, 2026",
        "Renew Document number 1",
      ],
      ["/work-orders/6", "Problem 6", "High, unassigned · Room 6", "yesterday", "Assign Problem 6"],
      [
        "/payments",
        `${confirmation.company} sent a payment`,
        `Zelle · ${confirmation.description} · 3 days ago`,
        confirmation.amountFormatted,
        `Approve ${confirmation.company}'s payment`,
      ],
      [
        "/approvals",
        "Jordan Blake requests access",
        "Address not confirmed · Harborview Center, Unit 301 · jordan@firm.example",
        "4 hours ago",
        "Approve Jordan Blake",
      ],
      [
        "/documents/2",
        "Document number 2",
        "Harborview Center",
        "Expires Nov 30, 2026",
        "Renew Document number 2",
      ],
      [
        "/leases/7",
        "Harbor Lane Coffee's lease is ending",
        "Harborview Center, 101",
        "Ends Dec 31, 2026",
        "Renew Harbor Lane Coffee",
      ],
    ]);
    const primary = [...document.querySelectorAll("main [class*='bg-accent ']")];
    expect(primary.map(({ textContent }) => textContent)).toEqual(["Assign Problem 5"]);
  });

  it("document expiration follows the date at the property", async () => {
    // 6 PM on November 22 in Los Angeles.
    vi.stubEnv("TZ", "UTC");
    vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-23T02:00:00Z") });
    await openDashboard(admin, {
      "GET /api/work-orders": [],
      "GET /api/users": [],
      "GET /api/recovery-questions": [],
      "GET /api/manual-payment-confirmations": [],
      "GET /api/documents": [
        { ...makeCards(2)[0], expiresOn: "2026-11-21" },
        { ...makeCards(2)[1], expiresOn: "2026-11-22" },
      ],
    });
    expect((await readRows(2)).map((row) => row[3])).toEqual([
      "Expired Nov 21, 2026",
      "Expires Nov 22, 2026",
    ]);
  });

  it.each([admin, { ...admin, role: "landlord" as const }])(
    "every work order with conflicting updates is listed and opens when clicked: $role",
    async (who) => {
      vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-23T22:00:00Z") });
      const conflicts = [1, 2, 3, 4].map((id) => buildOpenConflict(id));
      await openDashboard(who, {
        "GET /api/work-orders": [],
        "GET /api/users": [],
        "GET /api/recovery-questions": [],
        "GET /api/manual-payment-confirmations": [],
        "GET /api/work-order-conflicts": conflicts,
      });
      expect((await readRows(4))[0]).toEqual([
        "/work-orders/1",
        "Problem 1",
        "Conflicting updates: Linda Harcourt moved this to Cancelled on Mon, Nov 23, 1:00 PM. Sam Whitfield completed it at 2:05 PM, without knowing.",
        "just now",
        "Choose Problem 1",
      ]);
    },
  );

  it("people can be approved and work orders assigned directly in the row", async () => {
    const { sent } = await openDashboard(admin, {
      "GET /api/work-orders": ({ path }: SentRequest) => (path.includes("pressing") ? [order(5)] : []),
      "GET /api/users": [pendingPerson],
      "GET /api/recovery-questions": [],
      "GET /api/manual-payment-confirmations": [],
      "GET /api/work-orders/5/assignees": [{ id: 9, fullName: "Anna Kim" }],
      "PUT /api/work-orders/5/assignee": buildWorkOrder(5),
      "GET /api/units/5": makeUnit(5),
      "POST /api/users/21/approve": approvalResponse(pendingPerson),
    });
    await userEvent.click(await screen.findByRole("button", { name: "Approve Jordan Blake" }));
    const dialog = within(await screen.findByRole("dialog"));
    await dialog.findByRole("radio", { name: "New draft lease" });
    await userEvent.click(dialog.getByRole("button", { name: "Approve" }));
    await waitFor(() =>
      expect(sent.find(({ path }) => path === "/api/users/21/approve")?.body).toEqual({
        unitId: 5,
        lease: "draft",
      }),
    );
    await userEvent.click((await card()).getByRole("button", { name: /^Assign\s*Problem 5$/ }));
    await userEvent.click(await screen.findByRole("menuitem", { name: "Anna Kim" }));
    await waitFor(() =>
      expect(sent.find(({ path }) => path === "/api/work-orders/5/assignee")?.body).toEqual({ userId: 9 }),
    );
  });

  it("after an approval, focus moves to the next person, or to the heading after the last person", async () => {
    const second = { ...pendingPerson, id: 22, fullName: "Person 22" };
    const third = { ...pendingPerson, id: 23, fullName: "Person 23" };
    const all = [pendingPerson, second, third];
    const { responses } = await openDashboard(admin, {
      "GET /api/work-orders": [],
      "GET /api/users": all,
      "GET /api/recovery-questions": [],
      "GET /api/manual-payment-confirmations": [],
      "GET /api/units/5": makeUnit(5),
      ...Object.fromEntries(all.map((one) => [`POST /api/users/${one.id}/approve`, approvalResponse(one)])),
    });
    const approve = async (name: string, left: unknown[]) => {
      await userEvent.click(await screen.findByRole("button", { name: `Approve ${name}` }));
      const dialog = within(await screen.findByRole("dialog"));
      await dialog.findByRole("radio", { name: "New draft lease" });
      responses["GET /api/users"] = left;
      await userEvent.click(dialog.getByRole("button", { name: "Approve" }));
    };
    const focused = () =>
      document.activeElement?.getAttribute("aria-label") ?? document.activeElement?.textContent;
    await approve("Person 22", [pendingPerson, third]);
    await waitFor(() => expect(focused()).toBe("Approve Person 23"));
    await approve("Person 23", [pendingPerson]);
    await waitFor(() => expect(focused()).toBe("Approve Jordan Blake"));
    await approve("Jordan Blake", []);
    await waitFor(() => expect(focused()).toBe("Needs you"));
  });

  it("after an assignment, focus moves to the next work order", async () => {
    const urgent = (rows: unknown[]) => (sent: SentRequest) => (sent.path.includes("pressing") ? rows : []);
    const { responses } = await openDashboard(admin, {
      "GET /api/work-orders": urgent([order(5), order(6)]),
      "GET /api/recovery-questions": [],
      "GET /api/manual-payment-confirmations": [],
      "GET /api/work-orders/5/assignees": [{ id: 9, fullName: "Anna Kim" }],
      "PUT /api/work-orders/5/assignee": buildWorkOrder(5, { assignee: { id: 9, fullName: "Anna Kim" } }),
    });
    await userEvent.click(await screen.findByRole("button", { name: /^Assign\s*Problem 5$/ }));
    responses["GET /api/work-orders"] = urgent([order(6)]);
    await userEvent.click(await screen.findByRole("menuitem", { name: "Anna Kim" }));
    await waitFor(() => expect(document.activeElement?.textContent).toMatch(/^Assign\s*Problem 6$/));
  });

  it("each heading opens its page with exactly the filters behind its count", () => {
    const withPages = needs.filter(({ listPath }) => listPath !== undefined);
    const read = withPages.map(({ kind, listPath }) => {
      const search = listPath?.split("?")[1] ?? "";
      if (kind === "overdue") return { overdue: "yes", ...readList(getReportList("aged"), search).filters };
      if (kind === "documents") return readList(documentList, search).filters;
      if (kind === "returned") return readList(paymentList, search).filters;
      if (kind === "leases") return readList(leaseList, search).filters;
      // Their pages show only pending records.
      if (kind === "approvals" || kind === "payments") return { state: "pending" };
      if (kind === "emails") return toEmailQuery(readList(emailList, search).filters);
      if (kind !== "invitations") return readList(workOrderList, search).filters;
      return search.startsWith("tab=invitations") ? readList(invitationList, search).filters : {};
    });
    expect(read).toEqual(withPages.map(({ filters }) => filters));
  });

  it("an old or failed backup is listed and links to the settings", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-23T12:00:00Z") });
    const made = { at: "2026-11-20T03:00:00Z", bytes: 1 };
    const late: BackupStatus = { ...backup, made, needsAttention: true };
    const nothingElse = {
      "GET /api/work-orders": [],
      "GET /api/users": [],
      "GET /api/recovery-questions": [],
      "GET /api/manual-payment-confirmations": [],
    };
    await openDashboard(admin, { ...nothingElse, "GET /api/settings/backup": late });
    const [row] = await readRows(1);
    expect(row?.filter((_, index) => index !== 2)).toEqual([
      "/settings",
      "The last backup is too old",
      "Last backup: 3 days ago",
      "Open backup settings",
    ]);
    cleanup();
    const failed = { at: "2026-11-23T03:00:00Z", reason: "ENOSPC: no space left on device" };
    await openDashboard(admin, { ...nothingElse, "GET /api/settings/backup": { ...late, failed } });
    expect((await readRows(1))[0]?.[1]).toBe("The last backup failed");
  });

  it("Needs you says that nothing is waiting and gives the next due date", async () => {
    await openDashboard(admin, {
      "GET /api/work-orders": ({ path }: SentRequest) =>
        path.includes("sort=due-first") ? [{ ...order(5), dueAt: "2026-12-02T20:00:00Z" }] : [],
      "GET /api/users": [],
      "GET /api/recovery-questions": [],
      "GET /api/manual-payment-confirmations": [],
    });
    expect(await screen.findByText("You're all caught up.")).toBeTruthy();
    const next = await screen.findByRole("link", { name: "Next: Problem 5 is due Dec 2, 2026." });
    expect(next.getAttribute("href")).toBe("/work-orders/5");
  });

  it("if a request failed, Needs you offers a retry instead of saying that you're all caught up", async () => {
    const { responses } = await openDashboard(admin, {
      "GET /api/work-orders": [],
      "GET /api/users": problem(500, "Broken."),
      "GET /api/recovery-questions": [],
      "GET /api/manual-payment-confirmations": [],
    });
    await screen.findByText("Some items couldn't be loaded.");
    expect((await card()).queryByText("You're all caught up.")).toBeNull();
    responses["GET /api/users"] = [];
    await userEvent.click((await card()).getByRole("button", { name: "Try again" }));
    expect(await screen.findByText("You're all caught up.")).toBeTruthy();
  });

  it("a tenant's dashboard neither shows nor requests the staff's tasks", async () => {
    const { sent } = await openDashboard(tenant);
    await screen.findByText("Building Overview");
    expect(screen.queryByRole("region", { name: "Needs you" })).toBeNull();
    expect(sent.some(({ path }) => path.includes("pageSize=20"))).toBe(false);
  });
});
