import { cleanup, render, screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { makeCards } from "#domains/documents/web/testing/cards.ts";
import { admin, onPhone, problem, resetBrowser, tenant } from "#web/testing/open-page.tsx";
import { maxRecentDocuments, maxRecentWorkOrders } from "./queries.ts";
import { PaymentBadge, type PaymentVariant, toPaymentVariant } from "./recent/recent-payments.tsx";
import {
  building,
  openDashboard,
  order,
  payment,
  stackingPlan,
  stats,
  statsCalls,
} from "./testing/dashboard.ts";

resetBrowser();

describe("the dashboard", () => {
  it("DASH-01 the dashboard greets the user by full name and shows the date", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-21T12:00:00Z") });
    await openDashboard(tenant);
    expect(await screen.findByRole("heading", { level: 1, name: "Welcome, Maria Gonzales" })).toBeTruthy();
    expect(screen.getByText("Saturday, November 21, 2026")).toBeTruthy();
  });

  it("DASH-02 each total of work orders and documents opens the list it counts", async () => {
    await openDashboard({ ...admin, role: "maintenance" });
    const figures = within(await screen.findByRole("region", { name: "Figures" }));
    const linkTexts = figures
      .getAllByRole("link")
      .map((link) => [link.textContent, link.getAttribute("href")]);
    expect(linkTexts).toEqual([
      ["Open Work Orders14", "/work-orders?status=open"],
      ["In Progress9", "/work-orders?status=in_progress"],
      ["Scheduled10", "/work-orders?status=scheduled"],
      ["Completed Orders26", "/work-orders?status=completed"],
      ["Documents12", "/documents"],
    ]);
    expect(figures.queryByText("Rent Collected")).toBeNull();
  });

  it("DASH-02 DASH-03 tenants see open and completed work orders, documents, and their payments", async () => {
    await openDashboard(tenant, { "GET /api/dashboard/stats": { ...stats, rentCollected: 250_000 } });
    const figures = await screen.findByRole("region", { name: "Figures" });
    expect(figures.textContent).toBe(
      "Open Work Orders14Not scheduled or startedCompleted Orders26Documents12Rent Collected$2,500.00Your payments this year",
    );
  });

  it("DASH-02 DASH-03 CON-02 roles with access to money see the number of documents and the rent in dollars", async () => {
    await openDashboard(tenant, {
      "GET /api/dashboard/stats": { ...stats, documents: 25, rentCollected: 250_000 },
    });
    const figures = await screen.findByRole("region", { name: "Figures" });
    expect(
      within(figures)
        .getByRole("link", { name: /^Documents\s*25$/ })
        .getAttribute("href"),
    ).toBe("/documents");
    expect(figures.textContent).toContain("Rent Collected$2,500.00");
  });

  it("API-05 totals that fail to load are requested only once, even though the sidebar uses them too", async () => {
    const { sent } = await openDashboard(tenant, {
      "GET /api/dashboard/stats": problem(500, "Something broke."),
    });
    await screen.findByText("Failed to load dashboard statistics.");
    expect(statsCalls(sent)).toHaveLength(1);
  });

  it("DASH-04 totals that fail to load show a message and a retry button", async () => {
    let isDown = true;
    await openDashboard(tenant, {
      "GET /api/dashboard/stats": () => (isDown ? problem(500, "Something broke.")() : stats),
    });
    await screen.findByText("Failed to load dashboard statistics.");
    isDown = false;
    await userEvent.click(screen.getByRole("button", { name: "Try again" }));
    expect(await screen.findByRole("region", { name: "Figures" })).toBeTruthy();
  });

  it("DASH-05 DASH-27 CON-05 every 60 seconds, only the totals are refetched", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-21T12:00:00Z") });
    const { sent } = await openDashboard(tenant);
    await screen.findByRole("region", { name: "Figures" });
    const leaveAndReturn = async () => {
      await userEvent.click(screen.getByRole("link", { name: /^Work Orders/ }));
      await screen.findByRole("heading", { level: 1, name: "Work Orders" });
      await userEvent.click(screen.getByRole("link", { name: "Dashboard" }));
      await screen.findByText("Building Overview");
    };
    vi.setSystemTime(new Date("2026-11-21T12:00:59Z"));
    await leaveAndReturn();
    expect(statsCalls(sent)).toHaveLength(1);
    vi.setSystemTime(new Date("2026-11-21T12:01:01Z"));
    await leaveAndReturn();
    await waitFor(() => expect(statsCalls(sent)).toHaveLength(2));
    expect(sent.filter(({ path }) => path === "/api/buildings")).toHaveLength(1);
  });

  it("DASH-06 DASH-07 the building overview shows the first building", async () => {
    await openDashboard(tenant, {
      "GET /api/buildings": [building, { ...building, id: 2, name: "Canal House" }],
    });
    await screen.findByRole("heading", { name: "Harborview Center" });
    expect(screen.getByText("1 Harbor Way")).toBeTruthy();
    expect(screen.getByRole("img", { name: "Harborview Center" }).getAttribute("src")).toBe(
      "/images/harbor.jpg",
    );
    expect(screen.queryByRole("heading", { name: "Canal House" })).toBeNull();
  });

  it("the user can choose another building, and the dashboard remembers it", async () => {
    const buildings = [building, { ...building, id: 2, name: "Canal House" }];
    await openDashboard(admin, {
      "GET /api/buildings": buildings,
      "GET /api/properties/2/stacking-plan": stackingPlan,
    });
    await userEvent.selectOptions(await screen.findByRole("combobox", { name: "Building" }), "Canal House");
    expect(await screen.findByRole("img", { name: "Canal House" })).toBeTruthy();
    cleanup();
    await openDashboard(admin, {
      "GET /api/buildings": buildings,
      "GET /api/properties/2/stacking-plan": stackingPlan,
    });
    expect(await screen.findByRole("img", { name: "Canal House" })).toBeTruthy();
  });

  it("DASH-08 a building without a photo shows the default photo", async () => {
    await openDashboard(tenant, { "GET /api/buildings": [{ ...building, image: null }] });
    const image = await screen.findByRole("img", { name: "Harborview Center" });
    expect(image.getAttribute("src")).toBe("/buildings/default.webp");
  });

  it("DASH-09 the building overview shows a message if there are no buildings", async () => {
    await openDashboard(tenant, { "GET /api/buildings": [] });
    expect(await screen.findByText("No buildings found in the system.")).toBeTruthy();
  });

  it("a person awaiting approval sees why there is no building yet, and the page doesn't request one", async () => {
    const { sent } = await openDashboard({ ...tenant, membership: "pending" });
    const card = within(await screen.findByRole("region", { name: "Building overview" }));
    expect(card.getByText("Not yet approved")).toBeTruthy();
    expect(sent.filter(({ path }) => path === "/api/buildings")).toEqual([]);
  });

  it("DASH-10 DASH-11 CON-05 the dashboard's table shows the first four work orders with View buttons", async () => {
    await openDashboard(tenant);
    const table = within(await screen.findByRole("table", { name: "Recent work orders" }));
    expect(maxRecentWorkOrders).toBe(4);
    const [head, ...rows] = table.getAllByRole("row");
    expect(rows).toHaveLength(4);
    const headings = within(head as HTMLElement)
      .getAllByRole("columnheader")
      .map((one) => one.textContent);
    expect(headings).toEqual(["ID", "Issue", "Location", "Reported", "Status", "View"]);
    const first = rows[0] as HTMLElement;
    for (const text of ["#WO-0005", "Problem 5", "Room 5", "Jan 5, 2025", "Open"])
      expect(within(first).getByText(text)).toBeTruthy();
    await userEvent.click(within(first).getByRole("button", { name: "View #WO-0005" }));
    expect(location.pathname).toBe("/work-orders/5");
  });

  it("DASH-12 the dashboard shows a message if there are no work orders", async () => {
    await openDashboard(tenant, { "GET /api/work-orders": [] });
    expect(await screen.findByText("No work orders to display")).toBeTruthy();
  });

  it("DASH-24 DASH-25 View all and Create Work Order open the work order list", async () => {
    await openDashboard(tenant);
    const all = await screen.findByRole("link", { name: /View all\s*work orders/ });
    expect(all.getAttribute("href")).toBe("/work-orders");
    const call = within(screen.getByRole("region", { name: "Need maintenance or repairs?" }));
    const create = call.getByRole("link", { name: "Create Work Order" });
    expect(create.getAttribute("href")).toBe("/work-orders");
    await userEvent.click(create);
    await screen.findByRole("button", { name: "Submit Work Order" });
    expect(history.state).not.toHaveProperty("opensForm");
  });

  it("DASH-03 for roles with access to reports, the rent collected this year opens the monthly report", async () => {
    await openDashboard(admin, { "GET /api/dashboard/stats": { ...stats, rentCollected: 250_000 } });
    const link = await screen.findByRole("link", { name: /Rent Collected/ });
    expect(link.textContent).toContain("$2,500.00");
    expect(link.getAttribute("href")).toBe(`/reports/months?year=${new Date().getFullYear()}`);
  });
});

describe("a tenant's dashboard on a phone", () => {
  beforeEach(onPhone);

  it("DASH-06 DASH-07 DASH-08 a tenant's dashboard on a phone starts with the building at dusk, its address, and the greeting", async () => {
    const { responses } = await openDashboard(tenant);
    const hero = within(await screen.findByRole("region", { name: "Building overview" }));
    const photo = await hero.findByRole("img", { name: "Harborview Center" });
    expect(photo.getAttribute("src")).toBe("/images/harbor.jpg");
    expect(hero.getByText("1 Harbor Way")).toBeTruthy();
    expect(hero.getByRole("heading", { level: 1, name: "Welcome, Maria Gonzales" })).toBeTruthy();
    cleanup();
    await openDashboard(tenant, { ...responses, "GET /api/buildings": [{ ...building, image: null }] });
    expect((await screen.findByRole("img", { name: "Harborview Center" })).getAttribute("src")).toBe(
      "/buildings/default-dusk.webp",
    );
    cleanup();
    await openDashboard(tenant, { ...responses, "GET /api/buildings": [] });
    expect(await screen.findByText("No buildings found in the system.")).toBeTruthy();
  });

  it("a tenant's recent work orders are listed and open when clicked", async () => {
    await openDashboard(tenant, { "GET /api/work-orders": [order(5), order(4)] });
    const list = within(await screen.findByRole("region", { name: "Recent work orders" }));
    const rows = await list.findAllByRole("listitem");
    expect(rows).toHaveLength(2);
    for (const text of ["#WO-0005", "Room 5", "Open", "Jan 5, 2025"])
      expect(rows[0]?.textContent).toContain(text);
    const call = within(screen.getByRole("region", { name: "Need maintenance or repairs?" }));
    expect(call.getByRole("link", { name: "Create Work Order" }).getAttribute("href")).toBe("/work-orders");
    await userEvent.click(list.getByRole("button", { name: "Problem 5" }));
    expect(location.pathname).toBe("/work-orders/5");
  });
});

describe("recent documents", () => {
  const card = async () => within(await screen.findByRole("region", { name: "Recent documents" }));
  const four = makeCards(4);

  it("DASH-13 DASH-14 CON-03 CON-05 the three newest documents are shown with the date they were added", async () => {
    const { sent } = await openDashboard(tenant, { "GET /api/documents": four });
    const rows = await (await card()).findAllByRole("listitem");
    expect(maxRecentDocuments).toBe(3);
    expect(rows.map(({ textContent }) => textContent)).toEqual(
      [4, 3, 2].map((id) => `PDFDocument number ${id}Added Jan 5, 2025`),
    );
    expect(sent.filter(({ path }) => path === "/api/documents?limit=3")).toHaveLength(1);
    expect((await card()).getByRole("link", { name: "Document number 4" }).getAttribute("href")).toBe(
      "/documents/4",
    );
  });

  it("DASH-15 DASH-28 each recent document has a button that downloads its file", async () => {
    await openDashboard(tenant, { "GET /api/documents": four });
    const taken: (string | null)[] = [];
    const listen = (event: MouseEvent) => {
      const link = (event.target as Element).closest("a[download]");
      if (link === null) return;
      event.preventDefault();
      taken.push(link.getAttribute("href"));
    };
    document.addEventListener("click", listen);
    const buttons = await (await card()).findAllByRole("button", { name: /^Download/ });
    for (const button of buttons) await userEvent.click(button);
    document.removeEventListener("click", listen);
    expect(taken).toEqual([4, 3, 2].map((id) => `/api/documents/${id}/file`));
  });

  it("a recent document that is still being scanned shows a note instead of the download button", async () => {
    const file = { ...makeCards(1)[0]?.file, scan: "waiting" };
    await openDashboard(tenant, { "GET /api/documents": makeCards(1).map((one) => ({ ...one, file })) });
    expect(await (await card()).findByText("Being checked")).toBeTruthy();
    expect((await card()).queryByRole("button", { name: /^Download/ })).toBeNull();
  });

  it("DASH-16 DASH-24 Upload New Document and View all open the documents page", async () => {
    await openDashboard(tenant);
    for (const name of ["Upload New Document", /View all\s*documents/])
      expect((await card()).getByRole("link", { name }).getAttribute("href")).toBe("/documents");
    await userEvent.click((await card()).getByRole("link", { name: "Upload New Document" }));
    await screen.findByRole("heading", { level: 1, name: "Documents" });
    await waitFor(() => expect(location.search).toBe("?upload=yes"));
  });

  it("DASH-17 the dashboard shows a message if there are no documents", async () => {
    await openDashboard(tenant);
    expect(await (await card()).findByText("No documents available")).toBeTruthy();
  });

  it("a person awaiting approval isn't offered a document upload", async () => {
    await openDashboard({ ...tenant, membership: "pending" });
    expect((await card()).queryByRole("link", { name: "Upload New Document" })).toBeNull();
  });

  it("recent documents that fail to load can be requested again", async () => {
    let isDown = true;
    await openDashboard(tenant, {
      "GET /api/documents": () => (isDown ? problem(503, "Later.")() : four),
    });
    await screen.findByText("Couldn't load documents.");
    isDown = false;
    await userEvent.click((await card()).getByRole("button", { name: "Try again" }));
    expect(await (await card()).findByText("Document number 4")).toBeTruthy();
  });
});

describe("recent payments", () => {
  const card = async () => within(await screen.findByRole("region", { name: "Recent payments" }));

  it("DASH-18 DASH-21 DASH-22 DASH-26 PAY-06 the three newest payments are shown, completed payments as Paid and all others as Overdue", async () => {
    await openDashboard(admin, {
      "GET /api/payments": [
        payment({ id: 5, status: "overdue", dueOn: "2026-11-01", paidOn: null, paidAt: null, user: null }),
        payment({ id: 4, status: "refunded", description: "Refunded" }),
        payment({ id: 3 }),
        payment({ id: 2, description: "October" }),
        payment({ id: 1, description: "September" }),
      ],
    });
    const rows = (await (await card()).findAllByRole("listitem")).map(({ textContent }) => textContent);
    expect(rows).toEqual([
      "November rentHarbor Lane Coffee · 3 · due Nov 1, 2026$2,500.00Overdue",
      "November rentMaria Gonzales · 3 · Nov 2, 2026$2,500.00Paid",
      "OctoberMaria Gonzales · 3 · Nov 2, 2026$2,500.00Paid",
    ]);
  });

  it("DASH-20 the dashboard shows a message if there are no payments", async () => {
    await openDashboard(tenant);
    expect(await (await card()).findByText("No payments available")).toBeTruthy();
  });

  it("DASH-19 DASH-24 Process New Payment and View all open the payments page", async () => {
    await openDashboard(tenant);
    for (const name of ["Process New Payment", /View all\s*payments/])
      expect((await card()).getByRole("link", { name }).getAttribute("href")).toBe("/payments");
  });

  it("recent payments that fail to load can be requested again", async () => {
    let isDown = true;
    await openDashboard(admin, {
      "GET /api/payments": () => (isDown ? problem(500, "Something broke.")() : [payment({ id: 1 })]),
    });
    await screen.findByText("Couldn't load payments.");
    isDown = false;
    await userEvent.click((await card()).getByRole("button", { name: "Try again" }));
    expect(await (await card()).findByText("November rent")).toBeTruthy();
  });

  it("ROLE-16 technicians don't see recent payments", async () => {
    await openDashboard({ ...admin, role: "maintenance" });
    await screen.findByText("Building Overview");
    expect(screen.queryByText("Recent Payments")).toBeNull();
  });

  it("DASH-23 the payment badge supports pending, paid, and overdue", () => {
    render(
      ["pending", "paid", "overdue"].map((one) => <PaymentBadge key={one} variant={one as PaymentVariant} />),
    );
    for (const [word, colour] of [
      ["Pending", "amber"],
      ["Paid", "green"],
      ["Overdue", "red"],
    ])
      expect(screen.getByText(word ?? "").parentElement?.className).toContain(`bg-${colour}-soft`);
    expect([
      toPaymentVariant("completed"),
      toPaymentVariant("pending"),
      toPaymentVariant("something else"),
    ]).toEqual(["paid", "overdue", "overdue"]);
  });
});
