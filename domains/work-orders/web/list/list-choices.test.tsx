import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import { admin, cleanBrowser, conflict, onPhone, problem, tenant } from "#web/testing/open-page.tsx";
import type { WorkOrderRow } from "../../contract.ts";
import {
  calls,
  expectToast,
  fakeCanvas,
  landlord,
  listOf,
  openAs,
  orderOf,
  rowOf,
  technician,
} from "../testing/orders.ts";

cleanBrowser();
fakeCanvas();

const many = (count: number) => Array.from({ length: count }, (_, at) => rowOf(count - at));
const answering = (rows: WorkOrderRow[]) => ({ "GET /api/work-orders": listOf(() => rows) });
const bodyRows = async () => {
  const table = await screen.findByRole("table", { name: "Work orders" });
  return within(table).getAllByRole("row").slice(1);
};
const headings = () => screen.getAllByRole("columnheader").map(({ textContent }) => textContent);
const seven = ["ID", "Issue", "Category", "Location", "Reported", "Status", "Action"];
const address = () => `${location.pathname}${location.search}`;

describe("the page size", () => {
  const sizes = () => screen.getByRole<HTMLSelectElement>("combobox", { name: "Rows per page" });

  it("WO-19 is five until a user chooses another, which is remembered for this user", async () => {
    const first = await openAs(admin, "/work-orders", answering(many(30)));
    expect(await bodyRows()).toHaveLength(5);
    await userEvent.selectOptions(sizes(), "10 per page");
    await waitFor(async () => expect(await bodyRows()).toHaveLength(10));
    first.unmount();

    const second = await openAs(admin, "/work-orders", answering(many(30)));
    expect(await bodyRows()).toHaveLength(10);
    second.unmount();

    await openAs(landlord, "/work-orders", answering(many(30)));
    expect(await bodyRows()).toHaveLength(5);
  });

  it("in the address comes before the remembered one, until another is chosen", async () => {
    localStorage.setItem("choice:1:page-size:work-orders", "10");
    await openAs(admin, "/work-orders?pageSize=25", answering(many(30)));
    expect(await bodyRows()).toHaveLength(25);
    await userEvent.selectOptions(sizes(), "5 per page");
    await waitFor(async () => expect(await bodyRows()).toHaveLength(5));
    expect(address()).toBe("/work-orders");
  });

  it("is one of those that are offered, whatever is stored", async () => {
    localStorage.setItem("choice:1:page-size:work-orders", "7000");
    await openAs(admin, "/work-orders", answering(many(30)));
    expect(await bodyRows()).toHaveLength(5);
  });
});

describe("a technician's list", () => {
  const mine = () => screen.findByRole("button", { name: "Mine" });

  it.each([
    ["a desk", () => {}],
    ["a phone", onPhone],
  ])("on %s begins with Mine, which one tap takes off and another sets again", async (_, onScreen) => {
    onScreen();
    const { sent } = await openAs(technician, "/work-orders", answering([rowOf(7)]));
    expect((await mine()).getAttribute("aria-pressed")).toBe("true");
    await bodyRows();
    expect(address()).toBe("/work-orders?assignee=me");
    expect(calls(sent, "GET /api/work-orders").map(({ path }) => path)).toEqual([
      "/api/work-orders?assignee=me&page=1&pageSize=5",
    ]);
    await userEvent.click(await mine());
    expect((await mine()).getAttribute("aria-pressed")).toBe("false");
    expect(address()).toBe("/work-orders");
    await userEvent.click(await mine());
    expect(address()).toBe("/work-orders?assignee=me");
  });

  it("stays without Mine after a reload, and begins with it when it is opened anew", async () => {
    const first = await openAs(technician, "/work-orders", answering([rowOf(7)]));
    await userEvent.click(await mine());
    await waitFor(() => expect(address()).toBe("/work-orders"));
    const { state } = history;
    first.unmount();
    const { openPortal } = await import("#web/testing/open-page.tsx");
    await openPortal("/work-orders", { session: technician, responses: answering([rowOf(7)]), state });
    expect((await mine()).getAttribute("aria-pressed")).toBe("false");
    await userEvent.click(screen.getAllByRole("link", { name: /^Work Orders/ })[0] as HTMLElement);
    await waitFor(() => expect(address()).toBe("/work-orders?assignee=me"));
  });

  it.each(["/work-orders?status=open", "/work-orders?view=board", "/work-orders?pageSize=10"])(
    "opened at %s shows what the address says",
    async (opened) => {
      await openAs(technician, opened, answering([rowOf(7)]));
      expect((await mine()).getAttribute("aria-pressed")).toBe("false");
      expect(address()).toBe(opened);
    },
  );

  it("begins with Mine behind an order that a link has opened", async () => {
    await openAs(technician, "/work-orders/7", {
      ...answering([rowOf(7)]),
      "GET /api/work-orders/7": orderOf(7),
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
    ["a technician who waits for approval", { ...technician, membership: "pending" as const }],
  ])("for %s is the whole list", async (_, user) => {
    await openAs(user, "/work-orders", answering([rowOf(7)]));
    await bodyRows();
    expect(address()).toBe("/work-orders");
    expect(screen.queryByRole("button", { name: "Mine" })).toBeNull();
  });
});

describe("the order of the list", () => {
  const head = (name: string) => screen.getByRole("columnheader", { name });
  const press = (name: string) => userEvent.click(within(head(name)).getByRole("button", { name }));
  const sortOf = (name: string) => head(name).getAttribute("aria-sort");

  it("is set by the headings, which say which way, and is in the address, the request and the file", async () => {
    const { sent } = await openAs(admin, "/work-orders?page=2", answering(many(12)));
    await bodyRows();
    expect([sortOf("Reported"), sortOf("Status")]).toEqual(["descending", null]);
    await press("Status");
    expect(address()).toBe("/work-orders?sort=to-do-first");
    expect([sortOf("Reported"), sortOf("Status")]).toEqual([null, "descending"]);
    await waitFor(() =>
      expect(calls(sent, "GET /api/work-orders").at(-1)?.path).toBe(
        "/api/work-orders?sort=to-do-first&page=1&pageSize=5",
      ),
    );
    await press("Status");
    expect(address()).toBe("/work-orders?sort=done-first");
    expect(sortOf("Status")).toBe("ascending");
    expect(screen.getByRole("link", { name: "Export work orders as CSV" }).getAttribute("href")).toBe(
      "/api/work-orders.csv?sort=done-first",
    );
    await press("Reported");
    expect(address()).toBe("/work-orders");
    await press("Reported");
    expect(address()).toBe("/work-orders?sort=oldest");
  });

  it("of the board is by age alone", async () => {
    const { sent } = await openAs(admin, "/work-orders?sort=highest&view=board", answering([rowOf(7)]));
    await screen.findByRole("article", { name: "#WO-0007 Fault number 7" });
    expect(calls(sent, "GET /api/work-orders").filter(({ path }) => path.includes("sort"))).toEqual([]);
  });
});

describe("own columns", () => {
  it("stand after the seven, and are remembered", async () => {
    const rows = [rowOf(7, { priority: "high", assignee: { id: 5, fullName: "Theo Unger" } })];
    const first = await openAs(admin, "/work-orders", answering(rows));
    await bodyRows();
    expect(headings()).toEqual(seven);
    await userEvent.click(screen.getByRole("button", { name: "Columns" }));
    for (const name of ["Assigned to", "Building", "Priority", "Age"])
      await userEvent.click(screen.getByRole("menuitemcheckbox", { name }));
    expect(headings()).toEqual([...seven, "Building", "Assigned to", "Priority", "Age"]);
    const [row] = await bodyRows();
    for (const text of ["Harborview Center", "Theo Unger", "High", "months ago"])
      expect(row?.textContent).toContain(text);
    await userEvent.click(screen.getByRole("button", { name: "Age" }));
    expect(address()).toBe("/work-orders?sort=oldest");
    await userEvent.click(screen.getByRole("button", { name: "Columns" }));
    await userEvent.click(screen.getByRole("menuitemcheckbox", { name: "Age" }));
    first.unmount();

    await openAs(admin, "/work-orders", answering(rows));
    await bodyRows();
    expect(headings()).toEqual([...seven, "Building", "Assigned to", "Priority"]);
    await userEvent.click(screen.getByRole("button", { name: "Priority" }));
    expect(address()).toBe("/work-orders?sort=highest");
    for (const [heading, orders] of [
      ["Building", ["building-a-z", "building-z-a"]],
      ["Assigned to", ["assignee-a-z", "assignee-z-a"]],
    ] as const)
      for (const order of orders) {
        await userEvent.click(screen.getByRole("button", { name: heading }));
        expect(address()).toBe(`/work-orders?sort=${order}`);
      }
  });

  it("are for desks only", async () => {
    onPhone();
    localStorage.setItem("choice:1:columns:work-orders", '["priority"]');
    await openAs(admin, "/work-orders", answering([rowOf(7)]));
    const [row] = await bodyRows();
    expect(row?.textContent).not.toContain("Medium");
    await userEvent.click(screen.getByRole("button", { name: "Filters" }));
    expect(screen.queryByRole("button", { name: "Columns" })).toBeNull();
  });
});

describe("several orders at once", () => {
  const box = (name: string) => screen.findByRole<HTMLInputElement>("checkbox", { name });
  const bar = async () => within(await screen.findByRole("region", { name: "Selected work orders" }));
  const pick = async (menu: string, item: string) => {
    await userEvent.click((await bar()).getByRole("button", { name: menu }));
    await userEvent.click(await screen.findByRole("menuitem", { name: item }));
  };
  const changed = (id: number, more: Partial<WorkOrderRow>) => orderOf(id, { version: 2, ...more });

  it("are chosen by boxes, by the space bar on a row, or all on the page", async () => {
    await openAs(admin, "/work-orders", answering(many(12)));
    const [row] = await bodyRows();
    expect(headings()).toEqual(seven);
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

  it("get a status, each by its own call with the version on the screen", async () => {
    const { sent } = await openAs(landlord, "/work-orders", {
      ...answering([rowOf(2, { version: 4 }), rowOf(1)]),
      "PATCH /api/work-orders/2/status": changed(2, { status: "scheduled", version: 5 }),
      "PATCH /api/work-orders/1/status": changed(1, { status: "scheduled" }),
    });
    await userEvent.click(await box("Select all on this page"));
    await pick("Status...", "Scheduled");
    await expectToast("Status Updated", "2 work orders are “Scheduled” now.");
    await userEvent.click(await screen.findByRole("button", { name: "Skip" }));
    const patched = sent.filter(({ method }) => method === "PATCH");
    expect(patched.map(({ path, body }) => [path, body])).toEqual([
      ["/api/work-orders/2/status", { status: "scheduled" }],
      ["/api/work-orders/1/status", { status: "scheduled" }],
    ]);
    expect(patched.map(({ init }) => new Headers(init.headers).get("If-Match"))).toEqual(['"4"', '"1"']);
    expect((await bar()).getByText("2 selected")).toBeTruthy();
  });

  it("that leave the list when they are scheduled are asked about their visits, and no other order is", async () => {
    const rows = new Map([3, 2, 1].map((id) => [id, rowOf(id)]));
    const schedule = (id: number) => () => {
      rows.set(id, rowOf(id, { status: "scheduled", version: 2 }));
      return changed(id, { status: "scheduled" });
    };
    const { sent } = await openAs(landlord, "/work-orders?status=open", {
      "GET /api/work-orders": listOf(() => [...rows.values()]),
      "PATCH /api/work-orders/3/status": schedule(3),
      "PATCH /api/work-orders/2/status": schedule(2),
      "PUT /api/work-orders/3/appointment": changed(3, { status: "scheduled" }),
      "PUT /api/work-orders/2/appointment": changed(2, { status: "scheduled" }),
    });
    await userEvent.click(await box("Select #WO-0003"));
    await userEvent.click(await box("Select #WO-0002"));
    await pick("Status...", "Scheduled");
    const dialog = within(await screen.findByRole("dialog", { name: "When are the visits?" }));
    await waitFor(() => expect(screen.queryByText("Fault number 3")).toBeNull());
    fireEvent.change(dialog.getByLabelText("Day"), { target: { value: "2099-12-03" } });
    await userEvent.click(dialog.getByRole("button", { name: "Propose visit" }));
    await expectToast("Visits Proposed", "2 work orders are to be visited");
    expect(sent.filter(({ method }) => method === "PUT").map(({ path }) => path)).toEqual([
      "/api/work-orders/3/appointment",
      "/api/work-orders/2/appointment",
    ]);
    await userEvent.click(await box("Select #WO-0001"));
    expect((await bar()).getByText("1 selected")).toBeTruthy();
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  it("of which one is refused: an outcome for each, and another try with what has changed meanwhile", async () => {
    let isTaken = true;
    const said = "Lee Park moved #WO-0002 to Completed in the meantime.";
    const { sent } = await openAs(admin, "/work-orders", {
      ...answering([rowOf(2), rowOf(1)]),
      "PATCH /api/work-orders/2": () =>
        isTaken
          ? conflict(said, orderOf(2, { version: 9, status: "completed" }))()
          : Response.json(orderOf(2, { version: 10, priority: "high" })),
      "PATCH /api/work-orders/1": changed(1, { priority: "high" }),
    });
    await userEvent.click(await box("Select all on this page"));
    await pick("Priority...", "High");
    const dialog = within(await screen.findByRole("dialog", { name: "1 of 2 work orders not changed" }));
    expect(dialog.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
      `#WO-0002 Fault number 2${said}`,
      "#WO-0001 Fault number 1Done",
    ]);
    isTaken = false;
    await userEvent.click(dialog.getByRole("button", { name: "Try again" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    await expectToast("Priority Updated", "2 work orders are of high priority now.");
    const again = sent.filter(({ method }) => method === "PATCH").at(-1);
    expect([again?.path, new Headers(again?.init.headers).get("If-Match")]).toEqual([
      "/api/work-orders/2",
      '"9"',
    ]);
    expect(again?.body).toMatchObject({ status: "completed", priority: "high" });
  });

  it("are assigned to people who work in all of their buildings", async () => {
    const [theo, uma] = [
      { id: 5, fullName: "Theo Unger" },
      { id: 8, fullName: "Uma Reyes" },
    ];
    const { sent } = await openAs(landlord, "/work-orders", {
      ...answering([rowOf(3, { propertyId: 2 }), rowOf(2), rowOf(1)]),
      "GET /api/work-orders/3/assignees": [uma],
      "GET /api/work-orders/1/assignees": [theo, uma],
      "PUT /api/work-orders/3/assignee": orderOf(3, { assignee: uma }),
      "PUT /api/work-orders/2/assignee": orderOf(2, { assignee: uma }),
      "PUT /api/work-orders/1/assignee": problem(403, "You may not."),
    });
    await userEvent.click(await box("Select all on this page"));
    await userEvent.click((await bar()).getByRole("button", { name: "Assign..." }));
    await screen.findByText("Maintenance staff of these buildings");
    expect(screen.getAllByRole("menuitem").map(({ textContent }) => textContent)).toEqual([
      "Uma Reyes",
      "Unassigned",
    ]);
    await userEvent.click(screen.getByRole("menuitem", { name: "Uma Reyes" }));
    const dialog = within(await screen.findByRole("dialog", { name: "1 of 3 work orders not changed" }));
    expect(dialog.getByText("You may not.")).toBeTruthy();
    await userEvent.click(dialog.getByRole("button", { name: "Close" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    const [put] = calls(sent, "PUT /api/work-orders/3/assignee");
    expect([put?.body, new Headers(put?.init.headers).get("If-Match")]).toEqual([{ userId: 8 }, '"1"']);
  });

  it.each([
    ["an admin", admin, ["Assign...", "Status...", "Priority...", "Due time...", "Clear"]],
    ["a landlord", landlord, ["Assign...", "Status...", "Due time...", "Clear"]],
    ["a technician", technician, ["Assign...", "Status...", "Clear"]],
  ] as const)("%s is offered what the role may do", async (_, user, buttons) => {
    await openAs(user, "/work-orders?status=open", answering([rowOf(1)]));
    await userEvent.click(await box("Select #WO-0001"));
    expect((await bar()).getAllByRole("button").map(({ textContent }) => textContent)).toEqual(buttons);
  });

  it.each([
    ["a tenant", tenant, () => {}],
    ["an admin on a phone", admin, onPhone],
  ] as const)("%s has no boxes", async (_, user, onScreen) => {
    onScreen();
    await openAs(user, "/work-orders", answering([rowOf(1)]));
    await bodyRows();
    expect(screen.queryByRole("checkbox")).toBeNull();
  });

  it("a technician takes them", async () => {
    const { sent } = await openAs(technician, "/work-orders?status=open", {
      ...answering([rowOf(1)]),
      "PUT /api/work-orders/1/assignee": orderOf(1, { assignee: { id: 5, fullName: "Theo Unger" } }),
    });
    await userEvent.click(await box("Select #WO-0001"));
    await pick("Assign...", "Me");
    await expectToast("Work Orders Assigned", "1 work order is assigned to Theo Unger now.");
    expect(calls(sent, "PUT /api/work-orders/1/assignee").map(({ body }) => body)).toEqual([{ userId: 5 }]);
  });
});
