import type { ReversalCause } from "#domains/ledger/accounts.ts";
import type { PaymentStatus } from "./contract.ts";

export const paymentStatusLabels = {
  completed: "Completed",
  refunded: "Refunded",
  returned: "Returned",
  mistake: "Entered by mistake",
  moved: "Moved",
  failed: "Failed",
  overdue: "Overdue",
} as const satisfies Record<PaymentStatus, string>;

/** Why a payment no longer counts. */
export const reversalNotes = {
  returned: "The bank returned this payment, so the charges it covered are unpaid again",
  mistake: "This payment was entered by mistake and doesn't count",
  moved: "This payment was entered on the wrong lease and moved to the right one",
} as const satisfies Record<ReversalCause, string>;

export const isReversal = (status: PaymentStatus): status is ReversalCause => status in reversalNotes;
