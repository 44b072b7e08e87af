import { sql } from "kysely";
import type { SignedInCtx } from "#server/http/context.ts";
import { actorAgain } from "#server/http/session.ts";
import { conflict, forbidden, unauthenticated } from "#shared/errors.ts";

/** The most open orders a person may have while the claim to a unit awaits approval. */
const pendingOpenMax = 3;

/**
 * The context with the user as of now. An upload may take minutes, in which the session may end or the tenancy change. The
 * lock on the user makes the decision on a claim wait for the report, or the report for the decision; otherwise an order
 * could await an approval that was already given.
 * @throws AppError unauthenticated when the session has ended
 */
export async function withCurrentActor(ctx: SignedInCtx): Promise<SignedInCtx> {
  if (ctx.actor.membership !== "active")
    await sql`select id from users where id = ${ctx.actor.id} for no key update`.execute(ctx.db);
  const actor = await actorAgain(ctx, ctx.actor);
  if (actor === null) throw unauthenticated();
  return { ...ctx, actor };
}

/**
 * Checked before an upload is read, so that no photos are decoded for an order that will be refused, and again when the
 * order is created.
 * @throws AppError forbidden after a refusal; conflict with three open orders while the claim waits
 */
export async function refuseWithoutMembership({ db, actor }: SignedInCtx): Promise<void> {
  if (actor.membership === "refused")
    throw forbidden("Your registration was not approved. You can claim your unit again.");
  if (actor.membership !== "pending") return;
  const { open } = await db
    .selectFrom("work_orders")
    .select((row) => row.fn.countAll<number>().as("open"))
    .where("created_by_id", "=", actor.id)
    .where("deleted_at", "is", null)
    .where("status", "not in", ["completed", "cancelled"])
    .executeTakeFirstOrThrow();
  if (open >= pendingOpenMax)
    throw conflict(`Until your account is approved you can have ${pendingOpenMax} open work orders.`);
}
