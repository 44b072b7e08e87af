/** The queries that a payment affects: payments, balances, and figures made from them. */
export const affectedByPayments =
  /^\/api\/(payments|leases|reports|dashboard|manual-payment-confirmations)\b/;
