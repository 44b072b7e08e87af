import { type RawBuilder, sql } from "kysely";
import type { Db } from "#server/db/database.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import { maxTimeEntryHours } from "../../time-entries.ts";
import type { WorkOrderRecord } from "../queries.ts";

/*
 * Timers. Each person has no more than one running timer, and starting work on another work order stops it.
 * Late changes start and stop timers at the time they happened.
 */

/**
 * Locks everything a work step can change: the work order, the user's running timer, and its work order. To
 * avoid deadlocks, the user is locked first, as when disabling a person, and work orders in the order of
 * their ids.
 */
export async function lockMyWork({ db, actor }: SignedInCtx, orderId: number): Promise<void> {
  await lockTimeEntries(db, actor.id);
  await sql`select id from users where id = ${actor.id} for share`.execute(db);
  await sql`select id from work_orders where id = ${orderId}
      or id = (select work_order_id from work_order_times where user_id = ${actor.id} and ended_at is null)
    order by id for update`.execute(db);
}

/** Locks a person's time entries and prevents new ones from being added. */
export const lockTimeEntries = (db: Db, userId: number) =>
  sql`select pg_advisory_xact_lock(hashtext('work-time'), ${userId}::integer)`.execute(db);

/** Whether the user's timer is running on the work order. */
export async function hasRunningTimer({ db, actor }: SignedInCtx, orderId: number): Promise<boolean> {
  const { rows } = await sql`
    select from work_order_times where user_id = ${actor.id} and work_order_id = ${orderId} and ended_at is null`.execute(
    db,
  );
  return rows.length > 0;
}

/** Whether the user has started work on another work order since then. */
export async function hasWorkedElsewhereSince(
  { db, actor }: SignedInCtx,
  orderId: number,
  since: Date,
): Promise<boolean> {
  const { rows } = await sql`
    select from work_order_times where user_id = ${actor.id} and work_order_id <> ${orderId}
      and started_at >= ${since} limit 1`.execute(db);
  return rows.length > 0;
}

interface TimerStart {
  /** Whether a new timer was started. */
  hasStarted: boolean;
  /** The work order the user stopped working on. */
  stopped: { id: number; minutes: number } | undefined;
}

/** Limits the end of time entry `t` to the longest duration of a time entry. */
export const limitEnd = (end: RawBuilder<Date>): RawBuilder<Date> =>
  sql`least(${end}, t.started_at + make_interval(hours => ${maxTimeEntryHours}))`;

/**
 * Starts the user's timer on the work order and stops it on any other. If the user is already on the clock
 * for this work order, no second entry is added. A late start ends at the user's next time entry, and starts
 * after time that the user has already entered for that moment. If the work order was closed before the start
 * arrived, only the time until `closedAt` is recorded.
 */
export async function startTimer(
  { db, actor, now, happenedAt }: SignedInCtx,
  order: WorkOrderRecord,
  closedAt?: Date,
): Promise<TimerStart> {
  const { rows: entries } = await sql<{
    id: number;
    work_order_id: number;
    started_at: Date;
    ended_at: Date | null;
  }>`
    select id, work_order_id, started_at, ended_at from work_order_times
    where user_id = ${actor.id} and coalesce(ended_at > ${happenedAt}, true)
    order by started_at, id for update`.execute(db);
  const startedEarlier = entries.filter(({ started_at }) => started_at <= happenedAt);
  if (startedEarlier.some(({ work_order_id }) => work_order_id === order.id))
    return { hasStarted: false, stopped: undefined };
  const startsAt = startedEarlier.find(({ ended_at }) => ended_at !== null)?.ended_at ?? happenedAt;
  const nextEntry = entries.find(({ started_at }) => started_at >= startsAt);
  if (nextEntry !== undefined && nextEntry.started_at <= startsAt)
    return { hasStarted: false, stopped: undefined };
  const longestEnd = new Date(startsAt.getTime() + maxTimeEntryHours * 3_600_000);
  if (nextEntry?.work_order_id === order.id && nextEntry.ended_at === null && now <= longestEnd) {
    await sql`update work_order_times set started_at = ${startsAt}, recorded_at = ${now}, version = version + 1
      where id = ${nextEntry.id}`.execute(db);
    return { hasStarted: true, stopped: undefined };
  }
  const { rows: stopped } = await sql<{ id: number; minutes: number }>`
    update work_order_times t set ended_at = ${limitEnd(sql`${startsAt}::timestamptz`)}, recorded_at = ${now}, version = version + 1
    where user_id = ${actor.id} and ended_at is null and started_at <= ${startsAt}
    returning work_order_id as id, round(extract(epoch from ended_at - started_at) / 60)::integer as minutes`.execute(
    db,
  );
  if (closedAt !== undefined && closedAt <= startsAt) return { hasStarted: false, stopped: stopped[0] };
  const ends = [nextEntry?.started_at, closedAt].filter((end) => end !== undefined);
  const endsAt = ends.length === 0 ? null : [longestEnd, ...ends].reduce(earliest);
  await sql`
    insert into work_order_times (work_order_id, property_id, user_id, started_at, ended_at, recorded_at)
    values (${order.id}, ${order.property_id}, ${actor.id}, ${startsAt}, ${endsAt}, ${now})`.execute(db);
  return { hasStarted: true, stopped: stopped[0] };
}

/**
 * Stops running timers on the work order, for one person or everyone. The user's own timer stops when the
 * change was made, even if their next time entry or the work order's closing, at `closedAt`, already ended
 * it. Other people didn't know about the change, so their timers stop when it arrives. So do timers started
 * after the change.
 */
export async function stopTimers(
  { db, actor, now, happenedAt }: Pick<SignedInCtx, "db" | "actor" | "now" | "happenedAt">,
  orderId: number,
  { userId, closedAt }: { userId?: number; closedAt?: Date | undefined } = {},
): Promise<void> {
  const isMine = sql`t.user_id = ${actor.id} and t.started_at <= ${happenedAt}`;
  await sql`
    update work_order_times t set recorded_at = ${now}, version = version + 1,
      ended_at = ${limitEnd(sql`case when ${isMine} then ${happenedAt}::timestamptz else greatest(t.started_at, ${now}) end`)}
    where work_order_id = ${orderId} and (${userId ?? null}::bigint is null or user_id = ${userId ?? null})
      and (ended_at is null or (${isMine} and ended_at > ${happenedAt} and (ended_at = ${closedAt ?? null}::timestamptz
        or exists (select from work_order_times next where next.user_id = t.user_id and next.started_at = t.ended_at))))`.execute(
    db,
  );
}

const earliest = (a: Date, b: Date): Date => (a < b ? a : b);
