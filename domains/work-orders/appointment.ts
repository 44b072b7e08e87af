import * as z from "zod/mini";
import { formatVisit } from "#shared/format/dates.ts";
import { instant, text } from "#shared/http/fields.ts";
import { unfinishedStatuses } from "./status.ts";

/** Who has to respond to the proposed visit, or `confirmed` once both sides have agreed. */
export const appointmentStates = ["awaiting_tenant", "awaiting_staff", "confirmed"] as const;
export type AppointmentState = (typeof appointmentStates)[number];

export const maxVisitHours = 12;
export const maxVisitDaysAhead = 365;

const visitTimeFields = {
  from: instant("Please select a start time"),
  to: instant("Please select an end time"),
};

export const visitProposal = z.object({
  ...visitTimeFields,
  note: z.optional(text(0, "", 1000)),
});

/** The visit as the user saw it, so that they can't accidentally confirm a later proposal. */
export const visitConfirmation = z.object(visitTimeFields);

export const appointment = z.object({
  from: z.string(),
  to: z.string(),
  state: z.enum(appointmentStates),
  note: z.nullable(z.string()),
});
export type Appointment = z.infer<typeof appointment>;

const hourMs = 3_600_000;

/**
 * Validates the time of a visit. Both ends are instants. Returns the error message by field, or undefined if
 * the time is valid.
 */
export function validateVisit(
  { from, to }: { from: string; to: string },
  now: Date,
): Partial<Record<"from" | "to", string>> | undefined {
  const start = Date.parse(from);
  const hours = (Date.parse(to) - start) / hourMs;
  if (start < now.getTime()) return { from: "Please select a time in the future" };
  if (start > now.getTime() + maxVisitDaysAhead * 24 * hourMs)
    return { from: "Please select a date within the next year" };
  if (hours <= 0) return { to: "The end time must be after the start time" };
  if (hours > maxVisitHours) return { to: `Visits can be up to ${maxVisitHours} hours long` };
  return undefined;
}

interface WorkOrderVisit {
  status: string;
  appointment: Appointment | null;
  /** The property's time zone. */
  timeZone: string;
}

/** Whether the confirmed visit has passed without anyone starting the work. */
export const isVisitMissed = ({ status, appointment: visit }: WorkOrderVisit, now: Date): boolean =>
  visit !== null &&
  visit.state === "confirmed" &&
  status !== "in_progress" &&
  unfinishedStatuses.includes(status) &&
  new Date(visit.to) <= now;

/** The visit and its status, worded for the tenant or for staff. Null if no visit is coming up. */
export function describeVisit(order: WorkOrderVisit, audience: "tenant" | "staff", now: Date): string | null {
  const { appointment: visit, status, timeZone } = order;
  if (visit === null || !unfinishedStatuses.includes(status)) return null;
  const time = formatVisit(visit, timeZone);
  if (isVisitMissed(order, now)) return `Visit missed: ${time}`;
  if (visit.state === "confirmed") return `Visit confirmed: ${time}`;
  if (new Date(visit.to) <= now) return `Visit not confirmed in time: ${time}`;
  const mustRespond = visit.state === (audience === "tenant" ? "awaiting_tenant" : "awaiting_staff");
  if (mustRespond)
    return audience === "tenant" ? `Please confirm the visit: ${time}` : `Tenant proposed ${time}`;
  return audience === "tenant" ? `You proposed ${time}` : `Waiting for tenant: ${time}`;
}
