import * as z from "zod/mini";
import { formatDay, formatPlanned, formatTime, formatVisit } from "#shared/format/dates.ts";
import { statusLabel } from "./status.ts";

/** The steps a technician can take: start or resume, pause, and complete the work. */
export const workSteps = ["start", "pause", "complete"] as const;
export type WorkStep = (typeof workSteps)[number];

/** The work order's status after each step. */
export const statusAfterStep = {
  start: "in_progress",
  pause: "in_progress",
  complete: "completed",
} as const satisfies Record<WorkStep, string>;

/** Reasons to pause work, in the order of the form. */
export const pauseReasons = ["part", "access", "tenant", "approval", "break"] as const;
export type PauseReason = (typeof pauseReasons)[number];

export const pauseReasonLabels = {
  part: "Part",
  access: "Access",
  tenant: "Tenant",
  approval: "Approval",
  break: "Break or other work",
} as const satisfies Record<PauseReason, string>;

const pauseReasonPhrases = {
  part: "waiting for a part",
  access: "waiting for access",
  tenant: "waiting for the tenant",
  approval: "waiting for approval",
  break: "to continue later",
} as const satisfies Record<PauseReason, string>;

/** Why work is on hold, since when, and until when. Both times are instants. */
export const pause = z.object({
  reason: z.enum(pauseReasons),
  /** Null if unknown. */
  until: z.nullable(z.string()),
  since: z.string(),
});
export type Pause = z.infer<typeof pause>;

/** Returns a phrase such as `waiting for a part until Tue, Dec 1, 9:00 AM`, in the property's time zone. */
export function describePause(
  { reason, until }: { reason: PauseReason; until: string | null },
  timeZone: string,
): string {
  if (until === null) return pauseReasonPhrases[reason];
  const end = formatPlanned(until, timeZone);
  return reason === "break" ? `to continue on ${end}` : `${pauseReasonPhrases[reason]} until ${end}`;
}

const personRef = z.object({ id: z.number(), fullName: z.string() });

/** A time entry on a work order. */
export const workTime = z.object({
  id: z.number(),
  user: personRef,
  startedAt: z.string(),
  /** Null while the timer is running. */
  endedAt: z.nullable(z.string()),
  /** When the server received the time entry's latest change. */
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
  /** Whether the step also assigns the work order to the technician. */
  assignsSelf: z.optional(z.boolean()),
});
export type RequestedWork = z.infer<typeof requestedWork>;

/** The conflicting field, who had changed it and when, and the work order's values. */
export const currentWork = z.object({
  field: z.enum(["status", "assignee", "pause"]),
  status: z.string(),
  assignee: z.nullable(z.string()),
  /** The team the work order is assigned to if it has no assignee. */
  team: z.optional(z.string()),
  pause: z.nullable(pause),
  by: z.nullable(z.string()),
  at: z.nullable(z.string()),
  /** The comment that came with the change, such as why the work order was cancelled. */
  reason: z.optional(z.string()),
});
export type CurrentWork = z.infer<typeof currentWork>;

/**
 * Two updates to one work order, made without knowing of each other. Both are saved until someone chooses
 * one.
 */
export const workConflict = z.object({
  id: z.number(),
  requested: requestedWork,
  current: currentWork,
  by: personRef,
  happenedAt: z.string(),
  /** The signature of a rejected completion. If the update is used, it becomes the work order's signature. */
  signature: z.nullable(z.object({ url: z.string(), signedByName: z.string() })),
  canResolve: z.boolean(),
  /** Whether the user can choose the late update. Technicians can't take over someone else's work order. */
  canUse: z.boolean(),
});
export type WorkConflict = z.infer<typeof workConflict>;

/** Returns a phrase that follows a person's name, such as `paused it, waiting for a part`. */
export function describeRequestedWork(
  { step, reason, until = null }: RequestedWork,
  timeZone: string,
): string {
  if (step === "pause" && reason !== undefined)
    return `paused it, ${describePause({ reason, until }, timeZone)}`;
  return step === "complete" ? "completed it" : "started it";
}

/** Returns a phrase that follows a person's name, such as `moved this to Cancelled`. */
function describeCurrentChange(
  { field, status, assignee, team, pause: currentPause }: CurrentWork,
  timeZone: string,
): string {
  if (field === "pause")
    return currentPause === null ? "paused this" : `paused this, ${describePause(currentPause, timeZone)},`;
  if (field === "status") return `moved this to ${statusLabel(status)}`;
  if (assignee !== null) return `assigned this to ${assignee}`;
  return team === undefined ? "unassigned this" : `assigned this to team ${team}`;
}

/** Returns who changed the work order. Rules and reminders have no name. */
const getAuthorName = ({ by }: CurrentWork) => by ?? "the portal";

/** Describes the value of a conflicting field that no one had changed since the report. */
const describeValue = ({ field, status, assignee }: CurrentWork): string =>
  field === "status" ? statusLabel(status) : assignee === null ? "unassigned" : `assigned to ${assignee}`;

/** The two sides of a conflict: the late update with its author and time, and the work order's values. */
export type ConflictSides = Pick<WorkConflict, "requested" | "current" | "happenedAt"> & { author: string };

/**
 * Describes both sides of a conflict in the property's time zone, the change on the server first: `Linda
 * Harcourt assigned this to Priya Nair on Tue, Dec 1, 1:03 PM. You had completed it at 1:00 PM.`
 */
export function describeConflict(
  { requested, current, author, happenedAt }: ConflictSides,
  timeZone: string,
): string {
  const requestedPhrase = `${describeRequestedWork(requested, timeZone)}${requested.step === "pause" ? "," : ""}`;
  const onDate = `on ${formatPlanned(happenedAt, timeZone)}`;
  if (current.at === null)
    return `This was ${describeValue(current)}. ${author} ${requestedPhrase} ${onDate}.`;
  const isSameDay = formatDay(current.at, timeZone) === formatDay(happenedAt, timeZone);
  const time = isSameDay ? `at ${formatTime(happenedAt, timeZone)}` : onDate;
  const otherAuthor = getAuthorName(current);
  const currentPhrase = describeCurrentChange(current, timeZone);
  return `${otherAuthor.charAt(0).toUpperCase()}${otherAuthor.slice(1)} ${currentPhrase} on ${formatPlanned(current.at, timeZone)}. ${author} ${
    Date.parse(happenedAt) < Date.parse(current.at)
      ? `had ${requestedPhrase} ${time}`
      : `${requestedPhrase} ${time}, without knowing`
  }.`;
}

/** Formats a time entry as `Tue, Dec 1, 9:00–11:00 AM`, or a running timer by its start. */
export const formatTimeSpan = (
  { startedAt, endedAt }: Pick<WorkTime, "startedAt" | "endedAt">,
  timeZone: string,
): string =>
  endedAt === null
    ? `since ${formatPlanned(startedAt, timeZone)}`
    : formatVisit({ from: startedAt, to: endedAt }, timeZone);
