import type { PaymentStatus } from "./contract.ts";

export const paymentStatusLabels = {
  completed: "Completed",
  refunded: "Refunded",
  returned: "Returned",
  overdue: "Overdue",
} as const satisfies Record<PaymentStatus, string>;
