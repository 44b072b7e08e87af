import type { LeaseAccount, OpenCharge } from "#domains/ledger/contract.ts";
import { centsOf, dollarsOf } from "#shared/format/dollars.ts";
import { type Cents, toCents } from "#shared/format/money.ts";
import { defaultPayment, refusalOf } from "../amount.ts";
import type { Covered } from "./payment-details.ts";

export type PaymentOption = "due" | "selected" | "other";

/** The values of the form; null where nothing was chosen or entered. */
export interface FormValues {
  leaseId: number | null;
  option: PaymentOption | null;
  chargeIds: readonly number[];
  amount: string | null;
  description: string | null;
}

export const emptyForm: FormValues = {
  leaseId: null,
  option: null,
  chargeIds: [],
  amount: null,
  description: null,
};

/** The charges and balance of the lease to pay for. */
export interface Owed {
  /** Staff choose the lease first; a tenant's is known. */
  isLeaseNamed: boolean;
  /** Null if nothing is known of the account. */
  account: Pick<LeaseAccount, "today" | "dueNowCents" | "creditCents" | "nextDue"> | null;
  charges: readonly OpenCharge[];
}

export const optionOf = ({ option }: FormValues, owed: Owed): PaymentOption =>
  option === null || (option === "due" && dueCents(owed) <= 0)
    ? dueCents(owed) > 0
      ? "due"
      : "other"
    : option;

/** The total due now; if nothing is due, the total due next. */
export const dueCents = (owed: Owed): number => dueNowCents(owed) || sumOf(dueCharges(owed));

export const dueNowCents = ({ account }: Owed): number => account?.dueNowCents ?? 0;

export function dueCharges({ account, charges }: Owed): readonly OpenCharge[] {
  const next = charges.map(({ dueOn }) => dueOn).toSorted()[0] ?? "";
  const last = account !== null && account.dueNowCents > 0 ? account.today : next;
  return charges.filter(({ dueOn }) => dueOn <= last);
}

/** The content of the amount field: `2500.00` (PAY-18). */
export function amountShown(values: FormValues, owed: Owed): string {
  const option = optionOf(values, owed);
  if (option === "due") return plain(dueCents(owed));
  if (option === "selected") return plain(sumOf(selectedOf(values, owed)));
  return values.amount ?? proposed(owed);
}

/** The next charge of the schedule if none is open; empty if a credit covers it, or no lease is chosen yet. */
function proposed({ isLeaseNamed, account }: Owed): string {
  if (!isLeaseNamed) return "";
  const cents = account?.nextDue == null ? defaultPayment.amountCents : account.nextDue.cents;
  return cents > 0 ? plain(cents) : "";
}

/** PAY-18. */
export const descriptionShown = ({ description }: FormValues, { isLeaseNamed }: Owed): string =>
  description ?? (isLeaseNamed ? defaultPayment.description : "");

const plain = (cents: number): string => dollarsOf(cents).replaceAll(",", "");

const sumOf = (charges: readonly OpenCharge[]): number =>
  charges.reduce((sum, { openCents }) => sum + openCents, 0);

/** The chosen charges that are still open. */
export const selectedOf = ({ chargeIds }: FormValues, { charges }: Owed): readonly OpenCharge[] =>
  charges.filter(({ id }) => chargeIds.includes(id));

/** The maximum of charges in a request; the server settles the rest in its own order. */
const chargesMax = 100;

/** The charges to settle first. The server's order has late fees last, so due charges are listed. */
export function chargesToPay(values: FormValues, owed: Owed): number[] {
  const option = optionOf(values, owed);
  if (option === "other") return [];
  const charges = option === "selected" ? selectedOf(values, owed) : dueCharges(owed);
  return charges.slice(0, chargesMax).map(({ id }) => id);
}

/**
 * The charges that the amount covers, as the server settles them: first those listed, then the others in order. The
 * rest is credit. Null if nothing is known of the account (PAY-16).
 */
export function coveredBy(values: FormValues, owed: Owed): Covered[] | null {
  const { account, charges } = owed;
  if (charges.length === 0 && account?.nextDue == null && (account?.creditCents ?? 0) === 0) return null;
  const first = chargesToPay(values, owed);
  const covered: Covered[] = [];
  let leftCents: number = amountOf(values, owed);
  for (const { id, description, openCents } of charges.toSorted(
    (a, b) => Number(first.includes(b.id)) - Number(first.includes(a.id)),
  )) {
    const amountCents = Math.min(leftCents, openCents);
    leftCents -= amountCents;
    if (amountCents > 0) covered.push({ chargeId: id, description, amountCents });
  }
  return leftCents > 0
    ? [...covered, { chargeId: null, description: "Credit for later", amountCents: leftCents }]
    : covered;
}

export interface FormErrors {
  lease?: string | undefined;
  charges?: string | undefined;
  amount?: string | undefined;
  description?: string | undefined;
}

/** PAY-19, PAY-21, PAY-23. */
export function errorsOf(values: FormValues, owed: Owed): FormErrors {
  if (optionOf(values, owed) === "selected" && selectedOf(values, owed).length === 0)
    return { charges: "Please select at least one charge" };
  const amount = refusalOf(centsOf(amountShown(values, owed)));
  const description =
    descriptionShown(values, owed).trim().length < 3
      ? "Description must be at least 3 characters"
      : undefined;
  return {
    ...(amount === undefined ? {} : { amount }),
    ...(description === undefined ? {} : { description }),
  };
}

export const amountOf = (values: FormValues, owed: Owed): Cents =>
  centsOf(amountShown(values, owed)) ?? toCents(0);
