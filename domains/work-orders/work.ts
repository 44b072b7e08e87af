import * as z from "zod/mini";
import { formatPlanned, formatVisit } from "#shared/format/dates.ts";
import { statusLabel } from "./status.ts";

/** What a technician does with an order: begins or goes on, rests, ends. */
export const workSteps = ["start", "pause", "complete"] as const;
export type WorkStep = (typeof workSteps)[number];

/** The status of an order after each step. */
export const statusAfter = {
  start: "in_progress",
  pause: "in_progress",
  complete: "completed",
} as const satisfies Record<WorkStep, string>;

/** Why work rests, in the order of the choices. */
export const pauseReasons = ["part", "access", "tenant", "approval"] as const;
export type PauseReason = (typeof pauseReasons)[number];

export const pauseReasonLabels = {
  part: "Part",
  access: "Access",
  tenant: "Tenant",
  approval: "Approval",
} as const satisfies Record<PauseReason, string>;

const awaited = {
  part: "a part",
  access: "access",
  tenant: "the tenant",
  approval: "approval",
} as const satisfies Record<PauseReason, string>;

/** Until when work rests, as instants. */
export const pause = z.object({
  reason: z.enum(pauseReasons),
  /** Null when nobody knows yet. */
  until: z.nullable(z.string()),
  since: z.string(),
});
export type Pause = z.infer<typeof pause>;

/** `waiting for a part until Tue, Dec 1, 9:00 AM`, in the zone of the building. */
export const waitingText = (
  { reason, until }: { reason: PauseReason; until: string | null },
  timeZone: string,
): string =>
  `waiting for ${awaited[reason]}${until === null ? "" : ` until ${formatPlanned(until, timeZone)}`}`;

const personRef = z.object({ id: z.number(), fullName: z.string() });

/** Time that somebody spent on an order. */
export const workTime = z.object({
  id: z.number(),
  user: personRef,
  startedAt: z.string(),
  /** Null while it runs. */
  endedAt: z.nullable(z.string()),
  note: z.nullable(z.string()),
  version: z.number(),
  mayCorrect: z.boolean(),
});
export type WorkTime = z.infer<typeof workTime>;

/** What was asked for without knowing what the order was by then. */
export const askedWork = z.object({
  did: z.enum(workSteps),
  reason: z.optional(z.enum(pauseReasons)),
  until: z.optional(z.nullable(z.string())),
  /** Whoever started it was to have it. */
  takes: z.optional(z.boolean()),
});
export type AskedWork = z.infer<typeof askedWork>;

/** What the order was by then, which of it was changed, and by whom. */
export const foundWork = z.object({
  what: z.enum(["status", "assignee", "pause"]),
  status: z.string(),
  assignee: z.nullable(z.string()),
  pause: z.nullable(pause),
  by: z.nullable(z.string()),
  at: z.nullable(z.string()),
});
export type FoundWork = z.infer<typeof foundWork>;

/** Two changes of one order, made without knowing of each other: both are kept until somebody chooses. */
export const clash = z.object({
  id: z.number(),
  asked: askedWork,
  found: foundWork,
  by: personRef,
  happenedAt: z.string(),
  mayResolve: z.boolean(),
  /** Whether the late change may be chosen. A technician does not take somebody else's order that way. */
  mayUse: z.boolean(),
});
export type Clash = z.infer<typeof clash>;

/** `completed it`, `paused it, waiting for a part`: what somebody did, after their name. */
export function askedText({ did, reason, until = null }: AskedWork, timeZone: string): string {
  if (did === "pause" && reason !== undefined)
    return `paused it, ${waitingText({ reason, until }, timeZone)}`;
  return did === "complete" ? "completed it" : "started it";
}

/** `it had been moved to Cancelled by Linda Harcourt on Tue, Dec 1, 1:00 PM`. */
export function foundText(
  { what, status, assignee, pause: rest, by, at }: FoundWork,
  timeZone: string,
): string {
  const changed = {
    status: `moved to ${statusLabel(status)}`,
    assignee: assignee === null ? "taken back" : `assigned to ${assignee}`,
    pause: rest === null ? "paused" : `paused, ${waitingText(rest, timeZone)},`,
  }[what];
  return `it had been ${changed}${by === null ? "" : ` by ${by}`}${at === null ? "" : ` on ${formatPlanned(at, timeZone)}`}`;
}

/** Both sides of a clash, in the zone of the building. */
export const clashInWords = (
  { asked, found, by, happenedAt }: Pick<Clash, "asked" | "found" | "by" | "happenedAt">,
  timeZone: string,
): string =>
  `On ${formatPlanned(happenedAt, timeZone)} ${by.fullName} ${askedText(asked, timeZone)}. By the time this arrived, ${foundText(found, timeZone)}.`;

/** `Tue, Dec 1, 9:00–11:00 AM`, or since when it runs. */
export const spanText = (
  { startedAt, endedAt }: Pick<WorkTime, "startedAt" | "endedAt">,
  timeZone: string,
): string =>
  endedAt === null
    ? `since ${formatPlanned(startedAt, timeZone)}`
    : formatVisit({ from: startedAt, to: endedAt }, timeZone);
