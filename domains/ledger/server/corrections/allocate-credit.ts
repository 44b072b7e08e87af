import { sql } from "kysely";
import { publishLeaseChange } from "#domains/leases/server/publish-change.ts";
import { audit } from "#server/audit.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import { conflict, invalid } from "#shared/errors.ts";
import { formatCents, negate, toCents } from "#shared/format/money.ts";
import type { BodyOf } from "#shared/http/endpoint.ts";
import type { EntryKind } from "../../accounts.ts";
import type { allocateCredit as allocateCreditEndpoint } from "../../contract.ts";
import { writeAllocations } from "../entries/apply-credits.ts";
import { isMovable } from "../entries/entry-actions.ts";
import { type Charge, findCharges } from "../entries/find-charge.ts";
import { lockAccount } from "../entries/lock-account.ts";

interface Credit {
  kind: EntryKind;
  description: string;
  /** Excludes the part that was refunded or paid out. */
  amountCents: number;
  openCents: number;
  reversedById: number | null;
  /** The charges it's applied to now. */
  allocated: { chargeId: number; amountCents: number }[];
}

/**
 * Applies a credit to the given charges, replacing its current allocations. Any remainder stays unapplied until
 * the next entry on the account, which applies it in the default order. The balance doesn't change.
 * @throws AppError not_found; conflict for a credit tied to its charge, or if nothing would change; invalid
 * if an amount exceeds the charge's unpaid amount, or the total exceeds the credit
 */
export async function allocateCredit(
  ctx: SignedInCtx,
  leaseId: number,
  { creditId, charges, reason }: BodyOf<typeof allocateCreditEndpoint>,
): Promise<void> {
  const account = await lockAccount(ctx, leaseId);
  const credit = await findCredit(ctx, leaseId, creditId);
  if (!isMovable(credit)) throw conflict("This entry can't be applied to a different charge.");
  const oldCentsByCharge = new Map(
    credit.allocated.map(({ chargeId, amountCents }) => [chargeId, amountCents]),
  );
  const newCentsByCharge = new Map(charges.map(({ chargeId, amountCents }) => [chargeId, amountCents]));
  if (newCentsByCharge.size < charges.length) throw invalid({ charges: "Select each charge only once." });
  const chargesToPay = await findCharges(ctx, account, [...newCentsByCharge.keys()], "charges");
  assertAmountsAvailable(credit, chargesToPay, { oldCentsByCharge, newCentsByCharge });
  const allocationChanges = [...new Set([...oldCentsByCharge.keys(), ...newCentsByCharge.keys()])]
    .map((chargeId) => ({
      chargeId,
      amount: (newCentsByCharge.get(chargeId) ?? 0) - (oldCentsByCharge.get(chargeId) ?? 0),
    }))
    .filter(({ amount }) => amount !== 0);
  if (allocationChanges.length === 0) throw conflict("This entry is already applied to these charges.");
  await writeAllocations(
    ctx,
    allocationChanges.map(({ chargeId, amount }) => ({
      leaseId,
      propertyId: account.propertyId,
      creditId,
      chargeId,
      amountCents: toCents(amount),
    })),
    { reason },
  );
  await audit(ctx, {
    action: "ledger.credit-reapplied",
    subjectType: "lease",
    subjectId: leaseId,
    propertyId: account.propertyId,
    details: {
      entry: credit.description,
      before: Object.fromEntries(oldCentsByCharge),
      after: Object.fromEntries(newCentsByCharge),
      reason,
    },
  });
  publishLeaseChange(ctx, { id: leaseId, property_id: account.propertyId });
}

/**
 * @throws AppError invalid if an amount exceeds the charge's unpaid amount, or the total exceeds the credit
 */
function assertAmountsAvailable(
  credit: Credit,
  charges: readonly Charge[],
  {
    oldCentsByCharge,
    newCentsByCharge,
  }: Record<"oldCentsByCharge" | "newCentsByCharge", Map<number, number>>,
): void {
  for (const [index, { id, openCents }] of charges.entries()) {
    const availableCents = toCents(openCents + (oldCentsByCharge.get(id) ?? 0));
    if ((newCentsByCharge.get(id) ?? 0) > availableCents)
      throw invalid({
        [`charges.${index}.amountCents`]: `Only ${formatCents(availableCents)} of this charge is unpaid.`,
      });
  }
  const totalCents = [...newCentsByCharge.values()].reduce((sum, cents) => sum + cents, 0);
  if (totalCents > -credit.amountCents)
    throw invalid({
      charges: `That's more than the ${formatCents(negate(credit.amountCents))} available.`,
    });
}

async function findCredit(ctx: SignedInCtx, leaseId: number, creditId: number): Promise<Credit> {
  const { rows } = await sql<Credit>`
    select e.kind, e.description, (r.amount_cents + coalesce((select sum(a.amount_cents) from allocations a
        join ledger_entries payback on payback.id = a.charge_id and payback.kind in ('refund', 'credit-paid-out') where a.credit_id = e.id), 0))::bigint as "amountCents",
      r.open_cents as "openCents",
      (select reversal.id from ledger_entries reversal where reversal.reverses_id = e.id) as "reversedById",
      (select coalesce(json_agg(json_build_object('chargeId', s.charge_id, 'amountCents', s.amount)), '[]')
        from (select charge_id, sum(amount_cents) as amount from allocations
            join ledger_entries charge on charge.id = charge_id and charge.kind not in ('refund', 'credit-paid-out') where credit_id = e.id
          group by charge_id having sum(amount_cents) <> 0) s) as allocated
    from ledger_entries e join receivables r on r.entry_id = e.id
    where e.id = ${creditId} and e.lease_id = ${leaseId} and r.amount_cents < 0`.execute(ctx.db);
  const credit = rows[0];
  if (credit === undefined) throw invalid({ creditId: "This payment or credit isn't on this lease." });
  return credit;
}
