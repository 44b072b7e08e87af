import type { SignedInCtx } from "#server/http/context.ts";
import { conflict, invalid } from "#shared/errors.ts";
import { formatCents, toCents } from "#shared/format/money.ts";
import type { BodyOf } from "#shared/http/endpoint.ts";
import type { writeOff as writeOffEndpoint } from "../contract.ts";
import { findOpenCharge } from "./find-charge.ts";
import { entryDay, lockAccount } from "./lock-account.ts";
import { settleFirst } from "./settle-first.ts";
import { writeEntry } from "./write-entry.ts";

/**
 * Writes off an amount that will not be paid: of one charge, or of the balance, oldest first. Never more than is owed.
 * @throws AppError not_found; conflict for a draft or when nothing is owed; invalid for more than is owed
 */
export async function writeOff(
  ctx: SignedInCtx,
  leaseId: number,
  { chargeId, amountCents, reason, onDay }: BodyOf<typeof writeOffEndpoint>,
): Promise<number> {
  const account = await lockAccount(ctx, leaseId);
  const day = entryDay(account, onDay);
  if (account.balanceCents <= 0) throw conflict("Nothing is owed on this lease.");
  const charge = chargeId === undefined ? undefined : await findOpenCharge(ctx, account, chargeId);
  const owed = toCents(Math.min(account.balanceCents, charge?.openCents ?? account.balanceCents));
  const amount = amountCents ?? owed;
  if (amount > owed) throw invalid({ amountCents: `Only ${formatCents(owed)} is owed.` });
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
      amountCents: amount,
      owed: { dueOn: day, countsAs: "credited", chargeKind: charge?.kind ?? null },
    },
    "ledger.written-off",
  );
  await settleFirst(
    ctx,
    account,
    { id, amountCents: amount, onDay: day },
    charge === undefined ? [] : [charge],
  );
  return id;
}
