import { sql } from "kysely";
import type { SignedInCtx } from "#server/http/context.ts";
import type { WorkOrderRecord } from "./queries.ts";

/*
 * The time that runs while somebody works. Each person has at most one that runs: whoever begins with another order stops
 * with the first. A change that came late began and ended when it was made.
 */

/**
 * Locks what a step of the user's work may change: their running time and the order it is on, beside the order itself. The
 * person comes first, as when somebody is disabled, and orders in the order of their ids, so that nobody waits in a circle.
 */
export async function lockOwnWork({ db, actor }: SignedInCtx, orderId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('work-time'), ${actor.id}::integer)`.execute(db);
  await sql`select id from users where id = ${actor.id} for share`.execute(db);
  await sql`select id from work_orders where id = ${orderId}
      or id = (select work_order_id from work_order_times where user_id = ${actor.id} and ended_at is null)
    order by id for update`.execute(db);
}

interface Begun {
  /** Whether time began that did not run before. */
  hasBegun: boolean;
  /** The other order that the user stopped working on. */
  left: { id: number; minutes: number } | undefined;
}

/**
 * Begins the user's time on the order, until their next time if that came first; the one on another order ends. Time that
 * somebody stands in already, or that runs on this order by what came before, stays one.
 */
export async function beginTime(
  { db, actor, happenedAt: at }: SignedInCtx,
  order: WorkOrderRecord,
): Promise<Begun> {
  const { rows: own } = await sql<{
    id: number;
    work_order_id: number;
    started_at: Date;
    ended_at: Date | null;
  }>`
    select id, work_order_id, started_at, ended_at from work_order_times
    where user_id = ${actor.id} and coalesce(ended_at > ${at}, true)
    order by started_at, id for update`.execute(db);
  const earlier = own.filter(({ started_at }) => started_at <= at);
  const next = own.find(({ started_at }) => started_at > at);
  if (earlier.some(({ work_order_id }) => work_order_id === order.id))
    return { hasBegun: false, left: undefined };
  const change = (id: number, set: { started_at: Date } | { ended_at: Date }) =>
    db
      .updateTable("work_order_times")
      .set((row) => ({ ...set, version: row("version", "+", 1) }))
      .where("id", "=", id)
      .execute();
  if (next?.work_order_id === order.id && next.ended_at === null) {
    await change(next.id, { started_at: at });
    return { hasBegun: true, left: undefined };
  }
  const running = earlier.find(({ ended_at }) => ended_at === null);
  if (running !== undefined) await change(running.id, { ended_at: at });
  await insertTime({ db, actor, at, endedAt: next?.started_at ?? null }, order);
  return {
    hasBegun: true,
    left: running && { id: running.work_order_id, minutes: minutesBetween(running.started_at, at) },
  };
}

async function insertTime(
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
 * Ends the time that runs on the order: of one person, or of everybody. The user's own ends when the change was made; the others
 * did not know of it and worked until it came, as did who began only later.
 */
export async function endTimesOf(
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
