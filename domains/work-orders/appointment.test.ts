import { expect, test } from "vitest";
import { type Appointment, refusedWindow, visitText } from "./appointment.ts";

const now = new Date("2026-11-30T12:00:00Z");
const visit = (state: Appointment["state"], more: Partial<Appointment> = {}) => ({
  status: "scheduled",
  timeZone: "America/Los_Angeles",
  appointment: { from: "2026-12-01T17:00:00Z", to: "2026-12-01T19:00:00Z", state, note: null, ...more },
});
const time = "Tue, Dec 1, 9:00–11:00 AM";

test.each([
  ["tenant_asked", `Waiting for the tenant: ${time}`, `Please answer: visit ${time}`],
  ["staff_asked", `Tenant proposed ${time}`, `You proposed ${time}`],
  ["agreed", `Visit agreed: ${time}`, `Visit agreed: ${time}`],
] as const)("a visit that is %s, for staff and for the tenant", (state, forStaff, forTenant) => {
  expect(visitText(visit(state), "staff", now)).toBe(forStaff);
  expect(visitText(visit(state), "tenant", now)).toBe(forTenant);
});

test("a visit is missed once its time has passed and nobody has begun, and is none of a finished order", () => {
  const later = new Date("2026-12-01T19:00:00Z");
  expect(visitText(visit("agreed"), "staff", later)).toBe(`Visit missed: ${time}`);
  expect(visitText(visit("tenant_asked"), "tenant", later)).toBe(`Visit not agreed in time: ${time}`);
  expect(visitText({ ...visit("agreed"), status: "in_progress" }, "staff", later)).toBe(
    `Visit agreed: ${time}`,
  );
  expect(visitText({ ...visit("agreed"), status: "completed" }, "staff", later)).toBeNull();
  expect(visitText({ ...visit("agreed"), appointment: null }, "staff", later)).toBeNull();
});

test.each([
  ["from noon on", "2026-12-01T20:00:00Z", "2026-12-01T23:30:00Z", "Tue, Dec 1, 12:00–3:30 PM"],
  ["over noon", "2026-12-01T17:00:00Z", "2026-12-01T21:00:00Z", "Tue, Dec 1, 9:00 AM–1:00 PM"],
  [
    "over midnight",
    "2026-12-02T06:00:00Z",
    "2026-12-02T09:00:00Z",
    "Tue, Dec 1, 10:00 PM–Wed, Dec 2, 1:00 AM",
  ],
  ["clocks go forward", "2026-03-08T09:00:00Z", "2026-03-08T11:00:00Z", "Sun, Mar 8, 1:00–4:00 AM"],
  ["clocks go back", "2026-11-01T08:00:00Z", "2026-11-01T11:00:00Z", "Sun, Nov 1, 1:00–3:00 AM"],
])("a visit is shown on the clocks of its building: %s", (_, from, to, words) => {
  expect(visitText(visit("agreed", { from, to }), "staff", new Date("2026-01-01T00:00:00Z"))).toBe(
    `Visit agreed: ${words}`,
  );
});

test.each([
  [
    "in the past",
    "2026-11-30T11:59:00Z",
    "2026-11-30T13:00:00Z",
    { from: "Please choose a time that is still to come" },
  ],
  [
    "beyond a year",
    "2027-12-01T12:00:00Z",
    "2027-12-01T13:00:00Z",
    { from: "Please choose a day within a year" },
  ],
  ["backwards", "2026-12-01T12:00:00Z", "2026-12-01T11:00:00Z", { to: "The visit must end after it begins" }],
  [
    "of no length",
    "2026-12-01T12:00:00Z",
    "2026-12-01T12:00:00Z",
    { to: "The visit must end after it begins" },
  ],
  ["too long", "2026-12-01T12:00:00Z", "2026-12-02T00:01:00Z", { to: "A visit takes at most 12 hours" }],
  ["now", "2026-11-30T12:00:00Z", "2026-12-01T00:00:00Z", undefined],
])("a visit that is proposed %s", (_, from, to, refused) => {
  expect(refusedWindow({ from, to }, now)).toEqual(refused);
});
