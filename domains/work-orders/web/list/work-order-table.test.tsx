import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import { admin, onPhone, problem, resetBrowser, tenant } from "#web/testing/open-page.tsx";
import type { WorkOrderRow } from "../../contract.ts";
import {
  buildRow,
  buildWorkOrder,
  fakeCanvas,
  findBodyRows,
  findCalls,
  landlord,
  openAs,
  serveList,
  serveRows,
  technician,
} from "../testing/work-orders.ts";

resetBrowser();
fakeCanvas();

const many = (count: number, overrides: (id: number) => Partial<WorkOrderRow> = () => ({})) =>
  Array.from({ length: count }, (_, index) => buildRow(count - index, overrides(count - index)));

describe("work order table", () => {
  it("WO-03 WO-08 WO-14 WO-21 the work order table lists work orders under the seven headings, with number and date", async () => {
    const { sent } = await openAs(admin, "/work-orders", serveRows([buildRow(7)]));
    const [row] = await findBodyRows();
    expect(screen.getAllByRole("columnheader").map((head) => head.textContent)).toEqual([
      "ID",
      "Issue",
      "Category",
      "Location",
      "Reported",
      "Status",
      "Action",
    ]);
    expect(row?.textContent).toContain("#WO-0007");
    expect(row?.textContent).toContain("Problem 7");
    expect(row?.textContent).toContain("Room 7");
    expect(row?.textContent).toContain("Jan 5, 2025");
    expect(findCalls(sent, "GET /api/work-orders")).not.toEqual([]);
  });

  it.each([
    ["open", "Open"],
    ["in_progress", "In Progress"],
    ["completed", "Completed"],
    ["scheduled", "Scheduled"],
    ["urgent", "Urgent"],
    ["cancelled", "Cancelled"],
    ["on hold", "on hold"],
  ])("WO-04 WO-05 WO-06 the status %s is shown as %s", async (status, label) => {
    await openAs(admin, "/work-orders", serveRows([buildRow(7, { status })]));
    const [row] = await findBodyRows();
    expect(within(row as HTMLElement).getByText(label)).toBeTruthy();
  });

  it("WO-15 an empty work order list and a filter without matches each show a message", async () => {
    await openAs(admin, "/work-orders?category=HVAC", serveRows([buildRow(7)]));
    await screen.findByText("No work orders found");
    await userEvent.click(screen.getByRole("button", { name: "Clear filters" }));
    expect(await findBodyRows()).toHaveLength(1);
  });

  it("WO-16 WO-17 WO-19 the work order table shows five rows per page, with pages and counts from the server", async () => {
    const { sent } = await openAs(admin, "/work-orders", serveRows(many(12)));
    expect(await findBodyRows()).toHaveLength(5);
    expect(screen.getByText("Showing 1 to 5 of 12 results")).toBeTruthy();
    await userEvent.click(screen.getByRole("button", { name: "Next" }));
    await screen.findByText("Showing 6 to 10 of 12 results");
    await userEvent.click(screen.getByRole("button", { name: "Page 3" }));
    await screen.findByText("Showing 11 to 12 of 12 results");
    await waitFor(async () => expect(await findBodyRows()).toHaveLength(2));
    await userEvent.click(screen.getByRole("button", { name: "Previous" }));
    await screen.findByText("Showing 6 to 10 of 12 results");
    expect(new URL(location.href).searchParams.get("page")).toBe("2");
    expect(
      findCalls(sent, "GET /api/work-orders").some(({ path }) => path.includes("page=3&pageSize=5")),
    ).toBe(true);
  });

  it.each([
    [5, false],
    [6, true],
  ])("WO-18 with %i work orders, pagination is shown: %s", async (count, isThere) => {
    await openAs(admin, "/work-orders", serveRows(many(count)));
    expect(await findBodyRows()).toHaveLength(5);
    expect(screen.queryByRole("navigation", { name: "Pagination" }) !== null).toBe(isThere);
  });

  it("WO-16 a response without X-Total-Count is treated as the whole list and paginated in the browser", async () => {
    await openAs(admin, "/work-orders?page=2", { "GET /api/work-orders": many(12) });
    await screen.findByText("Showing 6 to 10 of 12 results");
    expect((await findBodyRows())[0]?.textContent).toContain("#WO-0007");
  });

  it("WO-16 a work order search with very many results shows an approximate count", async () => {
    const response = () =>
      Response.json(many(5), {
        headers: {
          "X-Total-Count": "10,000+",
          Link: '</api/work-orders?page=2&pageSize=5>; rel="next"',
        },
      });
    await openAs(admin, "/work-orders?q=sink", { "GET /api/work-orders": response });
    expect(await screen.findByText("Showing 1 to 5 of 10,000+ results")).toBeTruthy();
  });

  it("WO-18 the URL of a work order page that no longer exists opens the last page", async () => {
    await openAs(admin, "/work-orders?page=9", serveRows(many(12)));
    expect(await screen.findByText("Showing 11 to 12 of 12 results")).toBeTruthy();
  });

  it("WO-12 WO-13 API-33 the filters list the specified options first, query the server, and return to page 1", async () => {
    const rows = many(12, (id) => ({ category: id % 2 ? "Electrical" : "Plumbing" }));
    const { sent } = await openAs(admin, "/work-orders?page=2", serveRows(rows));
    await findBodyRows();
    const options = (name: string) =>
      within(screen.getByRole("combobox", { name }))
        .getAllByRole("option")
        .map((option) => option.textContent);
    expect(options("Filter by Status")).toEqual([
      "All Statuses",
      "Open",
      "In Progress",
      "Completed",
      "Scheduled",
      "Cancelled",
    ]);
    expect(options("Filter by Category")).toEqual([
      "All Categories",
      "Electrical",
      "Plumbing",
      "HVAC",
      "Structural",
      "Maintenance",
      "Other",
      "General",
      "Cleaning",
      "Security",
    ]);
    await userEvent.selectOptions(screen.getByRole("combobox", { name: "Filter by Category" }), "Electrical");
    await screen.findByText("Showing 1 to 5 of 6 results");
    await userEvent.selectOptions(screen.getByRole("combobox", { name: "Filter by Status" }), "Completed");
    await screen.findByText("No work orders found");
    const last = findCalls(sent, "GET /api/work-orders").at(-1)?.path ?? "";
    expect(last).toContain("status=completed");
    expect(last).toContain("category=Electrical");
    expect(last).toContain("page=1");
    expect(location.search).toBe("?status=completed&category=Electrical");
  });

  it("API-33 the search text and secondary filters are in the URL and in the request", async () => {
    const { sent } = await openAs(technician, "/work-orders", serveRows([buildRow(7)]));
    await findBodyRows();
    await userEvent.type(screen.getByRole("searchbox", { name: "Search work orders" }), "sink");
    await waitFor(() => expect(location.search).toBe("?q=sink&assignee=me"));
    await userEvent.click(screen.getByRole("button", { name: /^More filters/ }));
    await userEvent.selectOptions(screen.getByLabelText("Priority"), "urgent");
    await userEvent.selectOptions(screen.getByLabelText("Assigned to"), "me");
    await userEvent.selectOptions(screen.getByLabelText("Sort by"), "oldest");
    await waitFor(() =>
      expect(findCalls(sent, "GET /api/work-orders").at(-1)?.path).toBe(
        "/api/work-orders?q=sink&priority=urgent&assignee=me&sort=oldest&page=1&pageSize=5",
      ),
    );
    // The export has the filters on the screen, and all pages.
    const file = screen.getByRole<HTMLAnchorElement>("link", { name: "Export work orders as CSV" });
    expect(file.getAttribute("href")).toBe(
      "/api/work-orders.csv?q=sink&priority=urgent&assignee=me&sort=oldest",
    );
  });

  it("on a phone, all filters except the search are in a sheet, which counts and clears them", async () => {
    onPhone();
    const { sent } = await openAs(technician, "/work-orders?q=sink&status=open", serveRows([buildRow(7)]));
    await screen.findByText("Problem 7");
    expect(screen.getByRole<HTMLInputElement>("searchbox", { name: "Search work orders" }).value).toBe(
      "sink",
    );
    expect(screen.queryByRole("combobox")).toBeNull();
    await userEvent.click(screen.getByRole("button", { name: /^Filters.*1.*active$/ }));
    const sheet = within(await screen.findByRole("dialog", { name: "Filters" }));
    expect(sheet.getByRole("link", { name: "Export work orders as CSV" })).toBeTruthy();
    await userEvent.selectOptions(sheet.getByLabelText("Assigned to"), "me");
    await userEvent.click(sheet.getByRole("button", { name: "Clear filters" }));
    await userEvent.click(sheet.getByRole("button", { name: "Show Results" }));
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(screen.getByRole("button", { name: "Filters" })).toBeTruthy();
    expect(findCalls(sent, "GET /api/work-orders").at(-1)?.path).toBe(
      "/api/work-orders?q=sink&page=1&pageSize=25",
    );
  });

  it.each([
    ["admin", admin, ["View", "Edit", "Delete"]],
    ["landlord", landlord, []],
    ["maintenance", technician, []],
    ["tenant", tenant, []],
  ] as const)("WO-20 ROLE-07 each row has the actions for the role %s", async (_, user, entries) => {
    await openAs(user, "/work-orders", serveRows([buildRow(7)]));
    await findBodyRows();
    expect(screen.getByRole("button", { name: "View #WO-0007" })).toBeTruthy();
    const menu = screen.queryByRole("button", { name: "Actions for #WO-0007" });
    if (menu !== null) await userEvent.click(menu);
    expect(screen.queryAllByRole("menuitem").map((entry) => entry.textContent)).toEqual(entries);
  });

  it("WO-20 WO-55 a click or Enter opens a row, and closing it returns to the list", async () => {
    await openAs(tenant, "/work-orders?status=open", {
      ...serveRows([buildRow(7)]),
      "GET /api/work-orders/7": buildWorkOrder(7),
      "GET /api/work-orders/7/history": [],
    });
    const [row] = await findBodyRows();
    fireEvent.keyDown(row as HTMLElement, { key: "Enter" });
    await screen.findByRole("dialog", { name: "Work Order #WO-0007" });
    expect(`${location.pathname}${location.search}`).toBe("/work-orders/7?status=open");
    await screen.findByText("Digital Signature");
    await userEvent.click(screen.getByRole("button", { name: "Close" }));
    await waitFor(() => expect(`${location.pathname}${location.search}`).toBe("/work-orders?status=open"));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    await userEvent.click(screen.getByText("Problem 7"));
    await screen.findByRole("dialog", { name: "Work Order #WO-0007" });
  });

  it("API-05 a work order list that fails to load shows one error and a retry button", async () => {
    let isDown = true;
    const list = serveList(() => [buildRow(7)]);
    const { sent } = await openAs(admin, "/work-orders", {
      "GET /api/work-orders": (request: Parameters<typeof list>[0]) =>
        isDown ? problem(500, "The database isn't reachable right now.")() : list(request),
    });
    await screen.findByText("Couldn't load work orders.");
    expect(findCalls(sent, "GET /api/work-orders")).toHaveLength(1);
    isDown = false;
    await userEvent.click(screen.getByRole("button", { name: "Try again" }));
    expect(await findBodyRows()).toHaveLength(1);
  });

  it("a work order from a pending user is marked in the list", async () => {
    await openAs(admin, "/work-orders", serveRows([buildRow(7, { awaitingApproval: true })]));
    await findBodyRows();
    expect(screen.getByText("Not yet approved")).toBeTruthy();
  });
});
