import { type Selectable, sql } from "kysely";
import { isStaff } from "#server/access/viewer.ts";
import type { Db } from "#server/db/database.ts";
import type { WorkOrderActivityTable } from "#server/db/tables.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import { type ActivityContent, describeActivity } from "../../activity-text.ts";
import type { ActivityEntry } from "../../contract.ts";
import { findWorkOrderEvenIfDeleted } from "../queries.ts";

/**
 * Returns the activity log, newest first by when each event happened (ACT-01). Only staff get internal
 * comments and files.
 * @throws AppError not_found
 */
export async function getHistory(ctx: SignedInCtx, id: number): Promise<ActivityEntry[]> {
  await findWorkOrderEvenIfDeleted(ctx.db, ctx.actor.accessScope, id);
  const canReadInternal = isStaff(ctx.actor.accessScope);
  const entries = await ctx.db
    .selectFrom("work_order_activity")
    .select([
      "id",
      "action_type",
      "details",
      "user_id",
      "user_name",
      "user_role",
      "created_at",
      "happened_at",
      "internal",
    ])
    .where("work_order_id", "=", id)
    .$if(!canReadInternal, (query) => query.where("internal", "=", false))
    .orderBy(effectiveTime, "desc")
    .orderBy("seq", "desc")
    .limit(1_000)
    .execute();
  return entries.map((entry) => presentEntry(canReadInternal ? entry : withoutRule(entry)));
}

/**
 * Returns the most recent log entries of these work orders. The caller has checked that the user is staff and
 * can access them.
 */
export async function findRecentEntries(
  db: Db,
  ids: readonly number[],
  limitPerWorkOrder: number,
): Promise<Map<number, ActivityEntry[]>> {
  const { rows } = await sql<EntryRecord & { work_order_id: number }>`
    select entry.* from unnest(${ids}::bigint[]) as w (id) cross join lateral (
      select a.work_order_id, a.id, a.action_type, a.details, a.user_id, a.user_name, a.user_role, a.created_at, a.happened_at, a.internal
      from work_order_activity a where a.work_order_id = w.id
      order by ${effectiveTime} desc, a.seq desc limit ${limitPerWorkOrder}) entry`.execute(db);
  const entries = new Map<number, ActivityEntry[]>();
  for (const row of rows)
    entries.set(row.work_order_id, [...(entries.get(row.work_order_id) ?? []), presentEntry(row)]);
  return entries;
}

/**
 * Late entries are sorted by when they happened. All others keep the order of the log, even if the server
 * clock was set back.
 */
const effectiveTime = sql`coalesce(happened_at, max(created_at) over (order by seq))`;

type EntryRecord = Pick<
  Selectable<WorkOrderActivityTable>,
  | "id"
  | "action_type"
  | "details"
  | "user_id"
  | "user_name"
  | "user_role"
  | "created_at"
  | "happened_at"
  | "internal"
>;

function presentEntry(entry: EntryRecord): ActivityEntry {
  return {
    id: entry.id,
    actionType: entry.action_type,
    message: describeActivity({
      actionType: entry.action_type,
      details: entry.details,
    } as ActivityContent),
    newStatus: entry.action_type === "status_changed" ? (entry.details as { to: string }).to : null,
    userId: entry.user_id,
    user:
      entry.user_name === null || entry.user_role === null
        ? null
        : { fullName: entry.user_name, role: entry.user_role },
    createdAt: entry.created_at.toISOString(),
    happenedAt: entry.happened_at?.toISOString() ?? null,
    internal: entry.internal,
  };
}

/** Tenants can see the assignee but not the rule that assigned the work order. */
function withoutRule(entry: EntryRecord): EntryRecord {
  const { rule: _, ...details } = entry.details as { rule?: string };
  return { ...entry, details };
}
