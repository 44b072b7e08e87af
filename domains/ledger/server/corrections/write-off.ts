import type { SignedInCtx } from "#server/http/context.ts";
import { conflict, invalid } from "#shared/errors.ts";
import { formatCents, toCents } from "#shared/format/money.ts";
import type { BodyOf } from "#shared/http/endpoint.ts";
import type { writeOff as writeOffEndpoint } from "../../contract.ts";
import { applyCreditFirst } from "../entries/apply-credit-first.ts";
import { findOpenCharge } from "../entries/find-charge.ts";
import { lockAccount, resolveEntryDay } from "../entries/lock-account.ts";
import { writeEntry } from "../entries/write-entry.ts";

/**
 * Writes off an uncollectible amount, from one charge or from the balance. Never more than the amount
 * due.
 * @throws AppError not_found; conflict for a draft or if nothing is due; invalid for more than the amount due
 */
export async function writeOff(
  ctx: SignedInCtx,
  leaseId: number,
  { chargeId, amountCents, reason, onDay }: BodyOf<typeof writeOffEndpoint>,
): Promise<number> {
  const account = await lockAccount(ctx, leaseId);
  const day = resolveEntryDay(account, onDay);
  if (account.balanceCents <= 0) throw conflict("This lease has no balance due.");
  const charge = chargeId === undefined ? undefined : await findOpenCharge(ctx, account, chargeId);
  const dueCents = toCents(Math.min(account.balanceCents, charge?.openCents ?? account.balanceCents));
  const writtenOffCents = amountCents ?? dueCents;
  if (writtenOffCents > dueCents) throw invalid({ amountCents: `Only ${formatCents(dueCents)} is due.` });
  const id = await writeEntry(
    ctx,
    account,
    {
      kind: "write-off",
      onDay: day,
      description: charge === undefined ? "Written off" : `Written off: ${charge.description}`,
      reason,
      debit: "write-offs",
      credit: "receivable",
      amountCents: writtenOffCents,
      receivable: { dueOn: day, countsAs: "credited", chargeKind: charge?.kind ?? null },
    },
    "ledger.written-off",
  );
  await applyCreditFirst(
    ctx,
    account,
    { id, amountCents: writtenOffCents, onDay: day },
    charge === undefined ? [] : [charge],
  );
  return id;
}
