import type { Selectable } from "kysely";
import type { WorkOrderTimesTable } from "#server/db/tables.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import { conflict, forbidden, invalid, notFound } from "#shared/errors.ts";
import type { BodyOf } from "#shared/http/endpoint.ts";
import type { ActivityContent } from "../activity-text.ts";
import type { WorkOrder } from "../contract.ts";
import type { addTime, correctTime } from "../work-contract.ts";
import { type Span, wrongSpan } from "../work-times.ts";
import { addActivity } from "./activity.ts";
import { presentOrder } from "./present.ts";
import { notifyThose, publishOrderChange } from "./publish-change.ts";
import { findOrder, lockOrder, timeZoneOf, type WorkOrderRecord } from "./queries.ts";
import { isOwnOrRuns } from "./work-columns.ts";

type Time = Selectable<WorkOrderTimesTable>;

/** Records time that the user has spent on an order. @throws AppError not_found; invalid, with a sentence per field */
export async function addTimeTo(
  ctx: SignedInCtx,
  id: number,
  { note, ...span }: BodyOf<typeof addTime>,
): Promise<WorkOrder> {
  refuseSpan(span, ctx.now);
  const order = await lockOrder(ctx, id);
  const remark = note === "" ? undefined : note;
  await ctx.db
    .insertInto("work_order_times")
    .values({
      work_order_id: id,
      property_id: order.property_id,
      user_id: ctx.actor.id,
      started_at: new Date(span.startedAt),
      ended_at: new Date(span.endedAt),
      note: remark ?? null,
    })
    .execute();
  return written(ctx, order, {
    did: "added",
    span: inUtc(span),
    timeZone: await timeZoneOf(ctx, order),
    ...(remark === undefined ? {} : { note: remark }),
  });
}

/**
 * Corrects a time; the log keeps what it was, and the note, and whose it is is told.
 * @throws AppError not_found; forbidden; invalid; conflict when `seen` is an old version
 */
export async function correctTimeOf(
  ctx: SignedInCtx,
  { id, timeId }: { id: number; timeId: number },
  { note, startedAt, endedAt }: BodyOf<typeof correctTime>,
  seen: number | undefined,
): Promise<WorkOrder> {
  const order = await lockOrder(ctx, id);
  const { time, of } = await lockTime(ctx, { id, timeId });
  if (seen !== undefined && seen !== time.version)
    throw conflict("This time was changed in the meantime.", {
      current: presentOrder(await findOrder(ctx.db, ctx.actor.accessScope, id), ctx.actor, ctx.now),
    });
  if (endedAt === null && time.ended_at !== null)
    throw invalid({ endedAt: "Please choose when the work ended" });
  refuseSpan({ startedAt, endedAt }, ctx.now);
  await ctx.db
    .updateTable("work_order_times")
    .set({
      started_at: new Date(startedAt),
      ended_at: endedAt === null ? null : new Date(endedAt),
      note,
      version: time.version + 1,
    })
    .where("id", "=", timeId)
    .execute();
  const change = { from: spanOf(time), timeZone: await timeZoneOf(ctx, order), note };
  const span = inUtc({ startedAt, endedAt });
  await tell(ctx, order, time, { ...change, to: span });
  return written(ctx, order, { did: "corrected", ...change, span, ...of });
}

/** @throws AppError not_found; forbidden */
export async function removeTimeOf(
  ctx: SignedInCtx,
  { id, timeId }: { id: number; timeId: number },
): Promise<WorkOrder> {
  const order = await lockOrder(ctx, id);
  const { time, of } = await lockTime(ctx, { id, timeId });
  await ctx.db.deleteFrom("work_order_times").where("id", "=", timeId).execute();
  const timeZone = await timeZoneOf(ctx, order);
  await tell(ctx, order, time, { from: spanOf(time), to: null, timeZone });
  return written(ctx, order, { did: "removed", span: spanOf(time), timeZone, ...of });
}

async function lockTime(
  { db, actor }: SignedInCtx,
  { id, timeId }: { id: number; timeId: number },
): Promise<{ time: Time; of: { of?: string } }> {
  const time = await db
    .selectFrom("work_order_times")
    .selectAll()
    .where("id", "=", timeId)
    .where("work_order_id", "=", id)
    .forUpdate()
    .executeTakeFirst();
  if (time === undefined) throw notFound("time");
  if (!isOwnOrRuns(time, actor)) throw forbidden("You can change only your own time.");
  if (time.user_id === actor.id) return { time, of: {} };
  const { full_name } = await db
    .selectFrom("users")
    .select("full_name")
    .where("id", "=", time.user_id)
    .executeTakeFirstOrThrow();
  return { time, of: { of: full_name } };
}

/** Whoever worked is told when somebody else changes their time. */
const tell = (
  ctx: SignedInCtx,
  order: WorkOrderRecord,
  time: Time,
  change: { from: Span; to: Span | null; note?: string; timeZone: string },
): Promise<void> =>
  notifyThose(
    ctx,
    order,
    [time.user_id],
    {
      kind: "work-order.time",
      particulars: { workOrderId: order.id, title: order.title, by: ctx.actor.fullName, ...change },
    },
    { personal: true },
  );

function refuseSpan(span: Span, now: Date): void {
  const wrong = wrongSpan(span, now);
  if (wrong !== undefined) throw invalid({ [wrong.field]: wrong.message });
}

type TimeChange = Extract<ActivityContent, { actionType: "time_changed" }>["particulars"];

async function written(
  ctx: SignedInCtx,
  order: WorkOrderRecord,
  particulars: TimeChange,
): Promise<WorkOrder> {
  await addActivity(ctx, order, { actionType: "time_changed", particulars, internal: true });
  publishOrderChange(ctx, "work-order.work", order, true);
  return presentOrder(await findOrder(ctx.db, ctx.actor.accessScope, order.id), ctx.actor, ctx.now);
}

const spanOf = ({ started_at, ended_at }: Time): Span => ({
  startedAt: started_at.toISOString(),
  endedAt: ended_at?.toISOString() ?? null,
});

const inUtc = ({ startedAt, endedAt }: Span): Span => ({
  startedAt: new Date(startedAt).toISOString(),
  endedAt: endedAt === null ? null : new Date(endedAt).toISOString(),
});
