import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { expect, it } from "vitest";
import { cleanBrowser, type Sent } from "#web/testing/open-page.tsx";
import {
  calls,
  expectToast,
  fakeCanvas,
  landlord,
  listOf,
  openAs,
  orderOf,
  rowOf,
} from "./testing/orders.ts";

cleanBrowser();
fakeCanvas();

const versionOf = ({ init }: Sent) => new Headers(init.headers).get("If-Match");
const type = async (label: string, value: string) =>
  fireEvent.change(await screen.findByLabelText(label), { target: { value } });

it("a landlord sets the due time of an order on the clocks of its building, and removes it", async () => {
  let order = orderOf(7);
  const { sent } = await openAs(landlord, "/work-orders/7", {
    "GET /api/work-orders/7": () => order,
    "GET /api/work-orders/7/history": [],
    "PUT /api/work-orders/7/due": ({ body }: Sent) => {
      order = orderOf(7, { ...(body as { dueAt: string | null }), version: order.version + 1 });
      return order;
    },
  });
  await userEvent.click(await screen.findByRole("button", { name: "Set due time of #WO-0007" }));
  await userEvent.click(await screen.findByRole("button", { name: "Set due time" }));
  expect(await screen.findByText("Please choose a day")).toBeTruthy();
  await type("Day", "2999-12-03");
  await userEvent.click(screen.getByRole("button", { name: "Set due time" }));
  expect(await screen.findByText("Please choose a day")).toBeTruthy();
  await type("Day", "2099-12-01");
  await userEvent.click(screen.getByRole("button", { name: "Set due time" }));
  await expectToast("Due Time Set", "Due Tue, Dec 1, 5:00 PM.");
  expect(await screen.findByText("Due Tue, Dec 1, 5:00 PM")).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Remove due time of #WO-0007" }));
  expect(await screen.findByText("No due time")).toBeTruthy();
  const put = calls(sent, "PUT /api/work-orders/7/due");
  expect(put.map(({ body }) => body)).toEqual([{ dueAt: "2099-12-02T01:00:00.000Z" }, { dueAt: null }]);
  expect(put.map(versionOf)).toEqual(['"1"', '"2"']);
});

it("what is overdue says so in words; only who may is offered to change it", async () => {
  const overdue = { dueAt: "2025-01-06T01:00:00Z" };
  const { may } = orderOf(7);
  await openAs(landlord, "/work-orders/7", {
    "GET /api/work-orders/7": orderOf(7, { ...overdue, may: { ...may, setDue: false } }),
    "GET /api/work-orders/7/history": [],
  });
  expect(await screen.findByText("Overdue since Sun, Jan 5, 5:00 PM")).toBeTruthy();
  expect(screen.queryByRole("button", { name: /due time/ })).toBeNull();
});

it("a card of the board says when it is due", async () => {
  await openAs(landlord, "/work-orders?view=board", {
    "GET /api/work-orders": listOf(() => [rowOf(7, { dueAt: "2099-12-02T01:00:00Z" })]),
  });
  const card = within(await screen.findByRole("article", { name: "#WO-0007 Fault number 7" }));
  expect(card.getByText("Due Tue, Dec 1, 5:00 PM")).toBeTruthy();
});

it("several orders get one due time, each on the clocks of its own building", async () => {
  const rows = [rowOf(2, { timeZone: "America/New_York", version: 4 }), rowOf(1)];
  const { sent } = await openAs(landlord, "/work-orders", {
    "GET /api/work-orders": listOf(() => rows),
    "PUT /api/work-orders/2/due": orderOf(2),
    "PUT /api/work-orders/1/due": orderOf(1),
  });
  await userEvent.click(await screen.findByRole("checkbox", { name: "Select all on this page" }));
  await userEvent.click(await screen.findByRole("button", { name: "Due time..." }));
  await userEvent.click(await screen.findByRole("menuitem", { name: "Choose..." }));
  await type("Day", "2099-12-01");
  await type("Time", "09:30");
  await userEvent.click(screen.getByRole("button", { name: "Set due time" }));
  await expectToast("Due Times Set", "2 work orders are due Tue, Dec 1, 9:30 AM now.");
  const put = sent.filter(({ method }) => method === "PUT");
  expect(put.map(({ path, body }) => [path, body])).toEqual([
    ["/api/work-orders/2/due", { dueAt: "2099-12-01T14:30:00.000Z" }],
    ["/api/work-orders/1/due", { dueAt: "2099-12-01T17:30:00.000Z" }],
  ]);
  expect(put.map(versionOf)).toEqual(['"4"', '"1"']);
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});
