import { fireEvent, screen, waitFor } from "@testing-library/react";
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

it("assigning work in progress asks for confirmation, and the toast offers Undo", async () => {
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
  fireEvent.click(await screen.findByLabelText("Select all on this page"));
  fireEvent.click(await screen.findByText("Assign..."));
  fireEvent.click(await screen.findByText("Uma Reyes"));
  await screen.findByText("Reassign work in progress?");
  expect(screen.getByText("Theo Unger has started #WO-0002. The technician will be notified.")).toBeTruthy();
  expect(sent.filter(({ method }) => method === "PUT")).toEqual([]);
  fireEvent.click(screen.getByText("Assign to Uma Reyes"));
  await expectToast("Work Orders Assigned", "2 work orders assigned to Uma Reyes.");
  fireEvent.click(await screen.findByText("Undo"));
  const findUndoPuts = () => sent.filter(({ method }) => method === "PUT").slice(2);
  await waitFor(() => expect(findUndoPuts()).toHaveLength(2));
  const puts = findUndoPuts();
  expect(Object.fromEntries(puts.map(({ path, body }) => [path, body]))).toEqual({
    "/api/work-orders/1/assignee": { userId: null, teamId: null },
    "/api/work-orders/2/assignee": { userId: 5 },
  });
  expect(puts.map(({ init }) => new Headers(init.headers).get("If-Match"))).toEqual(['"2"', '"2"']);
});

it("pressing A on a row opens the list of possible assignees [NAV-32]", async () => {
  const theo = { id: 5, fullName: "Theo Unger" };
  const { sent } = await openAs(landlord, "/work-orders", {
    "GET /api/work-orders": serveList(() => [buildRow(1)]),
    "GET /api/work-orders/1/assignees": [theo],
    "PUT /api/work-orders/1/assignee": buildWorkOrder(1, { assignee: theo, version: 2 }),
  });
  await screen.findByRole("table", { name: "Work orders" });
  await userEvent.keyboard("ja");
  const assign = await screen.findByRole("menuitem", { name: "Theo Unger" });
  await userEvent.click(assign);
  await expectToast("Work Orders Assigned", "1 work order assigned to Theo Unger.");
  expect(sent.filter(({ method }) => method === "PUT").map(({ body }) => body)).toEqual([{ userId: 5 }]);
});

it("cancelling selected work orders asks for a reason and adds it to each of them", async () => {
  const { sent } = await openAs(landlord, "/work-orders", {
    "GET /api/work-orders": serveList(() => [buildRow(1), buildRow(2)]),
    "GET /api/work-orders/1/assignees": [],
    "PATCH /api/work-orders/1/status": buildWorkOrder(1, { status: "cancelled", version: 2 }),
    "PATCH /api/work-orders/2/status": buildWorkOrder(2, { status: "cancelled", version: 2 }),
  });
  fireEvent.click(await screen.findByLabelText("Select all on this page"));
  fireEvent.click(await screen.findByText("Status..."));
  fireEvent.click(await screen.findByRole("menuitem", { name: "Cancelled" }));
  await screen.findByRole("dialog", { name: "Cancel 2 work orders?" });
  fireEvent.click(screen.getByRole("button", { name: "Cancel Work Orders" }));
  await screen.findByText("Please give a reason");
  await userEvent.type(screen.getByLabelText(/^Why are they cancelled/), "Reported twice.");
  fireEvent.click(screen.getByRole("button", { name: "Cancel Work Orders" }));
  await expectToast("Status Updated", "2 work orders set to “Cancelled.”");
  const bodies = sent.filter(({ method }) => method === "PATCH").map(({ body }) => body);
  expect(bodies).toEqual(Array(2).fill({ status: "cancelled", reason: "Reported twice." }));
});
