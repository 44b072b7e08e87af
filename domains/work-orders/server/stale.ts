import type { SignedInCtx } from "#server/http/context.ts";
import { conflict } from "#shared/errors.ts";
import { workOrderNumber } from "#shared/format/ids.ts";
import { statusLabel } from "../status.ts";
import { presentOrder } from "./present.ts";
import { findOrder, type WorkOrderRecord } from "./queries.ts";

/**
 * @throws AppError conflict when the user's version is not the present one, with the record as it is now and a sentence
 * that says who did what
 */
export async function refuseStale(
  ctx: SignedInCtx,
  order: WorkOrderRecord,
  seen: number | undefined,
): Promise<void> {
  if (seen !== undefined && seen !== order.version) await refuseAsStale(ctx, order);
}

/** @throws AppError conflict, as above */
export async function refuseAsStale(ctx: SignedInCtx, order: WorkOrderRecord): Promise<never> {
  const last = await ctx.db
    .selectFrom("work_order_activity")
    .select(["action_type", "user_name"])
    .where("work_order_id", "=", order.id)
    .where("action_type", "in", [
      "status_changed",
      "edited",
      "assigned",
      "due_changed",
      "visit_changed",
      "planned",
      "photos_changed",
      "pause_changed",
      "signature",
    ])
    .orderBy("seq", "desc")
    .limit(1)
    .executeTakeFirst();
  const who = last?.user_name ?? "Somebody else";
  const number = workOrderNumber(order.id);
  const what = {
    status_changed: `moved ${number} to ${statusLabel(order.status)}`,
    edited: `edited ${number}`,
    assigned: `changed who works on ${number}`,
    due_changed: `changed when ${number} is due`,
    visit_changed: `changed the visit for ${number}`,
    planned: `planned ${number}`,
    photos_changed: `changed the photos of ${number}`,
    pause_changed: `changed whether the work on ${number} rests`,
    signature: `signed ${number}`,
  }[last?.action_type ?? "edited"];
  throw conflict(`${who} ${what} in the meantime.`, {
    current: presentOrder(await findOrder(ctx.db, ctx.actor.accessScope, order.id), ctx.actor, ctx.now),
  });
}
