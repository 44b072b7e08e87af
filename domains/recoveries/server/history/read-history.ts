import { sql } from "kysely";
import { moneyScope } from "#domains/leases/server/access.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import { type CsvTable, rowsFromArray } from "#server/http/endpoints/csv.ts";
import { notFound } from "#shared/errors.ts";
import { toPlainDollars } from "#shared/format/dollars.ts";
import type { RecoveryHistory, RecoveryHistoryRow } from "../../history-contract.ts";

/**
 * Returns a lease's amounts from the previous system.
 * @throws AppError not_found if the lease is missing or the user can't see its money
 */
export async function readHistory({ db, actor }: SignedInCtx, leaseId: number): Promise<RecoveryHistory> {
  const { rows: leases } = await sql<Pick<RecoveryHistory, "version" | "pools">>`
    select l.version,
      (select json_agg(json_build_object('id', o.id, 'name', o.name) order by o.position, o.id) from expense_pools o) as pools
    from leases l where l.id = ${leaseId} and ${moneyScope(actor.accessScope)}`.execute(db);
  const [lease] = leases;
  if (lease === undefined) throw notFound("lease");
  const { rows } = await sql<RecoveryHistoryRow>`
    select h.pool_id as "poolId", o.name as pool, h.year, h.base_cents as "baseCents", h.capped_cents as "cappedCents",
      h.share_cents as "shareCents", h.estimates_cents as "estimatesCents", h.share_cents - h.estimates_cents as "dueCents",
      u.full_name as "enteredBy", to_char(h.made_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "enteredAt"
    from recovery_history h join expense_pools o on o.id = h.pool_id left join users u on u.id = h.made_by_id
    where h.lease_id = ${leaseId} order by h.year desc, o.position, o.id`.execute(db);
  return { leaseId, rows, pools: lease.pools ?? [], version: lease.version };
}

/** @throws AppError not_found */
export async function buildHistoryTable(
  ctx: SignedInCtx,
  leaseId: number,
): Promise<CsvTable<RecoveryHistoryRow>> {
  const { rows } = await readHistory(ctx, leaseId);
  const toCell = (cents: number | null) => (cents === null ? "" : toPlainDollars(cents));
  return {
    name: `recovery-history-of-lease-${leaseId}`,
    columns: {
      Pool: ({ pool }) => pool,
      Year: ({ year }) => year,
      "Base year cost (USD)": ({ baseCents }) => toCell(baseCents),
      "Controllable costs billed (USD)": ({ cappedCents }) => toCell(cappedCents),
      "Share (USD)": ({ shareCents }) => toCell(shareCents),
      "Estimates billed (USD)": ({ estimatesCents }) => toCell(estimatesCents),
      "Due (USD)": ({ dueCents }) => toCell(dueCents),
      "Entered by": ({ enteredBy }) => enteredBy ?? "",
      "Entered (UTC)": ({ enteredAt }) => new Date(enteredAt),
    },
    rows: rowsFromArray(rows),
  };
}
