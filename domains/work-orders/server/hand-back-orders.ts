import type { SignedInCtx } from "#server/http/context.ts";
import { managersOf } from "#server/notifications/managers.ts";
import { notify } from "#server/notifications/notify.ts";
import { addActivity } from "./activity.ts";
import { publishOrderChange } from "./publish-change.ts";
import type { WorkOrderRecord } from "./queries.ts";
import { teamOf } from "./teams.ts";

/** Finished statuses: nobody has to take these orders over. */
const settled = ["completed", "cancelled"];

/**
 * Puts a technician's unfinished orders back into the queue, except those in the buildings of `keptIn`, each with an entry
 * in its log, in the caller's transaction; time that runs there ends. Those who run the buildings are notified, as the orders need a new assignee.
 * Returns how many orders it handed back. Called by the accounts domain.
 */
export async function handBackOrders(
  ctx: SignedInCtx,
  { assigneeId, keptIn, reason }: { assigneeId: number; keptIn: number[] | "everywhere"; reason: string },
): Promise<number> {
  if (keptIn === "everywhere") return 0;
  const { db, now } = ctx;
  const orders = await db
    .selectFrom("work_orders")
    .select("id")
    .where("assignee_id", "=", assigneeId)
    .where("deleted_at", "is", null)
    .where("status", "not in", settled)
    .$if(keptIn.length > 0, (query) => query.where("property_id", "not in", keptIn))
    .orderBy("id")
    .forUpdate()
    .execute();
  await db
    .updateTable("work_order_times")
    .set((row) => ({
      ended_at: row.fn<Date>("greatest", ["started_at", row.val(now)]),
      version: row("version", "+", 1),
    }))
    .where("user_id", "=", assigneeId)
    .where("ended_at", "is", null)
    .$if(keptIn.length > 0, (query) => query.where("property_id", "not in", keptIn))
    .execute();
  if (orders.length === 0) return 0;
  const handedBack = await db
    .updateTable("work_orders")
    .set((row) => ({ assignee_id: null, updated_at: now, version: row("version", "+", 1) }))
    .where(
      "id",
      "in",
      orders.map(({ id }) => id),
    )
    .returningAll()
    .execute();
  for (const order of handedBack) {
    const team = await teamOf(ctx, order.team_id, null);
    await addActivity(ctx, order, {
      actionType: "assigned",
      particulars: { from: assigneeId, to: null, ...(team === null ? {} : { backTo: team.name }), reason },
    });
    publishOrderChange(ctx, "work-order.changed", order);
  }
  await notifyManagers(ctx, handedBack, reason);
  return handedBack.length;
}

/** Sends one notification for several orders in one building. */
async function notifyManagers(
  ctx: SignedInCtx,
  orders: readonly WorkOrderRecord[],
  reason: string,
): Promise<void> {
  for (const propertyId of new Set(orders.map((order) => order.property_id))) {
    const here = orders.filter((order) => order.property_id === propertyId);
    const [first] = here;
    if (first === undefined) continue;
    const userIds = await managersOf(ctx, propertyId, { admins: "where-nobody-else", but: ctx.actor.id });
    await notify(ctx, userIds, {
      kind: "work-order.assigned",
      propertyId,
      ...(here.length === 1
        ? { particulars: { workOrderId: first.id, title: first.title, assignee: null, reason } }
        : {
            particulars: { count: here.length, reason },
            link: `/work-orders?propertyId=${propertyId}&assignee=none`,
          }),
    });
  }
}
