import type { SignedInCtx } from "#server/http/context.ts";
import { addActivity } from "./activity.ts";
import { announce } from "./announce.ts";

/** No longer to be done, so nobody has to take them over. */
const settled = ["completed", "cancelled"];

/**
 * Takes a technician's unfinished orders back into the queue, but those in the buildings of `keptIn`, each with an entry
 * in its log; in the transaction of what makes it necessary. Gives how many. Called by the accounts domain.
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
    await addActivity(ctx, order, {
      actionType: "assigned",
      message: `Assignment taken back: ${reason}`,
      details: { from: assigneeId, to: null },
    });
    announce(ctx, "work-order.changed", order);
  }
  return handedBack.length;
}
