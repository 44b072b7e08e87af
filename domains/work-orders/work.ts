import * as z from "zod/mini";
import { formatDay, formatPlanned, formatTime, formatVisit } from "#shared/format/dates.ts";
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

/** Why and until when work is on hold, as instants. */
export const pause = z.object({
  reason: z.enum(pauseReasons),
  /** Null if unknown. */
  until: z.nullable(z.string()),
  since: z.string(),
});
export type Pause = z.infer<typeof pause>;

/**
 * `waiting for a part until Tue, Dec 1, 9:00 AM` or `to continue on Tue, Dec 1, 9:00 AM`, in the property's time
 * zone.
 */
export function pauseText(
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
  /** The team the work order is assigned to if it has no assignee. */
  team: z.optional(z.string()),
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
  /** The signature that came with a rejected completion. It belongs to the work order if the update is used. */
  signature: z.nullable(z.object({ url: z.string(), signedByName: z.string() })),
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

type CurrentWorkWords = { timeZone: string; object: "it" | "this" };

/** `moved it to Cancelled`: what someone else did, to follow their name. */
function changedText(
  { field, status, assignee, team, pause: currentPause }: CurrentWork,
  { timeZone, object }: CurrentWorkWords,
): string {
  if (field === "pause")
    return currentPause === null
      ? `paused ${object}`
      : `paused ${object}, ${pauseText(currentPause, timeZone)},`;
  if (field === "status") return `moved ${object} to ${statusLabel(status)}`;
  if (assignee !== null) return `assigned ${object} to ${assignee}`;
  return team === undefined ? `unassigned ${object}` : `assigned ${object} to team ${team}`;
}

/** Someone who changed a work order. Rules and reminders have no name. */
const nameAuthor = ({ by }: CurrentWork) => by ?? "the portal";

/** `Linda Harcourt had moved it to Cancelled on Tue, Dec 1, 1:00 PM`. */
export const currentText = (current: CurrentWork, timeZone: string): string =>
  current.at === null
    ? `it was ${currentState(current)}`
    : `${nameAuthor(current)} had ${changedText(current, { timeZone, object: "it" })} on ${formatPlanned(current.at, timeZone)}`;

/** What a field has been since the report. */
const currentState = ({ field, status, assignee }: CurrentWork): string =>
  field === "status" ? statusLabel(status) : assignee === null ? "unassigned" : `assigned to ${assignee}`;

/**
 * Describes both sides of a conflict in the property's time zone, the change on the server first: `Linda Harcourt
 * assigned this to Priya Nair on Tue, Dec 1, 1:03 PM. You had completed it at 1:00 PM.`
 */
export function describeConflict(
  { requested, current, by, happenedAt }: Pick<WorkConflict, "requested" | "current" | "by" | "happenedAt">,
  { timeZone, viewerId }: { timeZone: string; viewerId: number },
): string {
  const author = by.id === viewerId ? "You" : by.fullName;
  const words = `${requestedText(requested, timeZone)}${requested.step === "pause" ? "," : ""}`;
  const on = `on ${formatPlanned(happenedAt, timeZone)}`;
  if (current.at === null) return `This was ${currentState(current)}. ${author} ${words} ${on}.`;
  const isSameDay = formatDay(current.at, timeZone) === formatDay(happenedAt, timeZone);
  const time = isSameDay ? `at ${formatTime(happenedAt, timeZone)}` : on;
  const name = nameAuthor(current);
  const changed = changedText(current, { timeZone, object: "this" });
  return `${name.charAt(0).toUpperCase()}${name.slice(1)} ${changed} on ${formatPlanned(current.at, timeZone)}. ${author} ${
    Date.parse(happenedAt) < Date.parse(current.at)
      ? `had ${words} ${time}`
      : `${words} ${time}, without knowing`
  }.`;
}

/** `Tue, Dec 1, 9:00–11:00 AM`, or the start of a running timer. */
export const spanText = (
  { startedAt, endedAt }: Pick<WorkTime, "startedAt" | "endedAt">,
  timeZone: string,
): string =>
  endedAt === null
    ? `since ${formatPlanned(startedAt, timeZone)}`
    : formatVisit({ from: startedAt, to: endedAt }, timeZone);
