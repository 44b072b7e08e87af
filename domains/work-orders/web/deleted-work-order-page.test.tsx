import { screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { expect, it } from "vitest";
import { admin, problem, resetBrowser } from "#web/testing/open-page.tsx";
import {
  buildEntry,
  buildFile,
  buildImage,
  buildSignature,
  buildWorkOrder,
  openAs,
} from "./testing/work-orders.ts";

resetBrowser();

const nothing = Object.fromEntries(Object.keys(buildWorkOrder(7).can).map((what) => [what, false]));
const deleted = buildWorkOrder(7, {
  images: [buildImage(1)],
  files: [buildFile(3)],
  signatures: [buildSignature(), buildSignature({ id: 8, signedByName: "Sam Whitfield" })],
  can: { ...buildWorkOrder(7).can, ...nothing, moveTo: [], assign: "no" },
});
const open = (responses = {}) =>
  openAs(admin, "/audit/work-orders/7", {
    "GET /api/work-orders/7/deleted": deleted,
    "GET /api/work-orders/7/history": [buildEntry(1, { actionType: "deleted", message: "Deleted" })],
    ...responses,
  });

it("the deleted work order page shows the log, photos, files, and all signatures as read-only", async () => {
  await open();
  const heading = { level: 1, name: "Deleted work order #WO-0007" };
  expect(await screen.findByRole("heading", heading)).toBeTruthy();
  const main = within(screen.getByRole("main"));
  expect(await main.findByText("Deleted")).toBeTruthy();
  expect(main.getByRole("link", { name: "Download manual.pdf" })).toBeTruthy();
  expect(main.getByRole("img", { name: "Signature of Maria Gonzales" })).toBeTruthy();
  expect(main.getByRole("img", { name: "Signature of Sam Whitfield" })).toBeTruthy();
  expect(main.getByRole("link", { name: "Audit log for this work order" }).getAttribute("href")).toBe(
    "/audit?kind=work-order&id=7",
  );
  expect(main.getAllByRole("button").map((button) => button.textContent || button.ariaLabel)).toEqual([
    "Show photo 1 of 1",
    "Verify",
  ]);
  await userEvent.click(main.getByRole("button", { name: "Show photo 1 of 1" }));
  expect(await screen.findByRole("dialog", { name: "Photo 1 of 1" })).toBeTruthy();
});

it("the deleted work order page shows a message if the work order doesn't exist", async () => {
  await open({ "GET /api/work-orders/7/deleted": problem(404, "There is no such work order.") });
  expect(await screen.findByRole("heading", { name: "Deleted work order not found" })).toBeTruthy();
});
