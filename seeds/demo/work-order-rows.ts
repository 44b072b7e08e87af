import type { ActivityContent } from "#domains/work-orders/activity-text.ts";
import type { Appointment } from "#domains/work-orders/appointment.ts";
import { contentHash, contentHashVersion } from "#domains/work-orders/server/signatures/content-hash.ts";
import type { Status } from "#domains/work-orders/status.ts";
import type { CurrentWork, PauseReason, RequestedWork } from "#domains/work-orders/work.ts";
import { findPerson } from "./people.ts";
import type { DemoPerson } from "./person.ts";
import { leases, units } from "./properties-and-leases.ts";
import type { DemoWorkOrder, Step, WorkOrderFields } from "./story.ts";
import {
  firstOfMonth,
  hoursAfter,
  hoursBefore,
  instantAgo,
  instantIn,
  lastOfMonth,
  workdayIn,
} from "./time.ts";

export type Entry = ActivityContent & {
  at: Date;
  /** When it happened, if that was before it arrived. */
  happenedAt?: Date;
  by: DemoPerson;
  internal: boolean;
};

/** A conflict that hasn't been resolved. */
export interface OpenConflict {
  at: Date;
  happenedAt: Date;
  by: DemoPerson;
  requested: RequestedWork;
  current: CurrentWork;
  currentById: number | null;
}

export interface Signing {
  at: Date;
  by: DemoPerson;
  name: string;
  contentHash: Buffer;
}

/** `endedAt` is null while the timer is running. */
export interface TimeEntry {
  by: DemoPerson;
  startedAt: Date;
  endedAt: Date | null;
  note: string | null;
}

/** A work order's file before it's stored. */
export type Attachment = Pick<Extract<Step, { action: "attach" }>, "name" | "write" | "internal"> & {
  at: Date;
  by: DemoPerson;
};

/** A work order after its story, with its activity, files, and signatures. */
export interface WorkOrderRows {
  id: number;
  fields: WorkOrderFields;
  propertyId: number;
  unitId: number | null;
  leaseId: number | null;
  createdBy: DemoPerson;
  createdAt: Date;
  status: Status;
  assignee: DemoPerson | null;
  dueAt: Date | null;
  plannedOn: string | null;
  estimateMinutes: number | null;
  appointment: (Appointment & { arrangedById: number }) | null;
  pause: { reason: PauseReason; until: Date | null; since: Date } | null;
  completedAt: Date | null;
  conflict: OpenConflict | null;
  contentHash: Buffer;
  version: number;
  updatedAt: Date;
  /** Without the entries for files, which need the files' hashes. */
  entries: Entry[];
  files: Attachment[];
  signings: Signing[];
  times: TimeEntry[];
}

/** Plays one work order's story and returns the rows the work order use cases would write. */
export function buildWorkOrderRows(
  order: DemoWorkOrder,
  id: number,
  photos: readonly Buffer[],
  now: Date,
): WorkOrderRows {
  const { title, description, category, location, priority } = order;
  const createdAt = instantAgo(now, order.ago);
  const createdBy = findPerson(order.who);
  const fields: WorkOrderFields = { title, description, category, location, priority };
  const hash = contentHash({ ...fields, photos });
  const rows: WorkOrderRows = {
    id,
    fields,
    ...findPlace(order, createdBy, createdAt, now),
    createdBy,
    createdAt,
    status: "open",
    assignee: null,
    dueAt: null,
    plannedOn: null,
    estimateMinutes: null,
    appointment: null,
    pause: null,
    completedAt: null,
    conflict: null,
    contentHash: hash,
    version: 1,
    updatedAt: createdAt,
    entries: [
      {
        at: createdAt,
        by: createdBy,
        actionType: "created",
        details: { photos: photos.length, contentHash: hash.toString("hex") },
        internal: false,
      },
    ],
    files: [],
    signings: [],
    times: [],
  };
  for (const step of order.story ?? []) applyStep(rows, step, photos, now);
  return rows;
}

/** The time zone of all demo properties. */
const timeZone = "America/Los_Angeles";

function applyStep(rows: WorkOrderRows, step: Step, photos: readonly Buffer[], now: Date): void {
  const at = hoursAfter(rows.createdAt, step.after);
  const by = findPerson(step.who);
  const add = (content: ActivityContent, internal = false) =>
    rows.entries.push({ at, by, ...content, internal });
  if (step.action === "comment") {
    add({ actionType: "comment_added", details: { text: step.text } }, step.internal);
    return;
  }
  if (step.action === "attach") {
    rows.files.push({ at, by, name: step.name, write: step.write, internal: step.internal });
    return;
  }
  if (step.action === "start-late") {
    const happenedAt = hoursAfter(at, -step.hours);
    const requested: RequestedWork = { step: "start", assignsSelf: true };
    const last = rows.entries.findLast(({ actionType }) => actionType === "assigned");
    const current: CurrentWork = {
      field: "assignee",
      status: rows.status,
      assignee: rows.assignee?.fullName ?? null,
      pause: null,
      by: last?.by.fullName ?? null,
      at: last?.at.toISOString() ?? null,
    };
    rows.conflict = { at, happenedAt, by, requested, current, currentById: last?.by.id ?? null };
    const details = {
      requested,
      current,
      author: by.fullName,
      happenedAt: happenedAt.toISOString(),
      timeZone,
    };
    rows.entries.push({ at, happenedAt, by, actionType: "conflict", details, internal: true });
    return;
  }
  if (step.action === "log-time") {
    const startedAt = hoursBefore(at, step.minutes / 60);
    rows.times.push({ by, startedAt, endedAt: at, note: step.note });
    const span = { startedAt: startedAt.toISOString(), endedAt: at.toISOString() };
    add({ actionType: "time_changed", details: { change: "added", span, timeZone, note: step.note } }, true);
    return;
  }
  const moveTo = (to: Status) => {
    add({ actionType: "status_changed", details: { from: rows.status, to } });
    rows.status = to;
    rows.completedAt = to === "completed" ? at : null;
    if (to === "in_progress") return;
    rows.pause = null;
    stopTimers(rows, at);
  };
  rows.version += 1;
  rows.updatedAt = at;
  if (step.action === "start") {
    if (rows.status !== "in_progress") moveTo("in_progress");
    else if (rows.pause !== null) add({ actionType: "pause_changed", details: { ended: true } });
    else add({ actionType: "time_changed", details: { change: "started" } }, true);
    rows.pause = null;
    rows.times.push({ by, startedAt: at, endedAt: null, note: null });
  } else if (step.action === "pause") {
    const { reason } = step;
    const until = step.until === undefined ? null : instantIn(now, step.until.inDays, step.until.at);
    rows.pause = { reason, until, since: at };
    stopTimers(rows, at, by);
    add({
      actionType: "pause_changed",
      details: { reason, until: until?.toISOString() ?? null, timeZone },
    });
  } else if (step.action === "assign") {
    const to = step.to === null ? null : findPerson(step.to);
    add({
      actionType: "assigned",
      details: {
        from: rows.assignee?.id ?? null,
        to: to?.id ?? null,
        ...(to === null ? {} : { assignee: to.fullName }),
      },
    });
    rows.assignee = to;
  } else if (step.action === "due") {
    const from = rows.dueAt?.toISOString() ?? null;
    rows.dueAt = instantIn(now, step.inDays, step.at);
    add({
      actionType: "due_changed",
      details: { from, to: rows.dueAt.toISOString(), timeZone },
    });
  } else if (step.action === "plan") {
    const from = { plannedOn: rows.plannedOn, estimateMinutes: rows.estimateMinutes };
    const to = { plannedOn: workdayIn(now, step.workday), estimateMinutes: step.minutes };
    Object.assign(rows, to);
    add({ actionType: "planned", details: { from, to } }, true);
  } else if (step.action === "propose-visit") {
    const [from, to] = step.hours.map((hour) => instantIn(now, step.inDays, hour).toISOString());
    if (from === undefined || to === undefined) throw new Error("A visit needs a start and an end.");
    const isTenant = by.role === "tenant";
    rows.appointment = {
      from,
      to,
      state: isTenant ? "awaiting_staff" : "awaiting_tenant",
      note: step.note ?? null,
      arrangedById: isTenant ? (rows.appointment?.arrangedById ?? by.id) : by.id,
    };
    add({
      actionType: "visit_changed",
      details: {
        change: "proposed",
        from,
        to,
        timeZone,
        ...(step.note === undefined ? {} : { note: step.note }),
      },
    });
  } else if (step.action === "confirm-visit") {
    if (rows.appointment === null) throw new Error(`No visit was proposed for "${rows.fields.title}".`);
    const { from, to } = rows.appointment;
    rows.appointment = { ...rows.appointment, state: "confirmed" };
    add({ actionType: "visit_changed", details: { change: "confirmed", from, to, timeZone } });
  } else if (step.action === "move") {
    moveTo(step.to);
  } else if (step.action === "sign") {
    const name = step.name ?? by.fullName;
    add({
      actionType: "signature",
      details: {
        // Replaced once the signature's row exists.
        signatureId: 0,
        imageSha256: "",
        signedBy: name,
        ...(name === by.fullName ? {} : { deviceOwner: by.fullName }),
        contentHash: rows.contentHash.toString("hex"),
        contentHashVersion,
      },
    });
    rows.signings.push({ at, by, name, contentHash: rows.contentHash });
  } else {
    const fields = Object.keys(step.changes) as (keyof WorkOrderFields)[];
    add({
      actionType: "edited",
      details: {
        changes: fields.map((field) => ({ field, from: rows.fields[field], to: step.changes[field] })),
      },
    });
    rows.fields = { ...rows.fields, ...step.changes };
    rows.contentHash = contentHash({ ...rows.fields, photos });
  }
}

/** Stops the running timers of one person or of everyone. */
function stopTimers(rows: WorkOrderRows, at: Date, who?: DemoPerson): void {
  for (const time of rows.times) if (who === undefined || time.by === who) time.endedAt ??= at;
}

/**
 * A unit's work order belongs to the unit's lease at that time. A pending person's work order belongs to no
 * lease.
 */
function findPlace(order: DemoWorkOrder, createdBy: DemoPerson, createdAt: Date, now: Date) {
  if ("property" in order.at) return { propertyId: order.at.property, unitId: null, leaseId: null };
  const unitId = order.at.unit;
  const unit = units.find(({ id }) => id === unitId);
  if (unit === undefined) throw new Error(`Unit ${unitId} doesn't exist.`);
  const day = createdAt.toISOString().slice(0, 10);
  const lease = leases.find(
    ({ units: leased, startedMonthsAgo, endsInMonths }) =>
      leased.includes(unitId) &&
      firstOfMonth(now, -startedMonthsAgo) <= day &&
      day <= lastOfMonth(now, endsInMonths),
  );
  return {
    propertyId: unit.property,
    unitId,
    leaseId: createdBy.state === "pending" ? null : (lease?.id ?? null),
  };
}
