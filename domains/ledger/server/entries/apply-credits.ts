import { sql } from "kysely";
import type { Ctx } from "#server/http/context.ts";
import type { Day } from "#shared/calendar.ts";
import { type Cents, toCents } from "#shared/format/money.ts";
import { paymentOrder } from "./payment-order.ts";

export interface Allocation {
  leaseId: number;
  propertyId: number;
  creditId: number;
  chargeId: number;
  /** Negative if it undoes an earlier allocation. */
  amountCents: Cents;
}

interface OpenItem {
  entry_id: number;
  lease_id: number;
  property_id: number;
  open_cents: number;
}

/**
 * Applies open credits to unpaid charges on each of these leases, oldest credit first. Each credit goes first
 * to its `preferredCharges` (keyed by the credit's entry id), then to the others in `paymentOrder`
 * (requirements, "Ledger"). Any remainder stays unapplied until the next charge. The balance doesn't change. The
 * caller must lock the leases.
 */
export async function applyCredits(
  ctx: Ctx,
  leaseIds: readonly number[],
  {
    preferredCharges = new Map(),
    onDay,
  }: { preferredCharges?: ReadonlyMap<number, readonly number[]>; onDay?: Day } = {},
): Promise<void> {
  const { rows } = await sql<OpenItem>`
    select r.entry_id, r.lease_id, r.property_id, r.open_cents
    from receivables r join properties p on p.id = r.property_id
    where r.lease_id = any(${leaseIds}::bigint[]) and r.open_cents <> 0
      and r.lease_id in (select lease_id from receivables where lease_id = any(${leaseIds}::bigint[]) and open_cents < 0)
    order by ${paymentOrder(ctx)}`.execute(ctx.db);
  const openByLease = new Map<number, OpenItem[]>();
  for (const row of rows) openByLease.set(row.lease_id, [...(openByLease.get(row.lease_id) ?? []), row]);
  await writeAllocations(
    ctx,
    [...openByLease.values()].flatMap((openItems) => allocate(openItems, preferredCharges)),
    { onDay },
  );
}

/** Returns the allocations of one lease: which credit is applied to which charge, and how much. */
function allocate(
  openItems: OpenItem[],
  preferredCharges: ReadonlyMap<number, readonly number[]>,
): Allocation[] {
  const allocations: Allocation[] = [];
  const charges = openItems.filter(({ open_cents }) => open_cents > 0);
  for (const credit of openItems.filter(({ open_cents }) => open_cents < 0)) {
    const preferredIds = preferredCharges.get(credit.entry_id) ?? [];
    const sortedCharges = [
      ...preferredIds.flatMap((id) => charges.filter(({ entry_id }) => entry_id === id)),
      ...charges.filter(({ entry_id }) => !preferredIds.includes(entry_id)),
    ];
    for (const charge of sortedCharges) {
      const appliedCents = Math.min(charge.open_cents, -credit.open_cents);
      if (appliedCents === 0) continue;
      charge.open_cents -= appliedCents;
      credit.open_cents += appliedCents;
      allocations.push({
        leaseId: credit.lease_id,
        propertyId: credit.property_id,
        creditId: credit.entry_id,
        chargeId: charge.entry_id,
        amountCents: toCents(appliedCents),
      });
    }
  }
  return allocations;
}

/**
 * Writes allocations. Triggers update the open amounts, and the database rejects allocations above the open
 * amount.
 * An allocation is effective on `onDay`, the date of the entry that caused it (today at the property if
 * omitted), but never before the entries it connects. Credits dated up to a given day therefore pay what was
 * unpaid on that day, no matter when they were recorded.
 */
export async function writeAllocations(
  ctx: Ctx,
  allocations: readonly Allocation[],
  { reason = "", onDay }: { reason?: string; onDay?: Day } = {},
): Promise<void> {
  if (allocations.length === 0) return;
  await sql`
    insert into allocations (property_id, lease_id, credit_id, charge_id, amount_cents, on_day, reason, made_by_id, made_at)
    select "propertyId", "leaseId", "creditId", "chargeId", "amountCents",
      greatest(coalesce(${onDay ?? null}::date, (${ctx.now}::timestamptz at time zone p.time_zone)::date), credit.on_day, charge.on_day),
      ${reason}, ${ctx.actor?.id ?? null}, ${ctx.now}
    from json_to_recordset(${JSON.stringify(allocations)}::json)
      a("propertyId" bigint, "leaseId" bigint, "creditId" bigint, "chargeId" bigint, "amountCents" bigint)
    join properties p on p.id = a."propertyId" join receivables credit on credit.entry_id = a."creditId"
    join receivables charge on charge.entry_id = a."chargeId"`.execute(ctx.db);
}
