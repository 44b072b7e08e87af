import * as z from "zod/mini";
import { formatPlanned, formatVisit } from "#shared/format/dates.ts";
import { statusLabel } from "./status.ts";

/** What a technician can do: start or resume, pause, and complete the work. */
export const workSteps = ["start", "pause", "complete"] as const;
export type WorkStep = (typeof workSteps)[number];

/** The work order's status after each step. */
export const statusAfterStep = {
  start: "in_progress",
  pause: "in_progress",
  complete: "completed",
} as const satisfies Record<WorkStep, string>;

/** Reasons to pause work, in the order of the form. */
export const pauseReasons = ["part", "access", "tenant", "approval"] as const;
export type PauseReason = (typeof pauseReasons)[number];

export const pauseReasonLabels = {
  part: "Part",
  access: "Access",
  tenant: "Tenant",
  approval: "Approval",
} as const satisfies Record<PauseReason, string>;

const pauseReasonPhrases = {
  part: "a part",
  access: "access",
  tenant: "the tenant",
  approval: "approval",
} as const satisfies Record<PauseReason, string>;

/** Why and until when work is on hold, as instants. */
export const pause = z.object({
  reason: z.enum(pauseReasons),
  /** Null if unknown. */
  until: z.nullable(z.string()),
  since: z.string(),
});
export type Pause = z.infer<typeof pause>;

/** `waiting for a part until Tue, Dec 1, 9:00 AM`, in the property's time zone. */
export const pauseText = (
  { reason, until }: { reason: PauseReason; until: string | null },
  timeZone: string,
): string =>
  `waiting for ${pauseReasonPhrases[reason]}${until === null ? "" : ` until ${formatPlanned(until, timeZone)}`}`;

const personRef = z.object({ id: z.number(), fullName: z.string() });

/** A time entry on a work order. */
export const workTime = z.object({
  id: z.number(),
  user: personRef,
  startedAt: z.string(),
  /** Null while the timer is running. */
  endedAt: z.nullable(z.string()),
  /** When the server received its latest change. */
  recordedAt: z.string(),
  note: z.nullable(z.string()),
  version: z.number(),
  canEdit: z.boolean(),
});
export type WorkTime = z.infer<typeof workTime>;

/** The update a device requested without knowing the work order's current state. */
export const requestedWork = z.object({
  step: z.enum(workSteps),
  reason: z.optional(z.enum(pauseReasons)),
  until: z.optional(z.nullable(z.string())),
  /** Whether the technician who started the work also takes it over. */
  assignsSelf: z.optional(z.boolean()),
});
export type RequestedWork = z.infer<typeof requestedWork>;

/** The conflicting field, the work order's values at that time, and the person who had changed it. */
export const currentWork = z.object({
  field: z.enum(["status", "assignee", "pause"]),
  status: z.string(),
  assignee: z.nullable(z.string()),
  pause: z.nullable(pause),
  by: z.nullable(z.string()),
  at: z.nullable(z.string()),
});
export type CurrentWork = z.infer<typeof currentWork>;

/**
 * Two updates of one work order, made without knowing of each other. Both are saved until someone chooses
 * one.
 */
export const workConflict = z.object({
  id: z.number(),
  requested: requestedWork,
  current: currentWork,
  by: personRef,
  happenedAt: z.string(),
  canResolve: z.boolean(),
  /** Whether the late update can be chosen. Technicians can't take over someone else's work order this way. */
  canUse: z.boolean(),
});
export type WorkConflict = z.infer<typeof workConflict>;

/** `completed it`, `paused it, waiting for a part`: what a person did, to follow their name. */
export function requestedText({ step, reason, until = null }: RequestedWork, timeZone: string): string {
  if (step === "pause" && reason !== undefined) return `paused it, ${pauseText({ reason, until }, timeZone)}`;
  return step === "complete" ? "completed it" : "started it";
}

/** `it had been moved to Cancelled by Linda Harcourt on Tue, Dec 1, 1:00 PM`. */
export function currentText(
  { field, status, assignee, pause: currentPause, by, at }: CurrentWork,
  timeZone: string,
): string {
  const changed = {
    status: `moved to ${statusLabel(status)}`,
    assignee: assignee === null ? "unassigned" : `assigned to ${assignee}`,
    pause: currentPause === null ? "paused" : `paused, ${pauseText(currentPause, timeZone)},`,
  }[field];
  return `it had been ${changed}${by === null ? "" : ` by ${by}`}${at === null ? "" : ` on ${formatPlanned(at, timeZone)}`}`;
}

/** Describes both sides of a conflict, in the property's time zone. */
export const describeConflict = (
  { requested, current, by, happenedAt }: Pick<WorkConflict, "requested" | "current" | "by" | "happenedAt">,
  timeZone: string,
): string =>
  `On ${formatPlanned(happenedAt, timeZone)} ${by.fullName} ${requestedText(requested, timeZone)}. By the time this arrived, ${currentText(current, timeZone)}.`;

/** `Tue, Dec 1, 9:00–11:00 AM`, or the start of a running timer. */
export const spanText = (
  { startedAt, endedAt }: Pick<WorkTime, "startedAt" | "endedAt">,
  timeZone: string,
): string =>
  endedAt === null
    ? `since ${formatPlanned(startedAt, timeZone)}`
    : formatVisit({ from: startedAt, to: endedAt }, timeZone);
