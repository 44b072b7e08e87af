import { screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { expect, it } from "vitest";
import { admin, resetBrowser } from "#web/testing/open-page.tsx";
import type { WorkOrder } from "../../contract.ts";
import {
  buildEntry,
  buildWorkOrder,
  fakeCanvas,
  landlord,
  openAs,
  technician,
} from "../testing/work-orders.ts";

resetBrowser();
fakeCanvas();

const openOrder = async (user: typeof admin, overrides: Partial<WorkOrder>, responses = {}) => {
  const portal = await openAs(user, "/work-orders/7", {
    "GET /api/work-orders/7": buildWorkOrder(7, overrides),
    "GET /api/work-orders/7/history": [buildEntry(1)],
    "GET /api/bills": [],
    "GET /api/vendors": [],
    "GET /api/expense-categories": [],
    "GET /api/buildings": [],
    ...responses,
  });
  await screen.findByText("Activity Log");
  return portal;
};
const bill = {
  id: 4,
  property: { id: 1, name: "Harbor House" },
  vendor: { id: 2, name: "Tidewater Plumbing" },
  number: "88",
  billedOn: "2026-11-03",
  serviceFrom: "2026-11-01",
  serviceTo: "2026-11-30",
  dueOn: "2026-12-03",
  paidOn: null,
  state: "unpaid",
  totalCents: 137_500,
  hasFile: false,
  version: 1,
  categories: ["Repairs and maintenance"],
};

it("landlords see a work order's bills as links [EXP-12]", async () => {
  const { sent } = await openOrder(landlord, { status: "open" }, { "GET /api/bills": [bill] });
  const link = await screen.findByRole("link", { name: "Tidewater Plumbing" });
  expect(link.getAttribute("href")).toBe("/bills/4");
  expect(screen.getByText("Nov 3, 2026, unpaid")).toBeTruthy();
  expect(sent.some(({ path }) => path === "/api/bills?workOrderId=7")).toBe(true);
  expect(screen.queryByRole("button", { name: "Add Bill" })).toBeNull();
});

it("a completed work order offers to add a bill with the work order's title as the memo [EXP-12]", async () => {
  await openOrder(admin, { status: "completed" });
  await userEvent.click(await screen.findByRole("button", { name: "Add Bill" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Add Bill" }));
  expect(dialog.getByText("For work order “Problem 7.”")).toBeTruthy();
  expect(dialog.getByLabelText<HTMLInputElement>("Memo, line 1").value).toBe("Problem 7");
});

it("technicians don't see a work order's bills, and the page doesn't request them [EXP-17]", async () => {
  const { sent } = await openOrder(technician, { status: "completed" });
  expect(screen.queryByRole("button", { name: "Add Bill" })).toBeNull();
  expect(sent.some(({ path }) => path.startsWith("/api/bills"))).toBe(false);
});
