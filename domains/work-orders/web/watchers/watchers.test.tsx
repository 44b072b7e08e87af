import { screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { expect, it } from "vitest";
import { admin, resetBrowser, tenant } from "#web/testing/open-page.tsx";
import type { WorkOrder } from "../../contract.ts";
import {
  buildWorkOrder,
  expectToast,
  fakeCanvas,
  findCalls,
  landlord,
  openAs,
} from "../testing/work-orders.ts";

resetBrowser();
fakeCanvas();

const theo = { id: 5, fullName: "Theo Unger" };
const openOrder = async (user = admin, overrides: Partial<WorkOrder> = {}, responses = {}) => {
  const portal = await openAs(user, "/work-orders/7", {
    "GET /api/work-orders/7": buildWorkOrder(7, overrides),
    "GET /api/work-orders/7/history": [],
    ...responses,
  });
  await screen.findByText("Activity Log");
  return portal;
};
const can = (overrides: Partial<WorkOrder["can"]>) => ({ can: { ...buildWorkOrder(7).can, ...overrides } });

it("one click starts watching a work order, and another click stops watching it", async () => {
  const { sent } = await openOrder(tenant, can({ changeWatchers: false }), {
    "PUT /api/work-orders/7/watching": buildWorkOrder(7, {
      isWatching: true,
      ...can({ changeWatchers: false }),
    }),
  });
  expect(screen.queryByRole("button", { name: "Add a watcher" })).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: "Watch" }));
  await expectToast("Watching", "You'll be notified about this work order.");
  const watchButton = await screen.findByRole("button", { name: "Watching" });
  expect(watchButton.getAttribute("aria-pressed")).toBe("true");
  await userEvent.click(watchButton);
  expect(findCalls(sent, "PUT /api/work-orders/7/watching").map(({ body }) => body)).toEqual([
    { isWatching: true },
    { isWatching: false },
  ]);
});

it("managers can add and remove watchers who have access", async () => {
  const { sent } = await openOrder(
    landlord,
    {},
    {
      "GET /api/work-orders/7/possible-watchers": [
        { ...theo, role: "maintenance" },
        { id: 2, fullName: "Maria Gonzales", role: "tenant" },
        { id: landlord.id, fullName: landlord.fullName, role: "landlord" },
      ],
      "PUT /api/work-orders/7/watchers/5": buildWorkOrder(7, { watchers: [theo] }),
    },
  );
  await userEvent.click(screen.getByRole("button", { name: "Add a watcher" }));
  await screen.findByText("People who can be notified");
  expect(screen.getAllByRole("menuitem").map(({ textContent }) => textContent)).toEqual([
    "Theo Unger",
    "Maria Gonzales (tenant)",
  ]);
  await userEvent.click(screen.getByRole("menuitem", { name: "Theo Unger" }));
  await expectToast("Watcher Added", "Theo Unger will be notified about this work order.");
  const watchers = within(await screen.findByRole("list", { name: "Watchers" }));
  await userEvent.click(watchers.getByRole("button", { name: "Remove Theo Unger as a watcher" }));
  expect(findCalls(sent, "PUT /api/work-orders/7/watchers/5").map(({ body }) => body)).toEqual([
    { isWatching: true },
    { isWatching: false },
  ]);
});

it("a former tenant, who can't watch a work order, sees no watch controls", async () => {
  await openOrder(tenant, can({ watch: false, changeWatchers: false }));
  expect(screen.queryByText(/^Watch/)).toBeNull();
});
