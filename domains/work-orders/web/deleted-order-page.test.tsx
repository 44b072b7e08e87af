import { screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { expect, it } from "vitest";
import { admin, cleanBrowser, problem } from "#web/testing/open-page.tsx";
import { entryOf, fileOf, imageOf, landlord, openAs, orderOf, signatureOf } from "./testing/orders.ts";

cleanBrowser();

const nothing = Object.fromEntries(Object.keys(orderOf(7).may).map((what) => [what, false]));
const deleted = orderOf(7, {
  images: [imageOf(1)],
  files: [fileOf(3)],
  signatures: [signatureOf(), signatureOf({ id: 8, signedByName: "Sam Whitfield" })],
  may: { ...orderOf(7).may, ...nothing, moveTo: [], assign: "no" },
});
const open = (user = admin, responses = {}) =>
  openAs(user, "/audit/work-orders/7", {
    "GET /api/work-orders/7/deleted": deleted,
    "GET /api/work-orders/7/history": [entryOf(1, { actionType: "deleted", message: "Deleted" })],
    ...responses,
  });

it("shows log, photos, files and all signatures of a deleted order, with nothing to change", async () => {
  await open();
  const heading = { level: 1, name: "Deleted work order #WO-0007" };
  expect(await screen.findByRole("heading", heading)).toBeTruthy();
  const main = within(screen.getByRole("main"));
  expect(await main.findByText("Deleted")).toBeTruthy();
  expect(main.getByRole("link", { name: "Download manual.pdf" })).toBeTruthy();
  expect(main.getByRole("img", { name: "Signature of Maria Gonzales" })).toBeTruthy();
  expect(main.getByRole("img", { name: "Signature of Sam Whitfield" })).toBeTruthy();
  expect(main.getByRole("link", { name: "Audit log of this work order" }).getAttribute("href")).toBe(
    "/audit?kind=work-order&id=7",
  );
  expect(main.getAllByRole("button").map((button) => button.textContent || button.ariaLabel)).toEqual([
    "Show photo 1 of 1",
    "Verify",
  ]);
  await userEvent.click(main.getByRole("button", { name: "Show photo 1 of 1" }));
  expect(await screen.findByRole("dialog", { name: "Photo 1 of 1" })).toBeTruthy();
});

it("says so when there is no such deleted order", async () => {
  await open(admin, { "GET /api/work-orders/7/deleted": problem(404, "There is no such work order.") });
  expect(await screen.findByRole("heading", { name: "There is no such deleted work order" })).toBeTruthy();
});

it("is for administrators: others see Access Denied, and no request is sent", async () => {
  const { sent } = await open(landlord);
  await screen.findByText("Access Denied");
  expect(sent.filter(({ path }) => path.includes("/api/work-orders/7"))).toEqual([]);
});
