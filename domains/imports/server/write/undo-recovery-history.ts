import { type RawBuilder, sql } from "kysely";
import { lockPropertyMonths } from "#domains/ledger/server/entries/lock-account.ts";
import { setHistory } from "#domains/recoveries/server/history/set-history.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import { recordIds } from "./import-records.ts";

interface LeaseYear {
  leaseId: number;
  propertyId: number;
  poolId: number;
  year: number;
}

/** Locks the leases with amounts of an import, and waits for a reconciliation that is being issued with them. */
export async function lockRecoveryHistory(ctx: SignedInCtx, importId: number): Promise<void> {
  const { rows } = await sql<{ propertyId: number }>`
    select property_id as "propertyId" from leases
    where id in (select lease_id from recovery_history where id in ${recordIds(importId, "recovery-history")})
    order by id for no key update`.execute(ctx.db);
  await lockPropertyMonths(
    ctx,
    rows.map(({ propertyId }) => propertyId),
  );
}

/** Whether a reconciliation was issued that the amounts of an import could have been part of. */
export const isHistoryReconciled = (importId: number): RawBuilder<boolean> => sql`exists (
  select from recovery_history h join reconciliations r on r.property_id = h.property_id and r.issued_at >= h.made_at and r.year >= h.year
  where h.id in ${recordIds(importId, "recovery-history")})`;

/** Removes the amounts of an import from their leases, with a reason for the history of the leases. */
export async function deleteRecoveryHistory(
  ctx: SignedInCtx,
  importId: number,
  reason: string,
): Promise<void> {
  const { rows } = await sql<LeaseYear>`
    select lease_id as "leaseId", pool_id as "poolId", year from recovery_history
    where id in ${recordIds(importId, "recovery-history")} order by lease_id, pool_id, year`.execute(ctx.db);
  const nothing = { baseCents: null, cappedCents: null, shareCents: null, estimatesCents: null };
  for (const { leaseId, poolId, year } of rows)
    await setHistory(ctx, leaseId, { poolId, year, ...nothing, reason }, undefined);
}
