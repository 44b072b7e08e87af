import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { beforeEach, describe, expect, it } from "vitest";
import { admin, conflict, onPhone, problem, resetBrowser, tenant } from "#web/testing/open-page.tsx";
import type { WorkOrderRow } from "../../contract.ts";
import {
  buildRow,
  buildWorkOrder,
  expectToast,
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

const many = (count: number) => Array.from({ length: count }, (_, index) => buildRow(count - index));
const headings = () => screen.getAllByRole("columnheader").map(({ textContent }) => textContent);
const columns = ["ID", "Issue", "Category", "Location", "Reported", "Status", "Action"];
const address = () => `${location.pathname}${location.search}`;

describe("page size", () => {
  const selectSize = async (size: string) =>
    userEvent.click(
      within(screen.getByRole("group", { name: "Rows per page" })).getByRole("radio", { name: size }),
    );

  it("WO-19 the page size is five until a user selects another size, which is remembered for that user", async () => {
    const first = await openAs(admin, "/work-orders", serveRows(many(30)));
    expect(await findBodyRows()).toHaveLength(5);
    await selectSize("25");
    await waitFor(async () => expect(await findBodyRows()).toHaveLength(25));
    first.unmount();

    const second = await openAs(admin, "/work-orders", serveRows(many(30)));
    expect(await findBodyRows()).toHaveLength(25);
    second.unmount();

    await openAs(landlord, "/work-orders", serveRows(many(30)));
    expect(await findBodyRows()).toHaveLength(5);
  });

  it("the page size in the URL takes precedence over the remembered size until the user selects another", async () => {
    localStorage.setItem("choice:1:page-size:work-orders", "100");
    await openAs(admin, "/work-orders?pageSize=25", serveRows(many(30)));
    expect(await findBodyRows()).toHaveLength(25);
    await selectSize("5");
    await waitFor(async () => expect(await findBodyRows()).toHaveLength(5));
    expect(address()).toBe("/work-orders");
  });

  it("the page size falls back to an available page size if the stored value is invalid", async () => {
    localStorage.setItem("choice:1:page-size:work-orders", "7000");
    await openAs(admin, "/work-orders", serveRows(many(30)));
    expect(await findBodyRows()).toHaveLength(5);
  });
});

describe("a phone", () => {
  beforeEach(onPhone);
  const rows = async () =>
    within(await screen.findByRole("list", { name: "Work orders" })).getAllByRole("listitem");

  it("on a phone, each row shows the assignee's face, title, number, place, status, and date, and opens its work order", async () => {
    const assignee = { id: 5, fullName: "Theo Unger" };
    await openAs(tenant, "/work-orders", {
      ...serveRows([buildRow(7, { assignee })]),
      "GET /api/work-orders/7": buildWorkOrder(7),
      "GET /api/work-orders/7/history": [],
    });
    const [row] = await rows();
    expect(row?.textContent).toBe("TUProblem 7#WO-0007 · Room 7OpenPriority: MediumJan 5, 2025View");
    expect(screen.getByRole("img", { name: "Assigned to Theo Unger" })).toBeTruthy();
    await userEvent.click(screen.getByRole("button", { name: "Problem 7" }));
    await screen.findByRole("dialog", { name: "Work Order #WO-0007" });
  });

  it("on a phone, the list starts with 25 rows, and Load more adds rows below them without changing the page size", async () => {
    await openAs(admin, "/work-orders", serveRows(many(60)));
    expect(await rows()).toHaveLength(25);
    expect(screen.getByText("Showing 1 to 25 of 60 results")).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Next" })).toBeNull();
    await userEvent.click(screen.getByRole("button", { name: "Load more" }));
    await waitFor(async () => expect(await rows()).toHaveLength(50));
    expect(address()).toBe("/work-orders?pageSize=50");
    expect(localStorage.getItem("choice:1:page-size:work-orders")).toBeNull();
  });
});

describe("a technician's list", () => {
  const mine = () => screen.findByRole("button", { name: "My work" });

  it.each([
    ["a desktop", 5, () => {}],
    ["a phone", 25, onPhone],
  ])(
    "on %s, a technician's list opens filtered to their own work orders, and one tap removes or restores the filter",
    async (_, pageSize, onScreen) => {
      onScreen();
      const { sent } = await openAs(technician, "/work-orders", serveRows([buildRow(7)]));
      expect((await mine()).getAttribute("aria-pressed")).toBe("true");
      await screen.findByText("Problem 7");
      expect(address()).toBe("/work-orders?assignee=me");
      expect(findCalls(sent, "GET /api/work-orders").map(({ path }) => path)).toEqual([
        `/api/work-orders?assignee=me&page=1&pageSize=${pageSize}`,
      ]);
      await userEvent.click(await mine());
      expect((await mine()).getAttribute("aria-pressed")).toBe("false");
      expect(address()).toBe("/work-orders");
      await userEvent.click(await mine());
      expect(address()).toBe("/work-orders?assignee=me");
    },
  );

  it("after a reload, a technician's list stays unfiltered, and opening it from the menu restores the filter for their own work", async () => {
    const first = await openAs(technician, "/work-orders", serveRows([buildRow(7)]));
    await userEvent.click(await mine());
    await waitFor(() => expect(address()).toBe("/work-orders"));
    const { state } = history;
    first.unmount();
    const { openPortal } = await import("#web/testing/open-page.tsx");
    await openPortal("/work-orders", { session: technician, responses: serveRows([buildRow(7)]), state });
    expect((await mine()).getAttribute("aria-pressed")).toBe("false");
    await userEvent.click(screen.getAllByRole("link", { name: /^Work Orders/ })[0] as HTMLElement);
    await waitFor(() => expect(address()).toBe("/work-orders?assignee=me"));
  });

  it.each(["/work-orders?status=open", "/work-orders?view=board", "/work-orders?pageSize=10"])(
    "a technician's list opened at %s applies only the filters in the URL",
    async (opened) => {
      await openAs(technician, opened, serveRows([buildRow(7)]));
      expect((await mine()).getAttribute("aria-pressed")).toBe("false");
      expect(address()).toBe(opened);
    },
  );

  it("after closing a work order opened by a link, a technician sees the list of their own work orders", async () => {
    await openAs(technician, "/work-orders/7", {
      ...serveRows([buildRow(7)]),
      "GET /api/work-orders/7": buildWorkOrder(7),
      "GET /api/work-orders/7/history": [],
    });
    await screen.findByText("Digital Signature");
    await userEvent.click(screen.getByRole("button", { name: "Close" }));
    await waitFor(() => expect(address()).toBe("/work-orders?assignee=me"));
  });

  it.each([
    ["an admin", admin],
    ["a landlord", landlord],
    ["a tenant", tenant],
    ["a technician pending approval", { ...technician, membership: "pending" as const }],
  ])("the list shows %s all work orders", async (_, user) => {
    await openAs(user, "/work-orders", serveRows([buildRow(7)]));
    await findBodyRows();
    expect(address()).toBe("/work-orders");
    expect(screen.queryByRole("button", { name: "My work" })).toBeNull();
  });
});

describe("sort order", () => {
  const head = (name: string) => screen.getByRole("columnheader", { name });
  const press = (name: string) => userEvent.click(within(head(name)).getByRole("button", { name }));
  const getSort = (name: string) => head(name).getAttribute("aria-sort");

  it("the column headings set and show the sort order, which applies to the URL, the request, and the export", async () => {
    const { sent } = await openAs(admin, "/work-orders?page=2", serveRows(many(12)));
    await findBodyRows();
    expect([getSort("Reported"), getSort("Status")]).toEqual(["descending", null]);
    await press("Status");
    expect(address()).toBe("/work-orders?sort=to-do-first");
    expect([getSort("Reported"), getSort("Status")]).toEqual([null, "descending"]);
    await waitFor(() =>
      expect(findCalls(sent, "GET /api/work-orders").at(-1)?.path).toBe(
        "/api/work-orders?sort=to-do-first&page=1&pageSize=5",
      ),
    );
    await press("Status");
    expect(address()).toBe("/work-orders?sort=done-first");
    expect(getSort("Status")).toBe("ascending");
    expect(screen.getByRole("link", { name: "Export work orders as CSV" }).getAttribute("href")).toBe(
      "/api/work-orders.csv?sort=done-first",
    );
    await press("Reported");
    expect(address()).toBe("/work-orders");
    await press("Reported");
    expect(address()).toBe("/work-orders?sort=oldest");
  });

  it("the board sorts only by age", async () => {
    const { sent } = await openAs(admin, "/work-orders?sort=highest&view=board", serveRows([buildRow(7)]));
    await screen.findByRole("article", { name: "#WO-0007 Problem 7" });
    expect(findCalls(sent, "GET /api/work-orders").filter(({ path }) => path.includes("sort"))).toEqual([]);
  });
});

describe("bulk actions", () => {
  const box = (name: string) => screen.findByRole<HTMLInputElement>("checkbox", { name });
  const bar = async () => within(await screen.findByRole("region", { name: "Selected work orders" }));
  const pick = async (menu: string, item: string) => {
    await userEvent.click((await bar()).getByRole("button", { name: menu }));
    await userEvent.click(await screen.findByRole("menuitem", { name: item }));
  };
  const changed = (id: number, overrides: Partial<WorkOrderRow>) =>
    buildWorkOrder(id, { version: 2, ...overrides });

  it("work orders can be selected with checkboxes, with the space bar on a row, or all on the page", async () => {
    await openAs(admin, "/work-orders", serveRows(many(12)));
    const [row] = await findBodyRows();
    expect(headings()).toEqual(columns);
    row?.focus();
    await userEvent.keyboard(" ");
    expect((await bar()).getByText("1 selected")).toBeTruthy();
    expect((await box("Select #WO-0012")).checked).toBe(true);
    expect((await box("Select all on this page")).indeterminate).toBe(true);
    await userEvent.click(await box("Select #WO-0011"));
    expect((await bar()).getByText("2 selected")).toBeTruthy();
    await userEvent.click(await box("Select all on this page"));
    expect((await bar()).getByText("5 selected")).toBeTruthy();
    expect((await bar()).getByRole("link", { name: /^Export/ }).getAttribute("href")).toBe(
      "/api/work-orders.csv?ids=12%2C11%2C10%2C9%2C8",
    );
    await userEvent.click(screen.getByRole("button", { name: "Next" }));
    await screen.findByText("Showing 6 to 10 of 12 results");
    await waitFor(() => expect(screen.queryByRole("region", { name: "Selected work orders" })).toBeNull());
    await userEvent.click(await box("Select #WO-0007"));
    expect((await bar()).getByText("1 selected")).toBeTruthy();
    await userEvent.click((await bar()).getByRole("button", { name: "Clear" }));
    expect(screen.queryByRole("region", { name: "Selected work orders" })).toBeNull();
    expect(document.activeElement).toBe(screen.getByRole("main"));
    expect(location.pathname).toBe("/work-orders");
  });

  it("changing the status sends one request per work order, with the version on the screen", async () => {
    const { sent } = await openAs(landlord, "/work-orders", {
      ...serveRows([buildRow(2, { version: 4 }), buildRow(1)]),
      "PATCH /api/work-orders/2/status": changed(2, { status: "scheduled", version: 5 }),
      "PATCH /api/work-orders/1/status": changed(1, { status: "scheduled" }),
    });
    await userEvent.click(await box("Select all on this page"));
    await pick("Status...", "Scheduled");
    await expectToast("Status Updated", "2 work orders set to “Scheduled.”");
    await userEvent.click(await screen.findByRole("button", { name: "Skip" }));
    const patched = sent.filter(({ method }) => method === "PATCH");
    expect(patched.map(({ path, body }) => [path, body])).toEqual([
      ["/api/work-orders/2/status", { status: "scheduled" }],
      ["/api/work-orders/1/status", { status: "scheduled" }],
    ]);
    expect(patched.map(({ init }) => new Headers(init.headers).get("If-Match"))).toEqual(['"4"', '"1"']);
    expect((await bar()).getByText("2 selected")).toBeTruthy();
  });

  it("the visit dialog lists only the work orders that were just scheduled, even after they leave the list", async () => {
    const rows = new Map([3, 2, 1].map((id) => [id, buildRow(id)]));
    const schedule = (id: number) => () => {
      rows.set(id, buildRow(id, { status: "scheduled", version: 2 }));
      return changed(id, { status: "scheduled" });
    };
    const { sent } = await openAs(landlord, "/work-orders?status=open", {
      "GET /api/work-orders": serveList(() => [...rows.values()]),
      "PATCH /api/work-orders/3/status": schedule(3),
      "PATCH /api/work-orders/2/status": schedule(2),
      "PUT /api/work-orders/3/appointment": changed(3, { status: "scheduled" }),
      "PUT /api/work-orders/2/appointment": changed(2, { status: "scheduled" }),
    });
    await userEvent.click(await box("Select #WO-0003"));
    await userEvent.click(await box("Select #WO-0002"));
    await pick("Status...", "Scheduled");
    const dialog = within(await screen.findByRole("dialog", { name: "When should the visits be?" }));
    await waitFor(() => expect(screen.queryByText("Problem 3")).toBeNull());
    fireEvent.change(dialog.getByLabelText("Date"), { target: { value: "2099-12-03" } });
    await userEvent.click(dialog.getByRole("button", { name: "Propose visit" }));
    await expectToast("Visits Proposed", "2 work orders: visit proposed for");
    expect(sent.filter(({ method }) => method === "PUT").map(({ path }) => path)).toEqual([
      "/api/work-orders/3/appointment",
      "/api/work-orders/2/appointment",
    ]);
    await userEvent.click(await box("Select #WO-0001"));
    expect((await bar()).getByText("1 selected")).toBeTruthy();
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  it("a partly rejected bulk change shows a result for each work order, and a retry uses the current version", async () => {
    let isTaken = true;
    const said = "Lee Park changed the status of #WO-0002 to Completed after you opened it.";
    const { sent } = await openAs(admin, "/work-orders", {
      ...serveRows([buildRow(2), buildRow(1)]),
      "PATCH /api/work-orders/2": () =>
        isTaken
          ? conflict(said, buildWorkOrder(2, { version: 9, status: "completed" }))()
          : Response.json(buildWorkOrder(2, { version: 10, priority: "high" })),
      "PATCH /api/work-orders/1": changed(1, { priority: "high" }),
    });
    await userEvent.click(await box("Select all on this page"));
    await pick("Priority...", "High");
    const dialog = within(await screen.findByRole("dialog", { name: "1 of 2 work orders not updated" }));
    expect(dialog.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
      `#WO-0002 Problem 2${said}`,
      "#WO-0001 Problem 1Done",
    ]);
    isTaken = false;
    await userEvent.click(dialog.getByRole("button", { name: "Try again" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    await expectToast("Priority Updated", "2 work orders set to high priority.");
    const again = sent.filter(({ method }) => method === "PATCH").at(-1);
    expect([again?.path, new Headers(again?.init.headers).get("If-Match")]).toEqual([
      "/api/work-orders/2",
      '"9"',
    ]);
    expect(again?.body).toMatchObject({ status: "completed", priority: "high" });
  });

  it("several work orders can be assigned only to people who work at all of their properties", async () => {
    const [theo, uma] = [
      { id: 5, fullName: "Theo Unger" },
      { id: 8, fullName: "Uma Reyes" },
    ];
    const { sent } = await openAs(landlord, "/work-orders", {
      ...serveRows([buildRow(3, { propertyId: 2 }), buildRow(2), buildRow(1)]),
      "GET /api/work-orders/3/assignees": [uma],
      "GET /api/work-orders/1/assignees": [theo, uma],
      "PUT /api/work-orders/3/assignee": buildWorkOrder(3, { assignee: uma }),
      "PUT /api/work-orders/2/assignee": buildWorkOrder(2, { assignee: uma }),
      "PUT /api/work-orders/1/assignee": problem(403, "You can't."),
    });
    await userEvent.click(await box("Select all on this page"));
    await userEvent.click((await bar()).getByRole("button", { name: "Assign..." }));
    await screen.findByText("Maintenance staff at these properties");
    expect(screen.getAllByRole("menuitem").map(({ textContent }) => textContent)).toEqual([
      "Uma Reyes",
      "Unassigned",
    ]);
    await userEvent.click(screen.getByRole("menuitem", { name: "Uma Reyes" }));
    const dialog = within(await screen.findByRole("dialog", { name: "1 of 3 work orders not updated" }));
    expect(dialog.getByText("You can't.")).toBeTruthy();
    await userEvent.click(dialog.getByRole("button", { name: "Close" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    const [put] = findCalls(sent, "PUT /api/work-orders/3/assignee");
    expect([put?.body, new Headers(put?.init.headers).get("If-Match")]).toEqual([{ userId: 8 }, '"1"']);
  });

  it.each([
    ["an admin", admin, ["Assign...", "Status...", "Priority...", "Due date...", "Clear"]],
    ["a landlord", landlord, ["Assign...", "Status...", "Due date...", "Clear"]],
    ["a technician", technician, ["Assign...", "Status...", "Clear"]],
  ] as const)("%s sees only the bulk actions for their role", async (_, user, buttons) => {
    await openAs(user, "/work-orders?status=open", serveRows([buildRow(1)]));
    await userEvent.click(await box("Select #WO-0001"));
    expect((await bar()).getAllByRole("button").map(({ textContent }) => textContent)).toEqual(buttons);
  });

  it.each([
    ["a tenant", tenant, () => {}],
    ["an admin on a phone", admin, onPhone],
  ] as const)("%s sees no checkboxes in the list", async (_, user, onScreen) => {
    onScreen();
    await openAs(user, "/work-orders", serveRows([buildRow(1)]));
    await screen.findByText("Problem 1");
    expect(screen.queryByRole("checkbox")).toBeNull();
  });

  it("a technician can take several work orders with one bulk action", async () => {
    const { sent } = await openAs(technician, "/work-orders?status=open", {
      ...serveRows([buildRow(1)]),
      "PUT /api/work-orders/1/assignee": buildWorkOrder(1, { assignee: { id: 5, fullName: "Theo Unger" } }),
    });
    await userEvent.click(await box("Select #WO-0001"));
    await pick("Assign...", "Me");
    await expectToast("Work Orders Assigned", "1 work order assigned to Theo Unger.");
    expect(findCalls(sent, "PUT /api/work-orders/1/assignee").map(({ body }) => body)).toEqual([
      { userId: 5 },
    ]);
  });
});
