import type { LeaseAccount, OpenCharge } from "#domains/ledger/contract.ts";
import {
  getEarlyPaymentCents,
  getPayableCents,
  getPayableCharges,
  getSuggestedCharges,
  sumPayable,
} from "#domains/ledger/suggested-payment.ts";
import { parseDollars, toDollarText } from "#shared/format/dollars.ts";
import { type Cents, toCents } from "#shared/format/money.ts";
import { defaultPayment, validateAmount } from "../../amount.ts";
import type { CoveredCharge } from "./payment-to-make.ts";

export type PaymentOption = "due" | "selected" | "other";

/** The values of the form. A value is null if nothing was selected or entered. */
export interface PaymentFormValues {
  leaseId: number | null;
  option: PaymentOption | null;
  chargeIds: readonly number[];
  amountText: string | null;
  description: string | null;
}

export const emptyForm: PaymentFormValues = {
  leaseId: null,
  option: null,
  chargeIds: [],
  amountText: null,
  description: null,
};

/** The charges and the balance of the lease to pay for. */
export interface LeaseDues {
  /** Whether the lease is known. Staff select it first. */
  isLeaseSelected: boolean;
  /** Null if the account couldn't be loaded. */
  account: LeaseAccount | null;
  charges: readonly OpenCharge[];
}

export function getOption({ option }: PaymentFormValues, dues: LeaseDues): PaymentOption {
  const isDueAvailable = getDueCents(dues) > 0;
  if (option === null) return isDueAvailable ? "due" : "other";
  return option === "due" && !isDueAvailable ? "other" : option;
}

/**
 * Returns the suggested amount. If the charges couldn't be loaded, returns the account's suggested amount.
 */
export const getDueCents = ({ account, charges }: LeaseDues): number =>
  account !== null && charges.length === 0
    ? account.suggestedCents
    : sumPayable(getDueCharges({ account, charges }));

/** Whether more is due now than the payments on their way will pay. */
export function isDueNow({ account, charges }: Pick<LeaseDues, "account" | "charges">): boolean {
  if (account === null) return false;
  if (charges.length === 0) return account.dueNowCents > account.onItsWayCents;
  return getPayableCharges(charges).some(({ dueOn }) => dueOn <= account.today);
}

/** Whether payments on their way cover every charge of the lease, or the lease has no charges. */
export const isEverythingPaid = ({
  overdueCents,
  dueCents,
  comingCents,
  onItsWayCents,
}: LeaseAccount): boolean => overdueCents + dueCents + comingCents <= onItsWayCents;

export const getDueCharges = ({ account, charges }: Pick<LeaseDues, "account" | "charges">): OpenCharge[] =>
  getSuggestedCharges(charges, account?.today ?? "");

/** The content of the amount field, such as `2500.00` (PAY-18). */
export function getAmountText(values: PaymentFormValues, dues: LeaseDues): string {
  const option = getOption(values, dues);
  if (option === "due") return formatPlainDollars(getDueCents(dues));
  if (option === "selected") return formatPlainDollars(sumPayable(getSelectedCharges(values, dues)));
  return values.amountText ?? suggestAmountText(dues);
}

/**
 * Returns the next scheduled amount, less payments on their way, if there are no unpaid charges. Empty if a
 * credit or a payment on its way covers it, if the account couldn't be loaded, or if no lease is selected.
 */
function suggestAmountText({ isLeaseSelected, account, charges }: LeaseDues): string {
  if (!isLeaseSelected || account === null || charges.length > 0) return "";
  const cents =
    account.nextDue === null
      ? defaultPayment.amountCents - account.onItsWayCents
      : getEarlyPaymentCents(account);
  return cents > 0 ? formatPlainDollars(cents) : "";
}

/** The content of the description field (PAY-18). A single selected charge describes the payment. */
export function getDescription(values: PaymentFormValues, dues: LeaseDues): string {
  if (values.description !== null) return values.description;
  if (!dues.isLeaseSelected) return "";
  const [charge, ...others] = getOption(values, dues) === "selected" ? getSelectedCharges(values, dues) : [];
  return charge !== undefined && others.length === 0 ? charge.description : defaultPayment.description;
}

const formatPlainDollars = (cents: number): string => toDollarText(cents).replaceAll(",", "");

/** The selected charges that can still be paid. */
export const getSelectedCharges = (
  { chargeIds }: PaymentFormValues,
  { charges }: LeaseDues,
): readonly OpenCharge[] => getPayableCharges(charges).filter(({ id }) => chargeIds.includes(id));

/** The maximum number of charges in a request. The server applies the rest in its own order. */
const maxCharges = 100;

/**
 * Returns the charges to pay first. Other charges can become due before the money arrives, so the ones due
 * now are listed.
 */
export function getChargeIdsToPay(values: PaymentFormValues, dues: LeaseDues): number[] {
  const option = getOption(values, dues);
  if (option === "other") return [];
  const charges = option === "selected" ? getSelectedCharges(values, dues) : getDueCharges(dues);
  return charges.slice(0, maxCharges).map(({ id }) => id);
}

/**
 * The charges the amount is applied to, in the server's order: first the listed charges, then the others. The
 * rest is a credit. Null if the account couldn't be loaded (PAY-16).
 */
export function getCoveredCharges(values: PaymentFormValues, dues: LeaseDues): CoveredCharge[] | null {
  const { account, charges } = dues;
  if (charges.length === 0 && account?.nextDue == null && (account?.creditCents ?? 0) === 0) return null;
  const firstChargeIds = getChargeIdsToPay(values, dues);
  const coveredCharges: CoveredCharge[] = [];
  let remainingCents: number = getAmountCents(values, dues);
  for (const charge of charges.toSorted(
    (a, b) => Number(firstChargeIds.includes(b.id)) - Number(firstChargeIds.includes(a.id)),
  )) {
    const amountCents = Math.min(remainingCents, getPayableCents(charge));
    remainingCents -= amountCents;
    if (amountCents > 0)
      coveredCharges.push({ chargeId: charge.id, description: charge.description, amountCents });
  }
  return remainingCents > 0
    ? [...coveredCharges, { chargeId: null, description: "Unapplied credit", amountCents: remainingCents }]
    : coveredCharges;
}

export interface PaymentFormErrors {
  lease?: string;
  charges?: string;
  amount?: string;
  description?: string;
}

/** Validates the form (PAY-19, PAY-21, PAY-23). */
export function validatePayment(values: PaymentFormValues, dues: LeaseDues): PaymentFormErrors {
  if (getOption(values, dues) === "selected" && getSelectedCharges(values, dues).length === 0)
    return { charges: "Please select at least one charge" };
  const amountError = validateAmount(parseDollars(getAmountText(values, dues)));
  const descriptionError =
    getDescription(values, dues).trim().length < 3 ? "Description must be at least 3 characters" : undefined;
  return {
    ...(amountError === undefined ? {} : { amount: amountError }),
    ...(descriptionError === undefined ? {} : { description: descriptionError }),
  };
}

export const getAmountCents = (values: PaymentFormValues, dues: LeaseDues): Cents =>
  parseDollars(getAmountText(values, dues)) ?? toCents(0);
