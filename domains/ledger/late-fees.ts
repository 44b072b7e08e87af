import type { ScheduledCharge } from "#domains/leases/schedule.ts";
import type { ChargeKind, LateFee, Terms, TermsFrom } from "#domains/leases/terms.ts";
import { addDays, type Day, later } from "#shared/calendar.ts";
import { roundHalfUp } from "#shared/exact.ts";
import { type Cents, toCents } from "#shared/format/money.ts";

/*
 * Late fees (requirements, "Charges"): charged once for each due date of rent, by the terms of that rent, on the day after
 * the grace days. The fee is on the rent that was still open when that day began: payments count from the day they are
 * dated, whenever they were recorded, and one that is entered after the fee takes it back if nothing was open then; credits,
 * waivers and write-offs count from the beginning. Fees and other charges cost no late fee, and neither does rent that was
 * due before the lease was first charged here.
 */

/** The day on which the open part of a charge costs a late fee; null when it never does. */
export const lateFeeDay = (
  { lateFee, graceDays }: Terms,
  { kind, dueOn }: { kind: ChargeKind; dueOn: Day },
): Day | null => (kind === "rent" && lateFee !== null ? addDays(dueOn, graceDays + 1) : null);

/** The late fee on `openCents` of rent of one due date: the amount, or the share rounded half up, and at most the cap. */
export function lateFeeOf({ charge, capCents }: LateFee, openCents: Cents): Cents {
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

/** A late fee that will be charged unless the rent is paid before. */
export interface LateFeeAhead {
  /** The due date of the rent. */
  dueOn: Day;
  feeOn: Day;
  rentCents: Cents;
  feeCents: Cents;
}

/** The late fees of `charges` if none of their rent were paid in time, one per due date. */
export function lateFeesAhead(
  versions: readonly TermsFrom[],
  charges: readonly ScheduledCharge[],
): LateFeeAhead[] {
  const ahead = new Map<Day, { feeOn: Day; rentCents: Cents; termsNumber: number; rule: LateFee }>();
  for (const charge of charges) {
    const terms = versions.find(({ number }) => number === charge.termsNumber)?.terms;
    const feeOn = terms === undefined ? null : lateFeeDay(terms, charge);
    if (feeOn === null || terms?.lateFee == null) continue;
    const { dueOn, termsNumber, amountCents } = charge;
    const before = ahead.get(dueOn) ?? { feeOn, rentCents: 0, termsNumber, rule: terms.lateFee };
    // When terms changed within the month, the later ones decide the fee.
    const isLater = termsNumber > before.termsNumber;
    ahead.set(dueOn, {
      feeOn: later(feeOn, before.feeOn),
      rentCents: toCents(before.rentCents + amountCents),
      termsNumber: isLater ? termsNumber : before.termsNumber,
      rule: isLater ? terms.lateFee : before.rule,
    });
  }
  return [...ahead]
    .map(([dueOn, { feeOn, rentCents, rule }]) => ({
      dueOn,
      feeOn,
      rentCents,
      feeCents: lateFeeOf(rule, rentCents),
    }))
    .filter(({ feeCents }) => feeCents > 0);
}
