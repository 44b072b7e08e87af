import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { invitationList } from "#domains/accounts/web/invitation-list.tsx";
import { documentList } from "#domains/documents/web/document-list.tsx";
import { leaseList } from "#domains/leases/web/leases-page.tsx";
import { agedList } from "#domains/ledger/web/aged-report.tsx";
import { asQuery, mailList } from "#domains/notifications/web/mail-list.tsx";
import { orderList } from "#domains/work-orders/web/order-list.tsx";
import { readList } from "#web/list/use-list-address.ts";
import { admin, cleanBrowser, problem, type Sent, tenant } from "#web/testing/open-page.tsx";
import { waitingPerson } from "#web/testing/person.ts";
import { needs } from "./needs.ts";
import { openAs, order } from "./testing/dashboard.ts";

cleanBrowser();
beforeEach(() => vi.resetModules());

const total = (count: number) => Response.json([], { headers: { "X-Total-Count": String(count) } });
/** A stand-in for the list of orders with a given total for each filter. */
const orders =
  (counts: Record<string, number>) =>
  ({ path }: Sent) => {
    const filters = Object.keys(counts).find((search) => path.includes(`?${search}&page=1&pageSize=1`));
    return filters === undefined ? [order(1)] : total(counts[filters] ?? 0);
  };
const nothing = {
  "status=open&priority=pressing&assignee=none": 0,
  "status=open&assignee=me": 0,
  "status=in_progress&assignee=me": 0,
  "status=open&assignee=none": 0,
};
// Rendered twice, for narrow and wide screens; one of them is visible.
const card = async () =>
  within((await screen.findAllByRole("region", { name: "Needs you" }))[0] as HTMLElement);
const lines = async (count: number) =>
  waitFor(async () => {
    const links = (await card()).getAllByRole("link");
    expect(links).toHaveLength(count);
    return links.map((link) => [link.textContent, link.getAttribute("href")]);
  });

describe("Needs you", () => {
  it("counts the tasks of an admin, each line opening its list", async () => {
    await openAs(admin, {
      "GET /api/work-orders": orders({ ...nothing, "status=open&priority=pressing&assignee=none": 2 }),
      "GET /api/users": ({ path }: Sent) => (path.includes("pageSize=1") ? total(1234) : [waitingPerson]),
      "GET /api/invitations": () => total(1),
      "GET /api/outbox": ({ path }: Sent) => total(path.includes("?late=yes&") ? 5 : 99),
      "GET /api/leases": () => total(4),
      "GET /api/reports/aged": ({ path }: Sent) => total(path.includes("?overdue=yes&") ? 3 : 12),
      "GET /api/manual-payment-confirmations": ({ path }: Sent) =>
        total(path.includes("state=pending") ? 2 : 9),
      "GET /api/documents": ({ path }: Sent) => (path.includes("?expires=soon&") ? total(4) : []),
    });
    expect(await lines(8)).toEqual([
      ["2 high or urgent orders are unassigned", "/work-orders?status=open&priority=pressing&assignee=none"],
      ["5 mails have not gone out yet", "/outbox?state=late"],
      ["1,234 people are waiting for approval", "/approvals"],
      ["1 invitation has no answer yet", "/users?tab=invitations&state=pending"],
      ["4 leases end within 90 days", "/leases?state=ending"],
      ["4 documents have expired or expire within 30 days", "/documents?expires=soon"],
      ["3 leases have overdue charges", "/reports/aged?overdue=yes"],
      ["2 payments made outside of the portal wait for review", "/payments"],
    ]);
  });

  it("counts the orders of a technician and the unassigned ones", async () => {
    const { sent } = await openAs(
      { ...admin, role: "maintenance" },
      {
        "GET /api/work-orders": orders({
          "status=open&assignee=me": 1,
          "status=in_progress&assignee=me": 3,
          "status=open&assignee=none": 5,
        }),
      },
    );
    expect(await lines(3)).toEqual([
      ["1 open order is yours", "/work-orders?status=open&assignee=me"],
      ["3 orders of yours are in progress", "/work-orders?status=in_progress&assignee=me"],
      ["5 open orders are unassigned", "/work-orders?status=open&assignee=none"],
    ]);
    expect(sent.filter(({ path }) => path.startsWith("/api/users"))).toEqual([]);
  });

  it("the page of a line uses exactly the filters that were counted", () => {
    const read = needs.map(({ kind, address }) => {
      const search = address.split("?")[1] ?? "";
      if (kind === "overdue") return readList(agedList, search).filters;
      if (kind === "documents") return readList(documentList, search).filters;
      if (kind === "leases") return readList(leaseList, search).filters;
      // Their pages show only pending records.
      if (kind === "approvals" || kind === "payments") return { state: "pending" };
      if (kind === "mails") return asQuery(readList(mailList, search).filters);
      if (kind !== "invitations") return readList(orderList, search).filters;
      return search.startsWith("tab=invitations") ? readList(invitationList, search).filters : {};
    });
    expect(read).toEqual(needs.map(({ filters }) => filters));
  });

  it("says when nothing waits", async () => {
    await openAs(admin, {
      "GET /api/work-orders": orders(nothing),
      "GET /api/users": [],
      "GET /api/manual-payment-confirmations": [],
    });
    expect(await (await card()).findByText("Nothing waits for you.")).toBeTruthy();
  });

  it("does not claim that nothing waits when a request failed", async () => {
    await openAs(admin, {
      "GET /api/work-orders": orders(nothing),
      "GET /api/users": problem(500, "Broken."),
    });
    await (await card()).findByText("What else needs you could not be loaded.");
    expect((await card()).queryByText("Nothing waits for you.")).toBeNull();
  });

  it("is not shown to tenants", async () => {
    const { sent } = await openAs(tenant);
    await screen.findByText("Building Overview");
    expect(screen.queryByRole("region", { name: "Needs you" })).toBeNull();
    expect(sent.some(({ path }) => path.includes("pageSize=1"))).toBe(false);
  });
});
