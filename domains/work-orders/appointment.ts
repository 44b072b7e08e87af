import * as z from "zod/mini";
import { formatVisit } from "#shared/format/dates.ts";
import { instant, text } from "#shared/http/fields.ts";
import { unfinishedStatuses } from "./status.ts";

/** Who has to answer the proposal of a visit, or that both sides agree. */
export const appointmentStates = ["tenant_asked", "staff_asked", "agreed"] as const;
export type AppointmentState = (typeof appointmentStates)[number];

export const visitHoursMax = 12;
export const visitDaysAhead = 365;

const window = {
  from: instant("Please choose when the visit begins"),
  to: instant("Please choose when the visit ends"),
};

/** A visit as it is proposed. */
export const proposal = z.object({
  ...window,
  note: z.optional(text(0, "", 1000)),
});

/** The visit that somebody agrees to: as they saw it, so that they do not agree to another one. */
export const agreement = z.object(window);

export const appointment = z.object({
  from: z.string(),
  to: z.string(),
  state: z.enum(appointmentStates),
  note: z.nullable(z.string()),
});
export type Appointment = z.infer<typeof appointment>;

const hourMs = 3_600_000;

/** Why there can be no visit at that time, by the field at fault; undefined when there can. Both are instants. */
export function refusedWindow(
  { from, to }: { from: string; to: string },
  now: Date,
): Partial<Record<"from" | "to", string>> | undefined {
  const begin = Date.parse(from);
  const hours = (Date.parse(to) - begin) / hourMs;
  if (begin < now.getTime()) return { from: "Please choose a time that is still to come" };
  if (begin > now.getTime() + visitDaysAhead * 24 * hourMs)
    return { from: "Please choose a day within a year" };
  if (hours <= 0) return { to: "The visit must end after it begins" };
  if (hours > visitHoursMax) return { to: `A visit takes at most ${visitHoursMax} hours` };
  return undefined;
}

interface Visited {
  status: string;
  appointment: Appointment | null;
  /** The zone of its building. */
  timeZone: string;
}

/** Whether the agreed time of a visit has passed and nobody has begun the work. */
export const isMissed = ({ status, appointment: visit }: Visited, now: Date): boolean =>
  visit !== null &&
  visit.state === "agreed" &&
  status !== "in_progress" &&
  unfinishedStatuses.includes(status) &&
  new Date(visit.to) <= now;

/** The visit and how far it is arranged, for the tenant or for staff; null when none is to come. */
export function visitText(order: Visited, reader: "tenant" | "staff", now: Date): string | null {
  const { appointment: visit, status, timeZone } = order;
  if (visit === null || !unfinishedStatuses.includes(status)) return null;
  const time = formatVisit(visit, timeZone);
  if (isMissed(order, now)) return `Visit missed: ${time}`;
  if (visit.state === "agreed") return `Visit agreed: ${time}`;
  if (new Date(visit.to) <= now) return `Visit not agreed in time: ${time}`;
  const isAsked = visit.state === (reader === "tenant" ? "tenant_asked" : "staff_asked");
  if (isAsked) return reader === "tenant" ? `Please answer: visit ${time}` : `Tenant proposed ${time}`;
  return reader === "tenant" ? `You proposed ${time}` : `Waiting for the tenant: ${time}`;
}
