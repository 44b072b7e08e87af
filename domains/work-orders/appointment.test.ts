import { expect, test } from "vitest";
import { type Appointment, describeVisit, validateVisit } from "./appointment.ts";

const now = new Date("2026-11-30T12:00:00Z");
const visit = (state: Appointment["state"], more: Partial<Appointment> = {}) => ({
  status: "scheduled",
  timeZone: "America/Los_Angeles",
  appointment: { from: "2026-12-01T17:00:00Z", to: "2026-12-01T19:00:00Z", state, note: null, ...more },
});
const time = "Tue, Dec 1, 9:00–11:00 AM";

test.each([
  ["awaiting_tenant", `Waiting for tenant: ${time}`, `Please confirm the visit: ${time}`],
  ["awaiting_staff", `Tenant proposed ${time}`, `You proposed ${time}`],
  ["confirmed", `Visit confirmed: ${time}`, `Visit confirmed: ${time}`],
] as const)(
  "describeVisit describes a visit that is %s, for staff and for the tenant",
  (state, forStaff, forTenant) => {
    expect(describeVisit(visit(state), "staff", now)).toBe(forStaff);
    expect(describeVisit(visit(state), "tenant", now)).toBe(forTenant);
  },
);

test("a visit counts as missed once its time passes without work starting, unless the work order is closed", () => {
  const later = new Date("2026-12-01T19:00:00Z");
  expect(describeVisit(visit("confirmed"), "staff", later)).toBe(`Visit missed: ${time}`);
  expect(describeVisit(visit("awaiting_tenant"), "tenant", later)).toBe(
    `Visit not confirmed in time: ${time}`,
  );
  expect(describeVisit({ ...visit("confirmed"), status: "in_progress" }, "staff", later)).toBe(
    `Visit confirmed: ${time}`,
  );
  expect(describeVisit({ ...visit("confirmed"), status: "completed" }, "staff", later)).toBeNull();
  expect(describeVisit({ ...visit("confirmed"), appointment: null }, "staff", later)).toBeNull();
});

test.each([
  ["from noon", "2026-12-01T20:00:00Z", "2026-12-01T23:30:00Z", "Tue, Dec 1, 12:00–3:30 PM"],
  ["across noon", "2026-12-01T17:00:00Z", "2026-12-01T21:00:00Z", "Tue, Dec 1, 9:00 AM–1:00 PM"],
  [
    "across midnight",
    "2026-12-02T06:00:00Z",
    "2026-12-02T09:00:00Z",
    "Tue, Dec 1, 10:00 PM–Wed, Dec 2, 1:00 AM",
  ],
  ["clocks go forward", "2026-03-08T09:00:00Z", "2026-03-08T11:00:00Z", "Sun, Mar 8, 1:00–4:00 AM"],
  ["clocks go back", "2026-11-01T08:00:00Z", "2026-11-01T11:00:00Z", "Sun, Nov 1, 1:00–3:00 AM"],
])("visit times use the property's time zone: %s", (_, from, to, words) => {
  expect(describeVisit(visit("confirmed", { from, to }), "staff", new Date("2026-01-01T00:00:00Z"))).toBe(
    `Visit confirmed: ${words}`,
  );
});

test.each([
  [
    "in the past",
    "2026-11-30T11:59:00Z",
    "2026-11-30T13:00:00Z",
    { from: "Please select a time in the future" },
  ],
  [
    "more than a year ahead",
    "2027-12-01T12:00:00Z",
    "2027-12-01T13:00:00Z",
    { from: "Please select a date within the next year" },
  ],
  [
    "backwards",
    "2026-12-01T12:00:00Z",
    "2026-12-01T11:00:00Z",
    { to: "The end time must be after the start time" },
  ],
  [
    "with zero length",
    "2026-12-01T12:00:00Z",
    "2026-12-01T12:00:00Z",
    { to: "The end time must be after the start time" },
  ],
  ["too long", "2026-12-01T12:00:00Z", "2026-12-02T00:01:00Z", { to: "Visits can be up to 12 hours long" }],
  ["now", "2026-11-30T12:00:00Z", "2026-12-01T00:00:00Z", undefined],
])("validateVisit checks a visit that is %s", (_, from, to, rejected) => {
  expect(validateVisit({ from, to }, now)).toEqual(rejected);
});
