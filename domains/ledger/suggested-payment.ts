import type { LeaseAccount, OpenCharge } from "./contract.ts";

type PayableCharge = Pick<OpenCharge, "dueOn" | "openCents" | "onItsWayCents">;

/** The amount of a charge that no payment on its way will pay. */
export const getPayableCents = ({ openCents, onItsWayCents }: PayableCharge): number =>
  openCents - onItsWayCents;

export const getPayableCharges = <Charge extends PayableCharge>(charges: readonly Charge[]): Charge[] =>
  charges.filter((charge) => getPayableCents(charge) > 0);

export const sumPayable = (charges: readonly PayableCharge[]): number =>
  charges.reduce((sum, charge) => sum + getPayableCents(charge), 0);

/**
 * Returns the charges of a lease that every button and form suggests paying: those due by today that no
 * payment on its way will pay. If there are none, the charges due on the next date. A payment on its way can
 * be for a later charge, so it isn't simply subtracted from the amount due.
 */
export function getSuggestedCharges<Charge extends PayableCharge>(
  charges: readonly Charge[],
  today: string,
): Charge[] {
  const payableCharges = getPayableCharges(charges);
  const nextDueOn = payableCharges.map(({ dueOn }) => dueOn).toSorted()[0] ?? "";
  const lastDueOn = nextDueOn <= today ? today : nextDueOn;
  return payableCharges.filter(({ dueOn }) => dueOn <= lastDueOn);
}

/**
 * Returns the amount to suggest when no charge is posted: what remains of the next scheduled charges after the
 * credit, less payments on their way. Zero if those cover it, or if nothing is scheduled.
 */
export const getEarlyPaymentCents = ({
  nextDue,
  onItsWayCents,
}: Pick<LeaseAccount, "nextDue" | "onItsWayCents">): number =>
  Math.max(0, (nextDue?.cents ?? 0) - onItsWayCents);
