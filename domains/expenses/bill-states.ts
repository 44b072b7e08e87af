/** A voided bill was entered by mistake. It counts in no total. */
export const billStates = ["unpaid", "paid", "voided"] as const;
export type BillState = (typeof billStates)[number];

export const billStateLabels = {
  unpaid: "Unpaid",
  paid: "Paid",
  voided: "Voided",
} as const satisfies Record<BillState, string>;
