import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { expect, it } from "vitest";
import { conflict, problem, resetBrowser, type SentRequest, tenant } from "#web/testing/open-page.tsx";
import type { Appointment } from "../../appointment.ts";
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
import { suggestVisit } from "./visit-dialog.tsx";

resetBrowser();
fakeCanvas();

const visit: Appointment = {
  from: "2099-12-01T17:00:00.000Z",
  to: "2099-12-01T19:00:00.000Z",
  state: "awaiting_tenant",
  note: "We need the kitchen.",
};
const path = "/api/work-orders/7/appointment";
const open = (user: typeof tenant, order: ReturnType<typeof buildWorkOrder>, otherResponses = {}) =>
  openAs(user, "/work-orders/7", {
    "GET /api/work-orders/7": order,
    "GET /api/work-orders/7/history": [],
    ...otherResponses,
  });
const panel = async () => within(await screen.findByRole("region", { name: "Visit" }));
const type = async (label: string, value: string) =>
  fireEvent.change(await screen.findByLabelText(label), { target: { value } });
const press = async (name: string) => userEvent.click(await screen.findByRole("button", { name }));
const { can } = buildWorkOrder(7);

it("a tenant sees a proposed visit with its note and confirms exactly that time", async () => {
  const proposed = buildWorkOrder(7, { appointment: visit, can: { ...can, confirmVisit: true } });
  const agreed = { ...proposed, version: 2, appointment: { ...visit, state: "confirmed" as const }, can };
  const { sent } = await open(tenant, proposed, { [`POST ${path}/agreement`]: agreed });
  expect((await panel()).getByText("Please confirm the visit: Tue, Dec 1, 9:00–11:00 AM PT")).toBeTruthy();
  expect((await panel()).getByText("We need the kitchen.")).toBeTruthy();
  await press("Confirm this time");
  expect(await screen.findByText("Visit confirmed: Tue, Dec 1, 9:00–11:00 AM PT")).toBeTruthy();
  expect(findCalls(sent, `POST ${path}/agreement`)[0]?.body).toEqual({ from: visit.from, to: visit.to });
});

it("if a visit has changed since it was shown, confirming it shows the new time", async () => {
  const proposed = buildWorkOrder(7, { appointment: visit, can: { ...can, confirmVisit: true } });
  const moved = { ...visit, from: "2099-12-02T17:00:00Z", to: "2099-12-02T19:00:00Z" };
  await open(tenant, proposed, {
    [`POST ${path}/agreement`]: conflict("A new time has since been proposed.", {
      ...proposed,
      version: 2,
      appointment: moved,
    }),
  });
  await press("Confirm this time");
  expect(await screen.findByText("Please confirm the visit: Wed, Dec 2, 9:00–11:00 AM PT")).toBeTruthy();
  await expectToast("Error", "A new time has since been proposed.", "destructive");
});

it("users propose another visit time in the property's time zone, and errors appear on the fields", async () => {
  let isRefused = true;
  const { sent } = await open(tenant, buildWorkOrder(7, { appointment: visit }), {
    [`PUT ${path}`]: ({ body }: SentRequest) =>
      isRefused
        ? problem(400, "No.", { to: "The end time must be after the start time" })()
        : buildWorkOrder(7, {
            appointment: { ...(body as Appointment), note: null, state: "awaiting_staff" },
          }),
  });
  await press("Propose another time");
  await type("Date", "2099-12-03");
  await type("From", "14:00");
  await type("To", "13:00");
  await press("Propose visit");
  expect(await screen.findByText("The end time must be after the start time")).toBeTruthy();
  isRefused = false;
  await type("To", "16:00");
  await press("Propose visit");
  expect(await screen.findByText("You proposed Thu, Dec 3, 2:00–4:00 PM PT")).toBeTruthy();
  expect(findCalls(sent, `PUT ${path}`).at(-1)?.body).toMatchObject({
    from: "2099-12-03T22:00:00.000Z",
    to: "2099-12-04T00:00:00.000Z",
  });
});

it("a visit that ends before it starts is rejected instead of ending on the next day", async () => {
  const { sent } = await open(landlord, buildWorkOrder(7));
  await press("Propose a visit");
  await type("Date", "2099-12-03");
  await type("From", "14:00");
  await type("To", "13:00");
  const message = "The end time must be after the start time";
  expect(await screen.findByText(message)).toBeTruthy();
  await press("Propose visit");
  await waitFor(() => expect(screen.getByLabelText("To").getAttribute("aria-invalid")).toBe("true"));
  expect(screen.getAllByText(message)).toHaveLength(1);
  expect(findCalls(sent, `PUT ${path}`)).toEqual([]);
});

it.each([
  ["8:59 AM, today", "2026-12-01T16:59:00Z", "2026-12-01"],
  ["9 AM, tomorrow", "2026-12-01T17:00:00Z", "2026-12-02"],
])("a new visit starts with the property's next morning: at %s", (_, now, day) => {
  expect(suggestVisit("America/Los_Angeles", new Date(now))).toEqual({ day, from: "09:00", to: "11:00" });
});

it("like time entries, a visit can end after midnight, and the property's time zone is named", async () => {
  const { sent } = await open(landlord, buildWorkOrder(7), {
    [`PUT ${path}`]: ({ body }: SentRequest) =>
      buildWorkOrder(7, {
        appointment: { ...(body as Appointment), note: null, state: "awaiting_tenant" },
      }),
  });
  await press("Propose a visit");
  await type("Date", "2099-12-03");
  await type("From", "22:00");
  await type("To", "01:30");
  expect(await screen.findByText("3 h 30 min, ending the next day")).toBeTruthy();
  expect(screen.getByText("Times are in the property's time zone, Pacific Time.")).toBeTruthy();
  await press("Propose visit");
  expect(await screen.findByText(/Thu, Dec 3, 10:00 PM–Fri, Dec 4, 1:30 AM/)).toBeTruthy();
  expect(findCalls(sent, `PUT ${path}`)[0]?.body).toMatchObject({
    from: "2099-12-04T06:00:00.000Z",
    to: "2099-12-04T09:30:00.000Z",
  });
});

it("moving a work order to Scheduled asks for a visit time, which the user can skip", async () => {
  const moved = buildWorkOrder(7, { status: "scheduled", version: 2 });
  const { sent } = await open(landlord, buildWorkOrder(7), { "PATCH /api/work-orders/7/status": moved });
  await press("Change status");
  await userEvent.click(await screen.findByRole("menuitem", { name: "Scheduled" }));
  const dialog = await screen.findByRole("dialog", { name: "When should the visit for #WO-0007 be?" });
  await userEvent.click(within(dialog).getByRole("button", { name: "Skip" }));
  await waitFor(() => expect(screen.queryByRole("dialog", { name: /^When should/ })).toBeNull());
  expect(findCalls(sent, "PATCH /api/work-orders/7/status")[0]?.body).toEqual({ status: "scheduled" });
  expect(findCalls(sent, `PUT ${path}`)).toEqual([]);
});

it("a work order with a visit moves to Scheduled without asking for a time", async () => {
  const moved = buildWorkOrder(7, { status: "scheduled", version: 2, appointment: visit });
  await open(landlord, buildWorkOrder(7, { appointment: visit }), {
    "PATCH /api/work-orders/7/status": moved,
  });
  await press("Change status");
  await userEvent.click(await screen.findByRole("menuitem", { name: "Scheduled" }));
  await expectToast("Status Updated", "Work order status has been updated successfully.");
  expect(screen.queryByRole("dialog", { name: /^When should/ })).toBeNull();
});

it("staff can cancel a visit", async () => {
  const { sent } = await open(
    landlord,
    buildWorkOrder(7, { appointment: visit, can: { ...can, cancelVisit: true } }),
    {
      [`DELETE ${path}`]: buildWorkOrder(7, { version: 2 }),
    },
  );
  await press("Cancel visit");
  expect(await screen.findByText("No visit scheduled.")).toBeTruthy();
  expect(findCalls(sent, `DELETE ${path}`)).toHaveLength(1);
});

it("a missed visit is marked on its board card", async () => {
  const past = {
    ...visit,
    state: "confirmed" as const,
    from: "2025-01-06T17:00:00Z",
    to: "2025-01-06T19:00:00Z",
  };
  await openAs(landlord, "/work-orders?view=board", {
    "GET /api/work-orders": serveList(() => [buildRow(7, { status: "scheduled", appointment: past })]),
  });
  const card = within(await screen.findByRole("article", { name: "#WO-0007 Problem 7" }));
  expect(card.getByText("Visit missed: Mon, Jan 6, 9:00–11:00 AM PT")).toBeTruthy();
});
