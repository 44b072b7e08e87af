import { sql } from "kysely";
import type { Ctx } from "#server/http/context.ts";
import { invalid } from "#shared/errors.ts";
import type { EntryKind, LedgerChargeKind } from "../../accounts.ts";
import type { LockedAccount } from "./lock-account.ts";

export interface Charge {
  id: number;
  /** Null for an opening balance, and for a credit that was paid out. */
  kind: LedgerChargeKind | null;
  entryKind: EntryKind;
  description: string;
  openCents: number;
}

/**
 * Returns the charges of the lease with these ids, in the same order. @throws AppError invalid, on `field`,
 * if an id isn't a charge of the lease
 */
export async function findCharges(
  ctx: Ctx,
  { leaseId }: Pick<LockedAccount, "leaseId">,
  ids: readonly number[],
  field: string,
): Promise<Charge[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<Charge>`
    select r.entry_id as id, r.charge_kind as kind, e.kind as "entryKind", e.description, r.open_cents as "openCents"
    from receivables r join ledger_entries e on e.id = r.entry_id
    where r.lease_id = ${leaseId} and r.amount_cents > 0 and e.kind <> 'reversal' and r.entry_id = any(${ids}::bigint[])`.execute(
    ctx.db,
  );
  return ids.map((id) => {
    const charge = rows.find((row) => row.id === id);
    if (charge === undefined) throw invalid({ [field]: "This charge isn't on this lease." });
    return charge;
  });
}

/** Returns a charge that isn't fully paid. @throws AppError invalid */
export async function findOpenCharge(ctx: Ctx, account: LockedAccount, id: number): Promise<Charge> {
  const [charge] = await findCharges(ctx, account, [id], "chargeId");
  if (charge === undefined || charge.openCents === 0)
    throw invalid({
      chargeId: "This charge is fully paid. To reduce it, add a credit.",
    });
  return charge;
}
