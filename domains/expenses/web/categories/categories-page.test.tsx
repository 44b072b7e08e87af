import { screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { expect, it } from "vitest";
import { admin, type FakeResponses, openPortal, resetBrowser } from "#web/testing/open-page.tsx";
import { cleaning, fax, harborHouse } from "../testing/bill.ts";

resetBrowser();

const open = (role: "admin" | "landlord", responses: FakeResponses = {}) =>
  openPortal("/settings/expense-categories", {
    session: { ...admin, role },
    responses: {
      "GET /api/expense-categories": [cleaning, fax],
      "GET /api/expense-pools": [{ id: 1, name: "CAM", estimateKind: "common-area", version: 1 }],
      "GET /api/buildings": [harborHouse],
      "GET /api/properties/1/expense-pools": [{ poolId: 1, name: "CAM", startMonth: 1 }],
      ...responses,
    },
  });

it("the categories page shows how each category is treated, and landlords can't change categories [EXP-01]", async () => {
  await open("landlord");
  const table = within(await screen.findByRole("table", { name: "Expense categories" }));
  expect(table.getByText("Recoverable, controllable, varies with occupancy")).toBeTruthy();
  expect(table.getByText("Recoverable, controllable, varies with occupancy, archived")).toBeTruthy();
  expect(await screen.findByText("2 categories · Common area maintenance (CAM)")).toBeTruthy();
  for (const name of [/^Edit/, "Add Category", "Add Pool"])
    expect(screen.queryByRole("button", { name })).toBeNull();
});

it("an administrator's edit of a category is sent with the category's version [EXP-01]", async () => {
  const { sent } = await open("admin", { "PATCH /api/expense-categories/1": { ...cleaning, version: 2 } });
  await userEvent.click(await screen.findByRole("button", { name: "Edit Cleaning" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Edit Category" }));
  await userEvent.click(dialog.getByLabelText("Controllable"));
  await userEvent.click(dialog.getByRole("button", { name: "Save Changes" }));
  await screen.findByText("Category Updated");
  expect(sent.find(({ method }) => method === "PATCH")?.body).toMatchObject({
    name: "Cleaning",
    poolId: 1,
    isControllable: false,
    isArchived: false,
  });
});

it("a pool with categories says what to do first instead of offering Delete [EXP-01]", async () => {
  await open("admin");
  await userEvent.click(await screen.findByRole("button", { name: "Actions for CAM" }));
  await userEvent.click(screen.getByRole("menuitem", { name: "Delete" }));
  const dialog = within(await screen.findByRole("dialog", { name: "CAM can't be deleted yet" }));
  dialog.getByText(
    "2 categories are still in this pool. Edit each one and select another pool or none first.",
  );
  expect(dialog.queryByRole("button", { name: "Delete" })).toBeNull();
  await userEvent.click(dialog.getByRole("button", { name: "Close" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

it("a landlord selects the first month of a pool's year [EXP-03]", async () => {
  const { sent } = await open("landlord", { "PUT /api/properties/1/expense-pools/1": [] });
  const month = await screen.findByLabelText("CAM starts in");
  await waitFor(() => expect(month).toHaveProperty("value", "1"));
  await userEvent.selectOptions(month, "July");
  await screen.findByText("Pool Year Saved");
  expect(sent.find(({ method }) => method === "PUT")?.body).toEqual({ startMonth: 7 });
});
