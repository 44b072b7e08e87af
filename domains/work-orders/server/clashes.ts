import { type Selectable, sql } from "kysely";
import type { WorkOrderClashesTable } from "#server/db/tables.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import { managersOf } from "#server/notifications/managers.ts";
import { conflict, forbidden, notFound } from "#shared/errors.ts";
import type { ResponseOf } from "#shared/http/endpoint.ts";
import type { WorkOrder } from "../contract.ts";
import type { AskedWork, FoundWork } from "../work.ts";
import type { listClashes } from "../work-contract.ts";
import { workOrderScope } from "./access.ts";
import { addActivity } from "./activity.ts";
import { applyWork } from "./apply-work.ts";
import { lockAssignee, refuseOtherTeam } from "./assign.ts";
import { presentOrder } from "./present.ts";
import { notifyThose, publishOrderChange } from "./publish-change.ts";
import { findOrder, lockOrder, timeZoneOf, type WorkOrderRecord } from "./queries.ts";
import { type ClashRow, clashObject, isOwnOrRuns, presentClash, runsBuildings } from "./work-columns.ts";

/*
 * Two changes of one order, made without knowing of each other (docs/decisions/022). Both are kept until the person who came
 * late, or whoever runs the building, chooses one.
 */

/** What of an order somebody else had changed meanwhile. */
export type Difference = FoundWork["what"];

/** As stored: `byId` is who had changed it. */
type StoredFound = FoundWork & { byId: number | null };

/**
 * Keeps what was asked for beside what the order is, without applying it, and asks those who may choose. A later change of the
 * same person takes the place of an earlier one; the log has both.
 */
export async function recordClash(
  ctx: SignedInCtx,
  order: WorkOrderRecord,
  { asked, difference }: { asked: AskedWork; difference: Difference },
): Promise<void> {
  const { db, actor, now, happenedAt } = ctx;
  const found = await foundIn(ctx, order, difference);
  // The new one has another id, so that nobody chooses what they have not read.
  await db
    .deleteFrom("work_order_clashes")
    .where("work_order_id", "=", order.id)
    .where("user_id", "=", actor.id)
    .where("resolved_at", "is", null)
    .execute();
  await db
    .insertInto("work_order_clashes")
    .values({
      work_order_id: order.id,
      property_id: order.property_id,
      asked: JSON.stringify(asked),
      found: JSON.stringify(found),
      user_id: actor.id,
      happened_at: happenedAt,
      created_at: now,
    })
    .execute();
  const timeZone = await timeZoneOf(ctx, order);
  const { byId, ...seenNow } = found;
  await addActivity(ctx, order, {
    actionType: "clash",
    particulars: { asked, found: seenNow, timeZone },
    internal: true,
  });
  const managers = await managersOf(ctx, order.property_id, { admins: "where-nobody-else" });
  const { id, title } = order;
  const particulars = { workOrderId: id, title, by: actor.fullName, asked, found: seenNow, timeZone };
  const content = { kind: "work-order.clash", particulars } as const;
  await notifyThose(ctx, order, [...managers, byId], content, { staffOnly: true });
  publishOrderChange(ctx, "work-order.work", order, true);
}

/** What the order is now, and who made it so. */
async function foundIn({ db }: SignedInCtx, order: WorkOrderRecord, what: Difference): Promise<StoredFound> {
  const kinds = {
    status: sql`action_type = 'status_changed' or (action_type = 'edited' and particulars @> '{"changes": [{"field": "status"}]}')`,
    assignee: sql`action_type = 'assigned'`,
    pause: sql`action_type = 'pause_changed'`,
  };
  const { rows } = await sql<{
    assignee: string | null;
    by: string | null;
    by_id: number | null;
    at: Date | null;
  }>`
    select (select full_name from users where id = ${order.assignee_id}::bigint) as assignee,
      last.user_name as by, last.user_id as by_id, coalesce(last.happened_at, last.created_at) as at
    from (select) one left join lateral (
      select user_name, user_id, happened_at, created_at from work_order_activity
      where work_order_id = ${order.id} and (${kinds[what]}) order by seq desc limit 1) last on true`.execute(
    db,
  );
  const { assignee = null, by = null, by_id: byId = null, at = null } = rows[0] ?? {};
  const { pause_reason: reason, paused_at, paused_until } = order;
  const isPaused = reason !== null && paused_at !== null;
  const rest = { since: paused_at?.toISOString() ?? "", until: paused_until?.toISOString() ?? null };
  return {
    what,
    status: order.status,
    assignee,
    // A check of the table allows the reasons only.
    pause: isPaused ? { reason: reason as NonNullable<FoundWork["pause"]>["reason"], ...rest } : null,
    by,
    byId,
    at: at?.toISOString() ?? null,
  };
}

/**
 * Chooses: `use` applies the late change to the order as it is now, otherwise the order stays as it is.
 * @throws AppError not_found; forbidden for other technicians, and to take the order of somebody else; conflict when the other
 * choice was made already, or when who is to have the order does not work in the building any more
 */
export async function resolveClashOf(
  ctx: SignedInCtx,
  { id, clashId, use }: { id: number; clashId: number; use: boolean },
): Promise<WorkOrder> {
  const { db, actor, now } = ctx;
  const order = await lockOrder(ctx, id);
  const clash = await db
    .selectFrom("work_order_clashes as k")
    .innerJoin("users as maker", "maker.id", "k.user_id")
    .leftJoin("users as resolver", "resolver.id", "k.resolved_by_id")
    .select([
      "k.id",
      "k.asked",
      "k.found",
      "k.user_id",
      "k.happened_at",
      "k.outcome",
      "maker.full_name as maker",
      "resolver.full_name as resolver",
    ])
    .where("k.id", "=", clashId)
    .where("k.work_order_id", "=", id)
    .executeTakeFirst();
  if (clash === undefined) throw notFound("choice");
  if (!isOwnOrRuns(clash, actor))
    throw forbidden("Only who made the change and who runs the building choose.");
  // Written by `recordClash`.
  const asked = clash.asked as unknown as AskedWork;
  const chosen = use ? "used" : "left";
  const present = async () => presentOrder(await findOrder(db, actor.accessScope, id), actor, now);
  if (clash.outcome !== null && clash.outcome !== chosen)
    throw conflict(`${clash.resolver} has chosen already.`, { current: await present() });
  if (clash.outcome !== null) return present();
  const takes = use && asked.takes === true && order.assignee_id !== clash.user_id;
  if (takes && !runsBuildings(actor)) await refuseTaken(ctx, order);
  const taker = takes ? await lockAssignee(ctx, order.property_id, clash.user_id) : undefined;
  if (takes && taker === undefined) throw conflict(`${clash.maker} does not work in this building any more.`);
  await settle(ctx, order, clash, chosen);
  if (use) await applyWork(ctx, order, asked, { taker, at: clash.happened_at });
  return present();
}

/** Leaves the user's open clash about an order they have worked on since: using it would undo that work. */
export async function leaveOwnClash(ctx: SignedInCtx, order: WorkOrderRecord): Promise<void> {
  const { db, actor } = ctx;
  const clash = await db
    .selectFrom("work_order_clashes")
    .select(["id", "asked", "found", "user_id"])
    .where("work_order_id", "=", order.id)
    .where("user_id", "=", actor.id)
    .where("resolved_at", "is", null)
    .executeTakeFirst();
  if (clash !== undefined) await settle(ctx, order, { ...clash, maker: actor.fullName }, "left");
}

type UnsettledClash = Pick<Selectable<WorkOrderClashesTable>, "id" | "asked" | "found" | "user_id"> & {
  maker: string;
};

/** Writes what was chosen, with its entry in the log, and tells the other side. */
async function settle(
  ctx: SignedInCtx,
  order: WorkOrderRecord,
  clash: UnsettledClash,
  chosen: "used" | "left",
): Promise<void> {
  const { db, actor, now } = ctx;
  await db
    .updateTable("work_order_clashes")
    .set({ resolved_at: now, resolved_by_id: actor.id, outcome: chosen })
    .where("id", "=", clash.id)
    .execute();
  // Written by `recordClash`.
  const asked = clash.asked as unknown as AskedWork;
  const { byId } = clash.found as unknown as StoredFound;
  const timeZone = await timeZoneOf(ctx, order);
  const choice = { asked, chosen, of: clash.maker, timeZone };
  await addActivity(ctx, order, { actionType: "clash", particulars: choice, internal: true });
  const particulars = { workOrderId: order.id, title: order.title, by: actor.fullName, ...choice };
  const content = { kind: "work-order.clash-settled", particulars } as const;
  await notifyThose(ctx, order, [clash.user_id, byId], content, { staffOnly: true });
  publishOrderChange(ctx, "work-order.work", order, true);
}

/** @throws AppError forbidden when somebody else has the order, or another team */
async function refuseTaken(ctx: SignedInCtx, order: WorkOrderRecord): Promise<void> {
  if (order.assignee_id !== null)
    throw forbidden("Somebody else has this work order. Whoever runs the building can give it to you.");
  await refuseOtherTeam(ctx, order);
}

/** The clashes that wait for this person's choice, oldest first. */
export async function clashesOf({ db, actor }: SignedInCtx): Promise<ResponseOf<typeof listClashes>> {
  const { rows } = await sql<{ clash: ClashRow; order: ResponseOf<typeof listClashes>[number]["order"] }>`
    select ${clashObject} as clash, json_build_object('id', o.id, 'title', o.title, 'status', o.status, 'timeZone', p.time_zone,
      'building', p.name, 'unitNumber', u.unit_number) as order
    from work_order_clashes k join users maker on maker.id = k.user_id join work_orders o on o.id = k.work_order_id
    join properties p on p.id = o.property_id left join units u on u.id = o.unit_id
    where k.resolved_at is null and o.deleted_at is null and ${workOrderScope(actor.accessScope, "write")}
      and (${actor.role !== "maintenance"} or k.user_id = ${actor.id})
    order by k.id limit 100`.execute(db);
  return rows.map(({ clash, order }) => ({ ...presentClash(clash, actor), order }));
}
