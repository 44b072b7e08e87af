import { screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { expect, it } from "vitest";
import { resetBrowser } from "#web/testing/open-page.tsx";
import {
  buildRow,
  buildWorkOrder,
  expectToast,
  landlord,
  openAs,
  serveList,
} from "../testing/work-orders.ts";

resetBrowser();

it("assigning work in progress asks first, and the message has Undo", async () => {
  const [theo, uma] = [
    { id: 5, fullName: "Theo Unger" },
    { id: 8, fullName: "Uma Reyes" },
  ];
  const { sent } = await openAs(landlord, "/work-orders", {
    "GET /api/work-orders": serveList(() => [
      buildRow(2, { status: "in_progress", assignee: theo }),
      buildRow(1),
    ]),
    "GET /api/work-orders/1/assignees": [theo, uma],
    "PUT /api/work-orders/2/assignee": buildWorkOrder(2, { assignee: uma, version: 2 }),
    "PUT /api/work-orders/1/assignee": buildWorkOrder(1, { assignee: uma, version: 2 }),
  });
  await userEvent.click(await screen.findByRole("checkbox", { name: "Select all on this page" }));
  await userEvent.click(await screen.findByRole("button", { name: "Assign..." }));
  await userEvent.click(await screen.findByRole("menuitem", { name: "Uma Reyes" }));
  const question = within(await screen.findByRole("alertdialog", { name: "Reassign work in progress?" }));
  expect(
    question.getByText("Theo Unger has started #WO-0002. The technician will be notified."),
  ).toBeTruthy();
  expect(sent.filter(({ method }) => method === "PUT")).toEqual([]);
  await userEvent.click(question.getByRole("button", { name: "Assign to Uma Reyes" }));
  await expectToast("Work Orders Assigned", "2 work orders assigned to Uma Reyes.");
  await userEvent.click(await screen.findByText("Undo"));
  await expectToast("Change Undone", "2 work orders changed back.");
  const puts = sent.filter(({ method }) => method === "PUT").slice(2);
  expect(puts.map(({ path, body }) => [path, body]).sort()).toEqual([
    ["/api/work-orders/1/assignee", { userId: null, teamId: null }],
    ["/api/work-orders/2/assignee", { userId: 5 }],
  ]);
  expect(puts.map(({ init }) => new Headers(init.headers).get("If-Match"))).toEqual(['"2"', '"2"']);
});
