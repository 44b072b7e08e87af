import { sql } from "kysely";
import type { SignedInCtx } from "#server/http/context.ts";
import { refreshActor } from "#server/http/requests/session.ts";
import { conflict, forbidden, unauthenticated } from "#shared/errors.ts";

/** The limit of open work orders while an access request is pending. */
const maxPendingWorkOrders = 3;

/**
 * Reloads the user, because an upload can take minutes in which the session or the lease can end. Locks the
 * user, so that a work order and the decision on an access request run one after the other. Otherwise a work
 * order could wait for an approval that was already given.
 * @throws AppError unauthenticated if the session has ended
 */
export async function withCurrentActor(ctx: SignedInCtx): Promise<SignedInCtx> {
  if (ctx.actor.membership !== "active")
    await sql`select id from users where id = ${ctx.actor.id} for no key update`.execute(ctx.db);
  const actor = await refreshActor(ctx, ctx.actor);
  if (actor === null) throw unauthenticated();
  return { ...ctx, actor };
}

/**
 * Checks whether the user can report a problem. Called before an upload, to avoid decoding photos for
 * nothing, and again when the work order is created.
 * @throws AppError forbidden if the user was declined; conflict at the limit of open work orders while the
 * request is pending
 */
export async function assertCanReport({ db, actor }: SignedInCtx): Promise<void> {
  if (actor.membership === "declined")
    throw forbidden("Your registration was declined. You can request your unit again.");
  if (actor.membership !== "pending") return;
  const { openCount } = await db
    .selectFrom("work_orders")
    .select((row) => row.fn.countAll<number>().as("openCount"))
    .where("created_by_id", "=", actor.id)
    .where("deleted_at", "is", null)
    .where("status", "not in", ["completed", "cancelled"])
    .executeTakeFirstOrThrow();
  if (openCount >= maxPendingWorkOrders)
    throw conflict(
      `You can have up to ${maxPendingWorkOrders} open work orders until your account is approved.`,
    );
}
