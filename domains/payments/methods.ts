/** The methods of payment: through the card provider, or outside of the portal. */
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

/** The methods a payer may confirm (PAY-58). */
export const manualMethods = ["zelle", "bank_transfer", "check", "cash", "other"] as const;

/** The methods staff may record; a card may have been read by a terminal. */
export const receivedMethods = ["check", "cash", "bank_transfer", "zelle", "card", "other"] as const;

/** How the ledger entry of a payment is named. */
export const paymentWords = {
  card: "Payment by card",
  us_bank_account: "Payment by bank debit",
  zelle: "Payment by Zelle",
  bank_transfer: "Payment by bank transfer",
  check: "Payment by check",
  cash: "Payment in cash",
  other: "Payment",
} as const satisfies Record<PaymentMethod, string>;

/** The method by the provider's name; an unknown one counts as `other`. */
export const methodOf = (word: string): PaymentMethod =>
  paymentMethods.find((method) => method === word) ?? "other";
