/** Paths of the queries a payment affects: payments, balances, and figures calculated from them. */
export const affectedByPayments =
  /^\/api\/(payments|leases|reports|dashboard|manual-payment-confirmations)\b/;
