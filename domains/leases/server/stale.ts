import type { SignedInCtx } from "#server/http/context.ts";
import { conflict } from "#shared/errors.ts";
import { presentLease } from "./present.ts";
import { findLease, type LockedLease } from "./queries.ts";

/**
 * @throws AppError conflict with the lease, or the part of it that is `current`, as it is now and a sentence that says who changed it, when the caller's version
 * is not the present one
 */
export async function refuseStale(
  ctx: SignedInCtx,
  lease: LockedLease,
  seen: number | undefined,
  current?: () => unknown,
): Promise<void> {
  if (seen === undefined || seen === lease.version) return;
  const last = await ctx.db
    .selectFrom("audit_log")
    .select("actor_name")
    .where("subject_type", "=", "lease")
    .where("subject_id", "=", String(lease.id))
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  throw conflict(`${last?.actor_name ?? "Somebody else"} changed this lease in the meantime.`, {
    current: current?.() ?? presentLease(await findLease(ctx, lease.id), ctx.actor),
  });
}
