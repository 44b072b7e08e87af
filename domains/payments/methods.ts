/** The payment methods: through the card provider, or outside the portal. */
export const paymentMethods = [
  "card",
  "us_bank_account",
  "zelle",
  "bank_transfer",
  "check",
  "cash",
  "other",
] as const;
export type PaymentMethod = (typeof paymentMethods)[number];

export const paymentMethodLabels = {
  card: "Card",
  us_bank_account: "Bank debit",
  zelle: "Zelle",
  bank_transfer: "Bank transfer",
  check: "Check",
  cash: "Cash",
  other: "Other",
} as const satisfies Record<PaymentMethod, string>;

/** The card or bank account of a payment, such as `Visa ending in 4242`. Empty if unknown. */
export const formatPaidWith = ({ method, brand, lastFour }: MethodDetails): string =>
  lastFour === "" ? "" : `${brand || paymentMethodLabels[method]} ending in ${lastFour}`;

/** The method on a receipt: `Visa ending in 4242`, `Bank debit, Chase ending in 6789`, or `Check`. */
export const formatMethod = (details: MethodDetails): string =>
  details.method === "us_bank_account" && details.brand !== ""
    ? `${paymentMethodLabels.us_bank_account}, ${formatPaidWith(details)}`
    : formatPaidWith(details) || paymentMethodLabels[details.method];

interface MethodDetails {
  method: PaymentMethod;
  /** The brand of the card or the name of the bank. */
  brand: string;
  lastFour: string;
}

/** The method within a sentence, as in "paid by check". */
export const paymentMethodNames = {
  card: "card",
  us_bank_account: "bank debit",
  zelle: "Zelle",
  bank_transfer: "bank transfer",
  check: "check",
  cash: "cash",
  other: "another method",
} as const satisfies Record<PaymentMethod, string>;

/** The methods a payer can report (PAY-58). */
export const manualMethods = ["zelle", "bank_transfer", "check", "cash", "other"] as const;

/** The methods staff can record. A card can be read by a terminal. */
export const receivedMethods = ["check", "cash", "bank_transfer", "zelle", "card", "other"] as const;

/** Appends the method to a description: `Payment by check` or `Credit paid out in cash`. */
export function appendMethod(description: string, method: PaymentMethod): string {
  if (method === "other") return description;
  return `${description} ${method === "cash" ? "in" : "by"} ${paymentMethodNames[method]}`;
}

/** Returns the payment method for a provider's name. An unknown name counts as `other`. */
export const toPaymentMethod = (providerMethod: string): PaymentMethod =>
  paymentMethods.find((method) => method === providerMethod) ?? "other";
