import type { Ctx } from "#server/http/context.ts";
import type { Day } from "#shared/calendar.ts";
import { toCents } from "#shared/format/money.ts";
import { type Allocation, applyCredits, writeAllocations } from "./apply-credits.ts";
import type { Charge } from "./find-charge.ts";
import type { LockedAccount } from "./lock-account.ts";

/**
 * Applies a new credit to `charges` first, in their order, then to other unpaid charges in the default order.
 */
export async function applyCreditFirst(
  ctx: Ctx,
  { leaseId, propertyId }: LockedAccount,
  credit: { id: number; amountCents: number; onDay: Day },
  charges: readonly Charge[],
): Promise<void> {
  const allocations: Allocation[] = [];
  let leftCents = credit.amountCents;
  for (const charge of charges) {
    const appliedCents = Math.min(leftCents, charge.openCents);
    if (appliedCents === 0) continue;
    leftCents -= appliedCents;
    allocations.push({
      leaseId,
      propertyId,
      creditId: credit.id,
      chargeId: charge.id,
      amountCents: toCents(appliedCents),
    });
  }
  const { onDay } = credit;
  await writeAllocations(ctx, allocations, { onDay });
  await applyCredits(ctx, [leaseId], { onDay });
}
