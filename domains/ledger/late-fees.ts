import type { ScheduledCharge } from "#domains/leases/schedule.ts";
import type { ChargeKind, EffectiveTerms, LateFee, Terms } from "#domains/leases/terms.ts";
import { addDays, type Day, maxDay } from "#shared/calendar.ts";
import { type Cents, toCents } from "#shared/format/money.ts";
import { roundHalfUp } from "#shared/fraction.ts";

/*
 * Late fees (requirements, "Charges"). The rent of one due date incurs up to one late fee under its terms, on
 * the day after the grace period. The fee is based on the rent still unpaid when that day starts. Payments
 * count from their effective date, no matter when they were recorded. A payment recorded after the fee
 * reverses it if the rent was fully paid in time. Credits, waivers, and write-offs always count. Late fees
 * and other charges don't incur late fees, and neither does rent due before the lease was first charged in
 * this portal.
 */

/** The date on which the unpaid part of a charge incurs a late fee. Null if it never does. */
export const getLateFeeDay = (
  { lateFee, graceDays }: Terms,
  { kind, dueOn }: { kind: ChargeKind; dueOn: Day },
): Day | null => (kind === "rent" && lateFee !== null ? addDays(dueOn, graceDays + 1) : null);

/**
 * Calculates the late fee on the unpaid rent of one due date: a fixed amount, or a percentage rounded half
 * up, limited by the cap.
 */
export function calculateLateFee({ charge, capCents }: LateFee, openCents: Cents): Cents {
  if (openCents <= 0) return toCents(0);
  const fee =
    "cents" in charge
      ? charge.cents
      : roundHalfUp({
          numerator: BigInt(openCents) * BigInt(charge.basisPoints),
          denominator: 10_000n,
        });
  return capCents === null ? fee : toCents(Math.min(fee, capCents));
}

/** A late fee that will be charged unless the rent is paid first. */
export interface UpcomingLateFee {
  /** The due date of the rent. */
  dueOn: Day;
  feeOn: Day;
  rentCents: Cents;
  feeCents: Cents;
}

/** Returns the late fees that `charges` would incur if no rent was paid in time, one per due date. */
export function previewLateFees(
  versions: readonly EffectiveTerms[],
  charges: readonly ScheduledCharge[],
): UpcomingLateFee[] {
  const feesByDueDate = new Map<Day, { feeOn: Day; rentCents: Cents; termsNumber: number; rule: LateFee }>();
  for (const charge of charges) {
    const terms = versions.find(({ number }) => number === charge.termsNumber)?.terms;
    const feeOn = terms === undefined ? null : getLateFeeDay(terms, charge);
    if (feeOn === null || terms?.lateFee == null) continue;
    const { dueOn, termsNumber, amountCents } = charge;
    const previousFee = feesByDueDate.get(dueOn) ?? { feeOn, rentCents: 0, termsNumber, rule: terms.lateFee };
    // If the terms changed within the month, the later terms decide the fee.
    const isLater = termsNumber > previousFee.termsNumber;
    feesByDueDate.set(dueOn, {
      feeOn: maxDay(feeOn, previousFee.feeOn),
      rentCents: toCents(previousFee.rentCents + amountCents),
      termsNumber: isLater ? termsNumber : previousFee.termsNumber,
      rule: isLater ? terms.lateFee : previousFee.rule,
    });
  }
  return [...feesByDueDate]
    .map(([dueOn, { feeOn, rentCents, rule }]) => ({
      dueOn,
      feeOn,
      rentCents,
      feeCents: calculateLateFee(rule, rentCents),
    }))
    .filter(({ feeCents }) => feeCents > 0);
}
