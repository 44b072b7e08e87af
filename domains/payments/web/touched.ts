/** What a payment changes: the payments, what is owed, and the figures made of it. */
export const touchedByPayments = /^\/api\/(payments|leases|reports|dashboard|manual-payment-confirmations)\b/;
