import { type Selectable, sql } from "kysely";
import type { WorkOrderTimesTable } from "#server/db/tables.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import { assertCurrentVersion } from "#server/http/requests/assert-current-version.ts";
import { forbidden, invalid, notFound } from "#shared/errors.ts";
import { formatPlanned } from "#shared/format/dates.ts";
import { workOrderNumber } from "#shared/format/ids.ts";
import type { BodyOf } from "#shared/http/endpoint.ts";
import type { ActivityContent } from "../../activity-text.ts";
import type { WorkOrder } from "../../contract.ts";
import {
  describeStartBeforeReport,
  maxTimeEntryHours,
  type TimeEntryChange,
  type TimeSpan,
  validateTimeSpan,
} from "../../time-entries.ts";
import { formatTimeSpan } from "../../work.ts";
import type { addTimeEntry, editTimeEntry, MyTime } from "../../work-contract.ts";
import { addActivity } from "../activity/activity.ts";
import { reportedAt } from "../activity/bound-happened-at.ts";
import { presentWorkOrder } from "../present.ts";
import { notifyPeople, publishWorkOrderChange } from "../publish-change.ts";
import { findWorkOrder, getTimeZone, lockWorkOrder, type WorkOrderRecord } from "../queries.ts";
import { isOwnerOrManager } from "../work-columns.ts";
import { lockTimeEntries } from "./timers.ts";

type TimeEntry = Selectable<WorkOrderTimesTable>;

/** Returns the user's running timer and the time entries that could overlap an entry ending now. */
export async function findMyTimes({ db, actor, now }: SignedInCtx): Promise<MyTime[]> {
  const earliestEnd = new Date(now.getTime() - 2 * maxTimeEntryHours * 3_600_000);
  const times = await db
    .selectFrom("work_order_times")
    .select(["work_order_id", "started_at", "ended_at"])
    .where("user_id", "=", actor.id)
    .where((where) => where.or([where("ended_at", "is", null), where("ended_at", ">", earliestEnd)]))
    .orderBy("started_at")
    .execute();
  return times.map((time) => ({ workOrderId: time.work_order_id, ...toSpan(time) }));
}

/**
 * Adds a time entry for the user. It can't start before the work order was reported or before the user had
 * access.
 * @throws AppError not_found; invalid, with a message per field
 */
export async function recordTimeEntry(
  ctx: SignedInCtx,
  id: number,
  { note, ...span }: BodyOf<typeof addTimeEntry>,
): Promise<WorkOrder> {
  assertValidSpan(span, ctx.now);
  const order = await lockWorkOrder(ctx, id);
  await assertPossibleStart(ctx, order, { startedAt: span.startedAt, userId: ctx.actor.id });
  await assertNoOverlap(ctx, { ...span, userId: ctx.actor.id });
  const savedNote = note === "" ? undefined : note;
  await ctx.db
    .insertInto("work_order_times")
    .values({
      work_order_id: id,
      property_id: order.property_id,
      user_id: ctx.actor.id,
      started_at: new Date(span.startedAt),
      ended_at: new Date(span.endedAt),
      note: savedNote ?? null,
      recorded_at: ctx.now,
    })
    .execute();
  return recordTimeChange(ctx, order, {
    change: "added",
    span: toUtc(span),
    timeZone: await getTimeZone(ctx, order),
    ...(savedNote === undefined ? {} : { note: savedNote }),
  });
}

/**
 * Edits a time entry. The activity log keeps the original and the note, and the entry's owner is notified.
 * @throws AppError not_found; forbidden; invalid; conflict if `expectedVersion` is outdated
 */
export async function changeTimeEntry(
  ctx: SignedInCtx,
  { id, timeId }: { id: number; timeId: number },
  { note, startedAt, endedAt }: BodyOf<typeof editTimeEntry>,
  expectedVersion: number | undefined,
): Promise<WorkOrder> {
  const order = await lockWorkOrder(ctx, id);
  const { time, owner } = await lockTimeEntry(ctx, { id, timeId });
  await assertCurrentVersion(
    ctx,
    { version: time.version, describeConflict: () => "Someone else changed this time entry." },
    expectedVersion,
    async () => presentWorkOrder(await findWorkOrder(ctx.db, ctx.actor.accessScope, id), ctx.actor, ctx.now),
  );
  if (endedAt === null && time.ended_at !== null) throw invalid({ endedAt: "Please select an end time" });
  assertValidSpan({ startedAt, endedAt }, ctx.now);
  // The end of an entry from before the person's access can still be corrected.
  if (new Date(startedAt) < time.started_at)
    await assertPossibleStart(ctx, order, { startedAt, userId: time.user_id });
  await assertNoOverlap(ctx, { startedAt, endedAt, userId: time.user_id, exceptId: timeId });
  await ctx.db
    .updateTable("work_order_times")
    .set({
      started_at: new Date(startedAt),
      ended_at: endedAt === null ? null : new Date(endedAt),
      note,
      recorded_at: ctx.now,
      version: time.version + 1,
    })
    .where("id", "=", timeId)
    .execute();
  const change = { from: toSpan(time), timeZone: await getTimeZone(ctx, order), note };
  const span = toUtc({ startedAt, endedAt });
  await notifyOwner(ctx, order, time, { ...change, to: span });
  return recordTimeChange(ctx, order, { change: "corrected", ...change, span, ...owner });
}

/**
 * Deletes a time entry.
 * @throws AppError not_found; forbidden
 */
export async function removeTimeEntry(
  ctx: SignedInCtx,
  { id, timeId }: { id: number; timeId: number },
): Promise<WorkOrder> {
  const order = await lockWorkOrder(ctx, id);
  const { time, owner } = await lockTimeEntry(ctx, { id, timeId });
  await ctx.db.deleteFrom("work_order_times").where("id", "=", timeId).execute();
  const timeZone = await getTimeZone(ctx, order);
  await notifyOwner(ctx, order, time, { from: toSpan(time), to: null, timeZone });
  return recordTimeChange(ctx, order, { change: "removed", span: toSpan(time), timeZone, ...owner });
}

async function lockTimeEntry(
  { db, actor }: SignedInCtx,
  { id, timeId }: { id: number; timeId: number },
): Promise<{ time: TimeEntry; owner: { owner?: string } }> {
  const time = await db
    .selectFrom("work_order_times")
    .selectAll()
    .where("id", "=", timeId)
    .where("work_order_id", "=", id)
    .forUpdate()
    .executeTakeFirst();
  if (time === undefined) throw notFound("time entry");
  if (!isOwnerOrManager(time, actor.accessScope)) throw forbidden("You can only edit your own time entries.");
  if (time.user_id === actor.id) return { time, owner: {} };
  const { full_name } = await db
    .selectFrom("users")
    .select("full_name")
    .where("id", "=", time.user_id)
    .executeTakeFirstOrThrow();
  return { time, owner: { owner: full_name } };
}

/** Notifies the owner of a time entry that someone else changed. */
const notifyOwner = (
  ctx: SignedInCtx,
  order: WorkOrderRecord,
  time: TimeEntry,
  change: TimeEntryChange,
): Promise<void> =>
  notifyPeople(
    ctx,
    order,
    [time.user_id],
    {
      kind: "work-order.time",
      details: { workOrderId: order.id, title: order.title, by: ctx.actor.fullName, ...change },
    },
    { excludesWatchers: true },
  );

/** @throws AppError invalid if the start is before the work order's report, or before the person's access */
async function assertPossibleStart(
  { db }: SignedInCtx,
  order: WorkOrderRecord,
  { startedAt, userId }: { startedAt: string; userId: number },
): Promise<void> {
  const { rows } = await sql<{ reported_at: Date; time_zone: string; full_name: string; access_since: Date }>`
    select ${reportedAt} as reported_at, p.time_zone, u.full_name, u.access_since
    from work_orders o join properties p on p.id = o.property_id join users u on u.id = ${userId}
    where o.id = ${order.id}`.execute(db);
  const [row] = rows;
  if (row === undefined) throw notFound("work order");
  const { time_zone: timeZone, access_since: accessSince } = row;
  const error =
    describeStartBeforeReport(startedAt, { reportedAt: row.reported_at.toISOString(), timeZone }) ??
    (new Date(startedAt) < accessSince
      ? `${row.full_name} has had access since ${formatPlanned(accessSince, timeZone)}. Select a start time after that`
      : undefined);
  if (error !== undefined) throw invalid({ startedAt: error });
}

/**
 * Checks that the person's time entries don't overlap. A constraint of the table enforces this too.
 * @throws AppError invalid, naming the other time entry
 */
async function assertNoOverlap(
  ctx: SignedInCtx,
  { startedAt, endedAt, userId, exceptId = 0 }: TimeSpan & { userId: number; exceptId?: number },
): Promise<void> {
  await lockTimeEntries(ctx.db, userId);
  const { rows } = await sql<TimeEntry & { time_zone: string }>`
    select t.*, p.time_zone from work_order_times t join properties p on p.id = t.property_id
    where t.user_id = ${userId} and t.id <> ${exceptId}
      and tstzrange(t.started_at, t.ended_at) && tstzrange(${startedAt}, ${endedAt}) order by t.started_at limit 1`.execute(
    ctx.db,
  );
  const [overlappingEntry] = rows;
  if (overlappingEntry === undefined) return;
  const { work_order_id, time_zone } = overlappingEntry;
  const span = formatTimeSpan(toSpan(overlappingEntry), time_zone);
  throw invalid({ startedAt: `This overlaps other work: ${workOrderNumber(work_order_id)}, ${span}` });
}

function assertValidSpan(span: TimeSpan, now: Date): void {
  const error = validateTimeSpan(span, now);
  if (error !== undefined) throw invalid({ [error.field]: error.message });
}

type TimeChange = Extract<ActivityContent, { actionType: "time_changed" }>["details"];

async function recordTimeChange(
  ctx: SignedInCtx,
  order: WorkOrderRecord,
  details: TimeChange,
): Promise<WorkOrder> {
  await addActivity(ctx, order, { actionType: "time_changed", details, internal: true });
  publishWorkOrderChange(ctx, "work-order.work", order, true);
  return presentWorkOrder(await findWorkOrder(ctx.db, ctx.actor.accessScope, order.id), ctx.actor, ctx.now);
}

const toSpan = ({ started_at, ended_at }: Pick<TimeEntry, "started_at" | "ended_at">): TimeSpan => ({
  startedAt: started_at.toISOString(),
  endedAt: ended_at?.toISOString() ?? null,
});

const toUtc = ({ startedAt, endedAt }: TimeSpan): TimeSpan => ({
  startedAt: new Date(startedAt).toISOString(),
  endedAt: endedAt === null ? null : new Date(endedAt).toISOString(),
});
