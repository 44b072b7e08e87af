import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { expect, it } from "vitest";
import { cleanBrowser, conflict, problem, type Sent, tenant } from "#web/testing/open-page.tsx";
import type { Appointment } from "../appointment.ts";
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

const visit: Appointment = {
  from: "2099-12-01T17:00:00.000Z",
  to: "2099-12-01T19:00:00.000Z",
  state: "tenant_asked",
  note: "We need the kitchen.",
};
const path = "/api/work-orders/7/appointment";
const open = (user: typeof tenant, order: ReturnType<typeof orderOf>, more = {}) =>
  openAs(user, "/work-orders/7", {
    "GET /api/work-orders/7": order,
    "GET /api/work-orders/7/history": [],
    ...more,
  });
const panel = async () => within(await screen.findByRole("region", { name: "Visit" }));
const type = async (label: string, value: string) =>
  fireEvent.change(await screen.findByLabelText(label), { target: { value } });
const press = async (name: string) => userEvent.click(await screen.findByRole("button", { name }));
const { may } = orderOf(7);

it("a tenant reads what is proposed, with its note, and agrees to exactly that", async () => {
  const asked = orderOf(7, { appointment: visit, may: { ...may, agreeToVisit: true } });
  const agreed = { ...asked, version: 2, appointment: { ...visit, state: "agreed" as const }, may };
  const { sent } = await open(tenant, asked, { [`POST ${path}/agreement`]: agreed });
  expect((await panel()).getByText("Please answer: visit Tue, Dec 1, 9:00–11:00 AM")).toBeTruthy();
  expect((await panel()).getByText("We need the kitchen.")).toBeTruthy();
  await press("Agree to this time");
  expect(await screen.findByText("Visit agreed: Tue, Dec 1, 9:00–11:00 AM")).toBeTruthy();
  expect(calls(sent, `POST ${path}/agreement`)[0]?.body).toEqual({ from: visit.from, to: visit.to });
});

it("agreeing to a time that was changed meanwhile shows the new one", async () => {
  const asked = orderOf(7, { appointment: visit, may: { ...may, agreeToVisit: true } });
  const moved = { ...visit, from: "2099-12-02T17:00:00Z", to: "2099-12-02T19:00:00Z" };
  await open(tenant, asked, {
    [`POST ${path}/agreement`]: conflict("Another time was proposed in the meantime.", {
      ...asked,
      version: 2,
      appointment: moved,
    }),
  });
  await press("Agree to this time");
  expect(await screen.findByText("Please answer: visit Wed, Dec 2, 9:00–11:00 AM")).toBeTruthy();
  await expectToast("Error", "Another time was proposed in the meantime.", "destructive");
});

it("another time is proposed on the clocks of the building; what is refused stands at its field", async () => {
  let isRefused = true;
  const { sent } = await open(tenant, orderOf(7, { appointment: visit }), {
    [`PUT ${path}`]: ({ body }: Sent) =>
      isRefused
        ? problem(400, "No.", { to: "The visit must end after it begins" })()
        : orderOf(7, { appointment: { ...(body as Appointment), note: null, state: "staff_asked" } }),
  });
  await press("Propose another time");
  await type("Day", "2099-12-03");
  await type("From", "14:00");
  await type("To", "13:00");
  await press("Propose visit");
  expect(await screen.findByText("The visit must end after it begins")).toBeTruthy();
  isRefused = false;
  await type("To", "16:00");
  await press("Propose visit");
  expect(await screen.findByText("You proposed Thu, Dec 3, 2:00–4:00 PM")).toBeTruthy();
  expect(calls(sent, `PUT ${path}`).at(-1)?.body).toMatchObject({
    from: "2099-12-03T22:00:00.000Z",
    to: "2099-12-04T00:00:00.000Z",
  });
});

it("whoever moves an order to Scheduled is asked for the time afterwards, and may skip it", async () => {
  const moved = orderOf(7, { status: "scheduled", version: 2 });
  const { sent } = await open(landlord, orderOf(7), { "PATCH /api/work-orders/7/status": moved });
  await press("Change status");
  await userEvent.click(await screen.findByRole("menuitem", { name: "Scheduled" }));
  const dialog = await screen.findByRole("dialog", { name: "When is the visit for #WO-0007?" });
  await userEvent.click(within(dialog).getByRole("button", { name: "Skip" }));
  await waitFor(() => expect(screen.queryByRole("dialog", { name: /^When is/ })).toBeNull());
  expect(calls(sent, "PATCH /api/work-orders/7/status")[0]?.body).toEqual({ status: "scheduled" });
  expect(calls(sent, `PUT ${path}`)).toEqual([]);
});

it("an order that has a visit already is moved to Scheduled without a question", async () => {
  const moved = orderOf(7, { status: "scheduled", version: 2, appointment: visit });
  await open(landlord, orderOf(7, { appointment: visit }), { "PATCH /api/work-orders/7/status": moved });
  await press("Change status");
  await userEvent.click(await screen.findByRole("menuitem", { name: "Scheduled" }));
  await expectToast("Status Updated", "Work order status has been updated successfully.");
  expect(screen.queryByRole("dialog", { name: /^When is/ })).toBeNull();
});

it("staff call a visit off", async () => {
  const { sent } = await open(
    landlord,
    orderOf(7, { appointment: visit, may: { ...may, callOffVisit: true } }),
    {
      [`DELETE ${path}`]: orderOf(7, { version: 2 }),
    },
  );
  await press("Call off");
  expect(await screen.findByText("No visit is arranged.")).toBeTruthy();
  expect(calls(sent, `DELETE ${path}`)).toHaveLength(1);
});

it("a missed visit says so on the card of the board", async () => {
  const past = {
    ...visit,
    state: "agreed" as const,
    from: "2025-01-06T17:00:00Z",
    to: "2025-01-06T19:00:00Z",
  };
  await openAs(landlord, "/work-orders?view=board", {
    "GET /api/work-orders": listOf(() => [rowOf(7, { status: "scheduled", appointment: past })]),
  });
  const card = within(await screen.findByRole("article", { name: "#WO-0007 Fault number 7" }));
  expect(card.getByText("Visit missed: Mon, Jan 6, 9:00–11:00 AM")).toBeTruthy();
});
