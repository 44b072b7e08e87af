import type { OpenCharge } from "#domains/ledger/contract.ts";
import { centsOf, dollarsOf } from "#shared/format/dollars.ts";
import { type Cents, toCents } from "#shared/format/money.ts";
import { defaultPayment, refusalOf } from "../amount.ts";

export type What = "due" | "selected" | "other";

/** What the form holds; null is what nobody has chosen or typed yet. */
export interface FormValues {
  leaseId: number | null;
  what: What | null;
  chargeIds: readonly number[];
  amount: string | null;
  description: string;
}

export const emptyForm: FormValues = {
  leaseId: null,
  what: null,
  chargeIds: [],
  amount: null,
  description: defaultPayment.description,
};

/** What is owed on the lease that is paid for; nothing is known of one whose money is not the payer's to see. */
export interface Owed {
  today: string;
  dueNowCents: number;
  charges: readonly OpenCharge[];
}

export const whatOf = ({ what }: FormValues, owed: Owed): What =>
  what === null || (what === "due" && dueCents(owed) <= 0) ? (dueCents(owed) > 0 ? "due" : "other") : what;

/** All that is due; as long as nothing is, what is due next. */
export const dueCents = (owed: Owed): number =>
  owed.dueNowCents > 0 ? owed.dueNowCents : sumOf(dueCharges(owed));

export function dueCharges({ today, dueNowCents, charges }: Owed): readonly OpenCharge[] {
  const next = charges.map(({ dueOn }) => dueOn).toSorted()[0] ?? "";
  return charges.filter(({ dueOn }) => dueOn <= (dueNowCents > 0 ? today : next));
}

/** As it stands in the field: `2500.00` (PAY-18). */
export function amountShown(values: FormValues, owed: Owed): string {
  const what = whatOf(values, owed);
  if (what === "due") return plain(dueCents(owed));
  if (what === "selected") return plain(sumOf(selectedOf(values, owed)));
  return values.amount ?? plain(defaultPayment.amountCents);
}

const plain = (cents: number): string => dollarsOf(cents).replaceAll(",", "");

const sumOf = (charges: readonly OpenCharge[]): number =>
  charges.reduce((sum, { openCents }) => sum + openCents, 0);

/** Those that were chosen and are still open. */
export const selectedOf = ({ chargeIds }: FormValues, { charges }: Owed): readonly OpenCharge[] =>
  charges.filter(({ id }) => chargeIds.includes(id));

export const isDue = ({ dueOn }: OpenCharge, { today }: Owed): boolean => dueOn <= today;

/** A call names so many charges at most; the rest is paid by the rule. */
const chargesMax = 100;

/** The charges that are to be paid first. Late fees come last by the rule, so what is due is named. */
export function chargesToPay(values: FormValues, owed: Owed): number[] {
  const what = whatOf(values, owed);
  if (what === "other") return [];
  const charges = what === "selected" ? selectedOf(values, owed) : dueCharges(owed);
  return charges.slice(0, chargesMax).map(({ id }) => id);
}

export interface FormErrors {
  lease?: string | undefined;
  charges?: string | undefined;
  amount?: string | undefined;
  description?: string | undefined;
}

/** PAY-19, PAY-21, PAY-23. */
export function errorsOf(values: FormValues, owed: Owed): FormErrors {
  if (whatOf(values, owed) === "selected" && selectedOf(values, owed).length === 0)
    return { charges: "Please select at least one charge" };
  const amount = refusalOf(centsOf(amountShown(values, owed)));
  const description =
    values.description.trim().length < 3 ? "Description must be at least 3 characters" : undefined;
  return {
    ...(amount === undefined ? {} : { amount }),
    ...(description === undefined ? {} : { description }),
  };
}

export const amountOf = (values: FormValues, owed: Owed): Cents =>
  centsOf(amountShown(values, owed)) ?? toCents(0);
