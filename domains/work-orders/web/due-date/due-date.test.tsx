import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { expect, it } from "vitest";
import { resetBrowser, type SentRequest } from "#web/testing/open-page.tsx";
import {
  buildRow,
  buildWorkOrder,
  expectToast,
  fakeCanvas,
  findCalls,
  landlord,
  openAs,
  serveList,
} from "../testing/work-orders.ts";

resetBrowser();
fakeCanvas();

const getVersion = ({ init }: SentRequest) => new Headers(init.headers).get("If-Match");
const type = async (label: string, value: string) =>
  fireEvent.change(await screen.findByLabelText(label), { target: { value } });

it("a landlord sets a work order's due date in the property's time zone and then removes it", async () => {
  let order = buildWorkOrder(7);
  const { sent } = await openAs(landlord, "/work-orders/7", {
    "GET /api/work-orders/7": () => order,
    "GET /api/work-orders/7/history": [],
    "PUT /api/work-orders/7/due": ({ body }: SentRequest) => {
      order = buildWorkOrder(7, { ...(body as { dueAt: string | null }), version: order.version + 1 });
      return order;
    },
  });
  await userEvent.click(await screen.findByRole("button", { name: "Set due date for #WO-0007" }));
  await userEvent.click(await screen.findByRole("button", { name: "Set due date" }));
  expect(await screen.findByText("Please select a date")).toBeTruthy();
  await type("Date", "2999-12-03");
  await userEvent.click(screen.getByRole("button", { name: "Set due date" }));
  expect(await screen.findByText("Please select a date")).toBeTruthy();
  await type("Date", "2099-12-01");
  await userEvent.click(screen.getByRole("button", { name: "Set due date" }));
  await expectToast("Due Date Set", "Due Tue, Dec 1, 5:00 PM.");
  expect(await screen.findByText("Tue, Dec 1, 5:00 PM PT")).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Remove due date from #WO-0007" }));
  expect(await screen.findByText("No due date")).toBeTruthy();
  const put = findCalls(sent, "PUT /api/work-orders/7/due");
  expect(put.map(({ body }) => body)).toEqual([{ dueAt: "2099-12-02T01:00:00.000Z" }, { dueAt: null }]);
  expect(put.map(getVersion)).toEqual(['"1"', '"2"']);
});

it("an overdue work order says so in words, and only users who can change the due date see the button", async () => {
  const overdue = { dueAt: "2025-01-06T01:00:00Z" };
  const { can } = buildWorkOrder(7);
  await openAs(landlord, "/work-orders/7", {
    "GET /api/work-orders/7": buildWorkOrder(7, { ...overdue, can: { ...can, setDue: false } }),
    "GET /api/work-orders/7/history": [],
  });
  expect(await screen.findByText("Overdue since Sun, Jan 5, 5:00 PM PT")).toBeTruthy();
  expect(screen.queryByRole("button", { name: /due date/ })).toBeNull();
});

it("a board card shows its due date", async () => {
  await openAs(landlord, "/work-orders?view=board", {
    "GET /api/work-orders": serveList(() => [buildRow(7, { dueAt: "2099-12-02T01:00:00Z" })]),
  });
  const card = within(await screen.findByRole("article", { name: "#WO-0007 Problem 7" }));
  expect(card.getByText("Due Tue, Dec 1, 5:00 PM PT")).toBeTruthy();
});

it("several work orders can get the same due date, each in its property's time zone", async () => {
  const rows = [buildRow(2, { timeZone: "America/New_York", version: 4 }), buildRow(1)];
  const { sent } = await openAs(landlord, "/work-orders", {
    "GET /api/work-orders": serveList(() => rows),
    "PUT /api/work-orders/2/due": buildWorkOrder(2),
    "PUT /api/work-orders/1/due": buildWorkOrder(1),
  });
  await userEvent.click(await screen.findByRole("checkbox", { name: "Select all on this page" }));
  await userEvent.click(await screen.findByRole("button", { name: "Due date..." }));
  await userEvent.click(await screen.findByRole("menuitem", { name: "Select..." }));
  await type("Date", "2099-12-01");
  await type("Time", "09:30");
  await userEvent.click(screen.getByRole("button", { name: "Set due date" }));
  await expectToast("Due Dates Set", "2 work orders now due Tue, Dec 1, 9:30 AM.");
  const put = sent.filter(({ method }) => method === "PUT");
  expect(put.map(({ path, body }) => [path, body])).toEqual([
    ["/api/work-orders/2/due", { dueAt: "2099-12-01T14:30:00.000Z" }],
    ["/api/work-orders/1/due", { dueAt: "2099-12-01T17:30:00.000Z" }],
  ]);
  expect(put.map(getVersion)).toEqual(['"4"', '"1"']);
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});
