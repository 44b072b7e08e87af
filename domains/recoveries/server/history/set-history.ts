import { assertCurrentLeaseVersion } from "#domains/leases/server/assert-current-version.ts";
import { publishLeaseChange } from "#domains/leases/server/publish-change.ts";
import { lockLease } from "#domains/leases/server/queries.ts";
import { audit, diffFields } from "#server/audit.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import { invalid } from "#shared/errors.ts";
import type { BodyOf } from "#shared/http/endpoint.ts";
import type { setRecoveryHistory as setEndpoint } from "../../history-contract.ts";
import { readHistory } from "./read-history.ts";

const amounts = ["baseCents", "cappedCents", "shareCents", "estimatesCents"] as const;
const nothing = { baseCents: null, cappedCents: null, shareCents: null, estimatesCents: null };

/**
 * Sets a lease's amounts in a pool and year from the previous system, or removes them if all are null (REC-21). A
 * change of entered amounts is logged with its reason.
 * @throws AppError not_found; invalid, with the field; conflict if the version is outdated
 */
export async function setHistory(
  ctx: SignedInCtx,
  leaseId: number,
  { version: _, reason, ...input }: BodyOf<typeof setEndpoint>,
  expectedVersion: number | undefined,
): Promise<void> {
  const lease = await lockLease(ctx, leaseId);
  const current = await readHistory(ctx, leaseId);
  await assertCurrentLeaseVersion(ctx, lease, expectedVersion, () => current);
  const { poolId, year } = input;
  const pool = current.pools.find(({ id }) => id === poolId);
  const known = current.rows.find((row) => row.poolId === poolId && row.year === year);
  const changes = diffFields<typeof nothing | typeof input, (typeof amounts)[number]>(
    known ?? nothing,
    input,
    amounts,
  );
  const errors: Record<string, string> = {};
  if (pool === undefined) errors.poolId = "This pool no longer exists. Select another one.";
  const thisYear = Number(lease.today.slice(0, 4));
  if (year > thisYear) errors.year = `Enter a year up to ${thisYear}.`;
  if (known !== undefined && reason === "") errors.reason = "Enter a reason for the change";
  if (changes.length === 0)
    errors.baseCents = known === undefined ? "Enter at least one amount." : "Nothing has changed.";
  if (pool === undefined || Object.keys(errors).length > 0) throw invalid(errors);
  const hasAmounts = amounts.some((field) => input[field] !== null);
  const row = {
    base_cents: input.baseCents,
    capped_cents: input.cappedCents,
    share_cents: input.shareCents,
    estimates_cents: input.estimatesCents,
    made_by_id: ctx.actor.id,
    made_at: ctx.now,
  };
  if (hasAmounts)
    await ctx.db
      .insertInto("recovery_history")
      .values({ lease_id: leaseId, property_id: lease.property_id, pool_id: poolId, year, ...row })
      .onConflict((conflict) =>
        conflict
          .columns(["lease_id", "pool_id", "year"])
          .doUpdateSet((eb) => ({ ...row, version: eb("recovery_history.version", "+", 1) })),
      )
      .execute();
  else
    await ctx.db
      .deleteFrom("recovery_history")
      .where("lease_id", "=", leaseId)
      .where("pool_id", "=", poolId)
      .where("year", "=", year)
      .execute();
  await ctx.db
    .updateTable("leases")
    .set({ version: lease.version + 1 })
    .where("id", "=", leaseId)
    .execute();
  await audit(ctx, {
    action: "lease.recovery-history-set",
    subjectType: "lease",
    subjectId: leaseId,
    propertyId: lease.property_id,
    details: { pool: pool.name, year, changes, ...(reason === "" ? {} : { reason }) },
  });
  publishLeaseChange(ctx, lease);
}
