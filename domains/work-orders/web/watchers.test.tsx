import { screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { expect, it } from "vitest";
import { admin, cleanBrowser, tenant } from "#web/testing/open-page.tsx";
import type { WorkOrder } from "../contract.ts";
import { calls, expectToast, fakeCanvas, landlord, openAs, orderOf } from "./testing/orders.ts";

cleanBrowser();
fakeCanvas();

const theo = { id: 5, fullName: "Theo Unger" };
const openOrder = async (user = admin, more: Partial<WorkOrder> = {}, responses = {}) => {
  const portal = await openAs(user, "/work-orders/7", {
    "GET /api/work-orders/7": orderOf(7, more),
    "GET /api/work-orders/7/history": [],
    ...responses,
  });
  await screen.findByText("Activity Log");
  return portal;
};
const may = (more: Partial<WorkOrder["may"]>) => ({ may: { ...orderOf(7).may, ...more } });

it("an order is watched by one press, and not any more by another", async () => {
  const { sent } = await openOrder(tenant, may({ changeWatchers: false }), {
    "PUT /api/work-orders/7/watching": orderOf(7, { isWatching: true, ...may({ changeWatchers: false }) }),
  });
  expect(screen.queryByRole("button", { name: "Add a watcher" })).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: "Watch" }));
  await expectToast("Watching", "You are told what happens to this work order.");
  const pressed = await screen.findByRole("button", { name: "Watching" });
  expect(pressed.getAttribute("aria-pressed")).toBe("true");
  await userEvent.click(pressed);
  expect(calls(sent, "PUT /api/work-orders/7/watching").map(({ body }) => body)).toEqual([
    { isWatching: true },
    { isWatching: false },
  ]);
});

it("dispatchers add somebody who may see it, and remove them", async () => {
  const { sent } = await openOrder(
    landlord,
    {},
    {
      "GET /api/work-orders/7/possible-watchers": [
        { ...theo, role: "maintenance" },
        { id: 2, fullName: "Maria Gonzales", role: "tenant" },
        { id: landlord.id, fullName: landlord.fullName, role: "landlord" },
      ],
      "PUT /api/work-orders/7/watchers/5": orderOf(7, { watchers: [theo] }),
    },
  );
  await userEvent.click(screen.getByRole("button", { name: "Add a watcher" }));
  await screen.findByText("Who is told what happens to it");
  expect(screen.getAllByRole("menuitem").map(({ textContent }) => textContent)).toEqual([
    "Theo Unger",
    "Maria Gonzales (tenant)",
  ]);
  await userEvent.click(screen.getByRole("menuitem", { name: "Theo Unger" }));
  await expectToast("Watcher Added", "Theo Unger is told what happens to this work order.");
  const watchers = within(await screen.findByRole("list", { name: "Watchers" }));
  await userEvent.click(watchers.getByRole("button", { name: "Remove Theo Unger from the watchers" }));
  expect(calls(sent, "PUT /api/work-orders/7/watchers/5").map(({ body }) => body)).toEqual([
    { isWatching: true },
    { isWatching: false },
  ]);
});

it("a former tenant, who may not watch, sees nothing of it", async () => {
  await openOrder(tenant, may({ watch: false, changeWatchers: false }));
  expect(screen.queryByText(/^Watch/)).toBeNull();
});
