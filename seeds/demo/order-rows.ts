import type { ActivityContent } from "#domains/work-orders/activity-text.ts";
import type { Appointment } from "#domains/work-orders/appointment.ts";
import { contentHash, contentHashVersion } from "#domains/work-orders/server/content-hash.ts";
import type { Status } from "#domains/work-orders/status.ts";
import type { AskedWork, FoundWork, PauseReason } from "#domains/work-orders/work.ts";
import { personCalled } from "./people.ts";
import type { DemoPerson } from "./person.ts";
import type { DemoOrder, Facts, Step } from "./story.ts";
import { leases, units } from "./tenancies.ts";
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
  /** When it was earlier than it came. */
  happenedAt?: Date;
  by: DemoPerson;
  internal: boolean;
};

/** A change that waits for a choice. */
export interface OpenClash {
  at: Date;
  happenedAt: Date;
  by: DemoPerson;
  asked: AskedWork;
  found: FoundWork;
  foundById: number | null;
}

export interface Signing {
  at: Date;
  by: DemoPerson;
  name: string;
  contentHash: Buffer;
}

/** `endedAt` is null while somebody works. */
export interface Working {
  by: DemoPerson;
  startedAt: Date;
  endedAt: Date | null;
  note: string | null;
}

/** A file of an order that is not written yet. */
export type Attachment = Pick<Extract<Step, { did: "attach" }>, "name" | "write" | "internal"> & {
  at: Date;
  by: DemoPerson;
};

/** An order after its story, with its activity, files and signatures. */
export interface OrderRows {
  id: number;
  facts: Facts;
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
  clash: OpenClash | null;
  contentHash: Buffer;
  version: number;
  updatedAt: Date;
  /** Without those of the files, which have their hashes. */
  entries: Entry[];
  files: Attachment[];
  signings: Signing[];
  times: Working[];
}

/** Plays the story of one order, with the rows that the verbs of work orders would write. */
export function rowsOfOrder(order: DemoOrder, id: number, photos: readonly Buffer[], now: Date): OrderRows {
  const { title, description, category, location, priority } = order;
  const createdAt = instantAgo(now, order.ago);
  const createdBy = personCalled(order.who);
  const facts: Facts = { title, description, category, location, priority };
  const hash = contentHash({ ...facts, photos });
  const rows: OrderRows = {
    id,
    facts,
    ...placeOf(order, createdBy, createdAt, now),
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
    clash: null,
    contentHash: hash,
    version: 1,
    updatedAt: createdAt,
    entries: [
      {
        at: createdAt,
        by: createdBy,
        actionType: "created",
        particulars: { photos: photos.length, contentHash: hash.toString("hex") },
        internal: false,
      },
    ],
    files: [],
    signings: [],
    times: [],
  };
  for (const step of order.story ?? []) take(rows, step, photos, now);
  return rows;
}

/** The zone of every building of the demo. */
const timeZone = "America/Los_Angeles";

function take(rows: OrderRows, step: Step, photos: readonly Buffer[], now: Date): void {
  const at = hoursAfter(rows.createdAt, step.after);
  const by = personCalled(step.who);
  const add = (content: ActivityContent, internal = false) =>
    rows.entries.push({ at, by, ...content, internal });
  if (step.did === "comment") {
    add({ actionType: "comment_added", particulars: { text: step.text } }, step.internal);
    return;
  }
  if (step.did === "attach") {
    rows.files.push({ at, by, name: step.name, write: step.write, internal: step.internal });
    return;
  }
  if (step.did === "start-late") {
    const happenedAt = hoursAfter(at, -step.hours);
    const asked: AskedWork = { did: "start", takes: true };
    const last = rows.entries.findLast(({ actionType }) => actionType === "assigned");
    const found: FoundWork = {
      what: "assignee",
      status: rows.status,
      assignee: rows.assignee?.fullName ?? null,
      pause: null,
      by: last?.by.fullName ?? null,
      at: last?.at.toISOString() ?? null,
    };
    rows.clash = { at, happenedAt, by, asked, found, foundById: last?.by.id ?? null };
    const particulars = { asked, found, timeZone };
    rows.entries.push({ at, happenedAt, by, actionType: "clash", particulars, internal: true });
    return;
  }
  if (step.did === "spend") {
    const startedAt = hoursBefore(at, step.minutes / 60);
    rows.times.push({ by, startedAt, endedAt: at, note: step.note });
    const span = { startedAt: startedAt.toISOString(), endedAt: at.toISOString() };
    add({ actionType: "time_changed", particulars: { did: "added", span, timeZone, note: step.note } }, true);
    return;
  }
  const moveTo = (to: Status) => {
    add({ actionType: "status_changed", particulars: { from: rows.status, to } });
    rows.status = to;
    rows.completedAt = to === "completed" ? at : null;
    if (to === "in_progress") return;
    rows.pause = null;
    endTimes(rows, at);
  };
  rows.version += 1;
  rows.updatedAt = at;
  if (step.did === "start") {
    if (rows.status !== "in_progress") moveTo("in_progress");
    else if (rows.pause !== null) add({ actionType: "pause_changed", particulars: { ended: true } });
    else add({ actionType: "time_changed", particulars: { did: "started" } }, true);
    rows.pause = null;
    rows.times.push({ by, startedAt: at, endedAt: null, note: null });
  } else if (step.did === "pause") {
    const { reason } = step;
    const until = step.until === undefined ? null : instantIn(now, step.until.inDays, step.until.at);
    rows.pause = { reason, until, since: at };
    endTimes(rows, at, by);
    add({
      actionType: "pause_changed",
      particulars: { reason, until: until?.toISOString() ?? null, timeZone },
    });
  } else if (step.did === "assign") {
    const to = step.to === null ? null : personCalled(step.to);
    add({
      actionType: "assigned",
      particulars: {
        from: rows.assignee?.id ?? null,
        to: to?.id ?? null,
        ...(to === null ? {} : { assignee: to.fullName }),
      },
    });
    rows.assignee = to;
  } else if (step.did === "due") {
    const from = rows.dueAt?.toISOString() ?? null;
    rows.dueAt = instantIn(now, step.inDays, step.at);
    add({
      actionType: "due_changed",
      particulars: { from, to: rows.dueAt.toISOString(), timeZone },
    });
  } else if (step.did === "plan") {
    const from = { plannedOn: rows.plannedOn, estimateMinutes: rows.estimateMinutes };
    const to = { plannedOn: workdayIn(now, step.workday), estimateMinutes: step.minutes };
    Object.assign(rows, to);
    add({ actionType: "planned", particulars: { from, to } }, true);
  } else if (step.did === "propose-visit") {
    const [from, to] = step.hours.map((hour) => instantIn(now, step.inDays, hour).toISOString());
    if (from === undefined || to === undefined) throw new Error("A visit has two hours.");
    const isTenant = by.role === "tenant";
    rows.appointment = {
      from,
      to,
      state: isTenant ? "staff_asked" : "tenant_asked",
      note: step.note ?? null,
      arrangedById: isTenant ? (rows.appointment?.arrangedById ?? by.id) : by.id,
    };
    add({
      actionType: "visit_changed",
      particulars: {
        did: "proposed",
        from,
        to,
        timeZone,
        ...(step.note === undefined ? {} : { note: step.note }),
      },
    });
  } else if (step.did === "agree-to-visit") {
    if (rows.appointment === null) throw new Error(`Nobody proposed a visit for "${rows.facts.title}".`);
    const { from, to } = rows.appointment;
    rows.appointment = { ...rows.appointment, state: "agreed" };
    add({ actionType: "visit_changed", particulars: { did: "agreed", from, to, timeZone } });
  } else if (step.did === "move") {
    moveTo(step.to);
  } else if (step.did === "sign") {
    const name = step.name ?? by.fullName;
    add({
      actionType: "signature",
      particulars: {
        // Replaced once the signature's row exists.
        signatureId: 0,
        imageSha256: "",
        signedBy: name,
        ...(name === by.fullName ? {} : { deviceOf: by.fullName }),
        contentHash: rows.contentHash.toString("hex"),
        contentHashVersion,
      },
    });
    rows.signings.push({ at, by, name, contentHash: rows.contentHash });
  } else {
    const fields = Object.keys(step.changes) as (keyof Facts)[];
    add({
      actionType: "edited",
      particulars: {
        changes: fields.map((field) => ({ field, from: rows.facts[field], to: step.changes[field] })),
      },
    });
    rows.facts = { ...rows.facts, ...step.changes };
    rows.contentHash = contentHash({ ...rows.facts, photos });
  }
}

/** Ends the time that runs, of one person or of everybody. */
function endTimes(rows: OrderRows, at: Date, who?: DemoPerson): void {
  for (const time of rows.times) if (who === undefined || time.by === who) time.endedAt ??= at;
}

/** An order of a unit belongs to the lease that held the unit then; one of a pending person to no lease. */
function placeOf(order: DemoOrder, createdBy: DemoPerson, createdAt: Date, now: Date) {
  if ("property" in order.at) return { propertyId: order.at.property, unitId: null, leaseId: null };
  const unitId = order.at.unit;
  const unit = units.find(({ id }) => id === unitId);
  if (unit === undefined) throw new Error(`There is no unit ${unitId}.`);
  const day = createdAt.toISOString().slice(0, 10);
  const lease = leases.find(
    ({ units: leased, beganMonthsAgo, endsInMonths }) =>
      leased.includes(unitId) &&
      firstOfMonth(now, -beganMonthsAgo) <= day &&
      day <= lastOfMonth(now, endsInMonths),
  );
  return {
    propertyId: unit.property,
    unitId,
    leaseId: createdBy.state === "pending" ? null : (lease?.id ?? null),
  };
}
