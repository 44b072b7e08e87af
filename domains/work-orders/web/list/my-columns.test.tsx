import { screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import { admin, onPhone, resetBrowser, tenant } from "#web/testing/open-page.tsx";
import { buildRow, findBodyRows, landlord, openAs, serveRows, technician } from "../testing/work-orders.ts";

resetBrowser();

const headings = () => screen.getAllByRole("columnheader").map(({ textContent }) => textContent);
const seven = ["ID", "Issue", "Category", "Location", "Reported", "Status", "Action"];
const staffColumns = [...seven, "Priority", "Assigned to"];
const address = () => `${location.pathname}${location.search}`;

describe("added columns", () => {
  it("staff have priority and assignee after the seven specified columns, tenants only the seven [WO-14]", async () => {
    const rows = [
      buildRow(7, { priority: "high", assignee: { id: 5, fullName: "Theo Unger" } }),
      buildRow(6),
    ];
    for (const person of [landlord, technician]) {
      const { unmount } = await openAs(person, "/work-orders?q=Problem", serveRows(rows));
      const [first, second] = await findBodyRows();
      expect(headings()).toEqual(staffColumns);
      const cells = (row: HTMLElement | undefined) =>
        within(row as HTMLElement)
          .getAllByRole("cell")
          .map(({ textContent }) => textContent);
      expect(cells(first).slice(7)).toEqual(["High", "TUTheo Unger"]);
      expect(cells(second).at(-1)).toBe("Unassigned");
      // Each is shown once.
      expect(first?.textContent.match(/High|Assigned to/g)).toEqual(["High"]);
      unmount();
    }
    await openAs(tenant, "/work-orders", serveRows(rows));
    await findBodyRows();
    expect(headings()).toEqual(seven);
  });

  it("appear after the seven default columns, and are remembered", async () => {
    const rows = [buildRow(7, { priority: "high", assignee: { id: 5, fullName: "Theo Unger" } })];
    const first = await openAs(admin, "/work-orders", serveRows(rows));
    await findBodyRows();
    expect(headings()).toEqual(staffColumns);
    await userEvent.click(screen.getByRole("button", { name: "Columns" }));
    for (const name of ["Assigned to", "Property", "Age", "Assigned to"])
      await userEvent.click(screen.getByRole("menuitemcheckbox", { name }));
    expect(headings()).toEqual([...staffColumns, "Property", "Age"]);
    const [row] = await findBodyRows();
    for (const text of ["Harborview Center", "Theo Unger", "High", "months ago"])
      expect(row?.textContent).toContain(text);
    await userEvent.click(screen.getByRole("button", { name: "Age" }));
    expect(address()).toBe("/work-orders?sort=oldest");
    await userEvent.click(screen.getByRole("button", { name: "Columns" }));
    await userEvent.click(screen.getByRole("menuitemcheckbox", { name: "Age" }));
    first.unmount();

    await openAs(admin, "/work-orders", serveRows(rows));
    await findBodyRows();
    expect(headings()).toEqual([...staffColumns, "Property"]);
    await userEvent.click(screen.getByRole("button", { name: "Priority" }));
    expect(address()).toBe("/work-orders?sort=highest");
    for (const [heading, orders] of [
      ["Property", ["building-a-z", "building-z-a"]],
      ["Assigned to", ["assignee-a-z", "assignee-z-a"]],
    ] as const)
      for (const order of orders) {
        await userEvent.click(screen.getByRole("button", { name: heading }));
        expect(address()).toBe(`/work-orders?sort=${order}`);
      }
  });

  it("are available only on desktops", async () => {
    onPhone();
    localStorage.setItem("choice:1:columns:work-orders", '["priority"]');
    await openAs(admin, "/work-orders", serveRows([buildRow(7)]));
    await screen.findByText("Problem 7");
    expect(screen.queryByText("Priority")).toBeNull();
    await userEvent.click(screen.getByRole("button", { name: "Filters" }));
    expect(screen.queryByRole("button", { name: "Columns" })).toBeNull();
  });
});
