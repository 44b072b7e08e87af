import { screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import { admin, onPhone, resetBrowser, tenant } from "#web/testing/open-page.tsx";
import { buildRow, findBodyRows, landlord, openAs, serveRows, technician } from "../testing/work-orders.ts";

resetBrowser();

const headings = () => screen.getAllByRole("columnheader").map(({ textContent }) => textContent);
const seven = ["ID", "Issue", "Category", "Location", "Reported", "Status", "Action"];
const address = () => `${location.pathname}${location.search}`;

describe("added columns", () => {
  it("without added columns, Issue includes the priority, and Status includes the assignee [WO-14]", async () => {
    const rows = [buildRow(7, { priority: "high", assignee: { id: 5, fullName: "Theo Unger" } })];
    for (const person of [landlord, technician, tenant]) {
      const { unmount } = await openAs(person, "/work-orders?q=Problem", serveRows(rows));
      const [row] = await findBodyRows();
      expect(headings()).toEqual(seven);
      const cells = within(row as HTMLElement).getAllByRole("cell");
      expect(cells[1]?.textContent).toBe("HighProblem 7");
      expect(within(cells[5] as HTMLElement).getByLabelText("Assigned to Theo Unger")).toBeTruthy();
      unmount();
    }
  });

  it("added columns appear after the seven default columns and are remembered", async () => {
    const rows = [buildRow(7, { priority: "high", assignee: { id: 5, fullName: "Theo Unger" } })];
    const first = await openAs(admin, "/work-orders", serveRows(rows));
    await findBodyRows();
    expect(headings()).toEqual(seven);
    await userEvent.click(screen.getByRole("button", { name: "Columns" }));
    for (const name of ["Priority", "Assigned to", "Property", "Age"])
      await userEvent.click(screen.getByRole("menuitemcheckbox", { name }));
    expect(headings()).toEqual([...seven, "Priority", "Assigned to", "Property", "Age"]);
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
    expect(headings()).toEqual([...seven, "Priority", "Assigned to", "Property"]);
    await userEvent.click(screen.getByRole("button", { name: "Priority" }));
    expect(address()).toBe("/work-orders?sort=highest");
    for (const [heading, orders] of [
      ["Property", ["property-a-z", "property-z-a"]],
      ["Assigned to", ["assignee-a-z", "assignee-z-a"]],
    ] as const)
      for (const order of orders) {
        await userEvent.click(screen.getByRole("button", { name: heading }));
        expect(address()).toBe(`/work-orders?sort=${order}`);
      }
  });

  it("added columns are available only on desktops", async () => {
    onPhone();
    localStorage.setItem("choice:1:columns:work-orders", '["priority"]');
    await openAs(admin, "/work-orders", serveRows([buildRow(7)]));
    await screen.findByText("Problem 7");
    expect(screen.queryByText("Priority")).toBeNull();
    await userEvent.click(screen.getByRole("button", { name: "Filters" }));
    expect(screen.queryByRole("button", { name: "Columns" })).toBeNull();
  });
});
