import type { SignedInCtx } from "#server/http/context.ts";
import { inOneStatement, inTransaction } from "#server/http/transaction.ts";
import { forbidden } from "#shared/errors.ts";
import type { WorkOrder } from "../contract.ts";
import type { Status } from "../status.ts";
import { movesFor, presentOrder } from "./present.ts";
import { findOrder, lockOrder, type WorkOrderDetails } from "./queries.ts";
import { refuseStale } from "./stale.ts";
import { writeMove } from "./write-move.ts";

/**
 * Moves an order (WO-26, ROLE-18), in a statement or a transaction of its own. A move to where it stands changes nothing.
 * @throws AppError not_found, forbidden, or conflict when `seen` is an old version
 */
export async function changeStatus(
  ctx: SignedInCtx,
  id: number,
  status: Status,
  seen: number | undefined,
): Promise<WorkOrder> {
  const { actor, now } = ctx;
  // Staff may move anything anywhere, so that only a move that changed nothing has to be looked into.
  const moved =
    actor.role === "tenant"
      ? undefined
      : await inOneStatement(ctx.db, (db) => writeMove({ ...ctx, db }, id, status, seen));
  return presentOrder(
    moved ?? (await inTransaction(ctx.db, (db) => moveAfterLook({ ...ctx, db }, id, status, seen))),
    actor,
    now,
  );
}

async function moveAfterLook(
  ctx: SignedInCtx,
  id: number,
  status: Status,
  seen: number | undefined,
): Promise<WorkOrderDetails> {
  const { actor, now } = ctx;
  const order = await lockOrder(ctx, id);
  if (order.status !== status) {
    await refuseStale(ctx, order, seen);
    if (!movesFor(order, actor.id, actor.role, now).includes(status))
      throw forbidden(
        "You can cancel your own open work order, and reopen it within 7 days of its completion.",
      );
    await writeMove(ctx, id, status, seen);
  }
  return findOrder(ctx.db, actor.reach, id);
}
