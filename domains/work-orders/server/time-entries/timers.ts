import { sql } from "kysely";
import type { SignedInCtx } from "#server/http/context.ts";
import type { WorkOrderRecord } from "../queries.ts";

/*
 * Timers. Each person has no more than one running timer, and starting work on another work order stops it. Late
 * changes start and stop timers at the time they happened.
 */

/**
 * Locks everything a work step can change: the work order, the user's running timer, and its work order. To
 * avoid deadlocks, the user is locked first, as when disabling a person, and work orders in the order of
 * their ids.
 */
export async function lockMyWork({ db, actor }: SignedInCtx, orderId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('work-time'), ${actor.id}::integer)`.execute(db);
  await sql`select id from users where id = ${actor.id} for share`.execute(db);
  await sql`select id from work_orders where id = ${orderId}
      or id = (select work_order_id from work_order_times where user_id = ${actor.id} and ended_at is null)
    order by id for update`.execute(db);
}

interface TimerStart {
  /** Whether a new timer was started. */
  hasStarted: boolean;
  /** The work order the user stopped working on. */
  stopped: { id: number; minutes: number } | undefined;
}

/**
 * Starts the user's timer on the work order and stops it on any other. If the user is already on the clock
 * for this work order, no second entry is added. A late start ends at the user's next time entry.
 */
export async function startTimer(
  { db, actor, happenedAt: at }: SignedInCtx,
  order: WorkOrderRecord,
): Promise<TimerStart> {
  const { rows: entries } = await sql<{
    id: number;
    work_order_id: number;
    started_at: Date;
    ended_at: Date | null;
  }>`
    select id, work_order_id, started_at, ended_at from work_order_times
    where user_id = ${actor.id} and coalesce(ended_at > ${at}, true)
    order by started_at, id for update`.execute(db);
  const earlier = entries.filter(({ started_at }) => started_at <= at);
  const next = entries.find(({ started_at }) => started_at > at);
  if (earlier.some(({ work_order_id }) => work_order_id === order.id))
    return { hasStarted: false, stopped: undefined };
  const change = (id: number, set: { started_at: Date } | { ended_at: Date }) =>
    db
      .updateTable("work_order_times")
      .set((row) => ({ ...set, version: row("version", "+", 1) }))
      .where("id", "=", id)
      .execute();
  if (next?.work_order_id === order.id && next.ended_at === null) {
    await change(next.id, { started_at: at });
    return { hasStarted: true, stopped: undefined };
  }
  const running = earlier.find(({ ended_at }) => ended_at === null);
  if (running !== undefined) await change(running.id, { ended_at: at });
  await insertTimeEntry({ db, actor, at, endedAt: next?.started_at ?? null }, order);
  return {
    hasStarted: true,
    stopped: running && { id: running.work_order_id, minutes: minutesBetween(running.started_at, at) },
  };
}

async function insertTimeEntry(
  { db, actor, at, endedAt }: Pick<SignedInCtx, "db" | "actor"> & { at: Date; endedAt: Date | null },
  order: WorkOrderRecord,
): Promise<void> {
  await db
    .insertInto("work_order_times")
    .values({
      work_order_id: order.id,
      property_id: order.property_id,
      user_id: actor.id,
      started_at: at,
      ended_at: endedAt,
    })
    .execute();
}

/**
 * Stops running timers on the work order, for one person or everyone. The user's own timer stops when the
 * change was made. Other people didn't know about it, so theirs stop when it arrives. The same applies to
 * timers started after the change.
 */
export async function stopTimers(
  { db, actor, now, happenedAt }: Pick<SignedInCtx, "db" | "actor" | "now" | "happenedAt">,
  orderId: number,
  userId?: number,
): Promise<void> {
  await db
    .updateTable("work_order_times")
    .set((row) => ({
      ended_at: sql<Date>`case when user_id = ${actor.id} and started_at <= ${happenedAt}
        then ${happenedAt}::timestamptz else greatest(started_at, ${now}) end`,
      version: row("version", "+", 1),
    }))
    .where("work_order_id", "=", orderId)
    .where("ended_at", "is", null)
    .$if(userId !== undefined, (query) => query.where("user_id", "=", userId as number))
    .execute();
}

export const minutesBetween = (from: Date, to: Date): number =>
  Math.max(0, Math.round((to.getTime() - from.getTime()) / 60_000));
