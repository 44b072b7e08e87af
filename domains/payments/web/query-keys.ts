/** The keys of the queries about single payments and confirmations. Others are in `ledgerKeys`. */
export const paymentKeys = {
  payment: (id: number) => [`/api/payments/${id}`],
  payments: ["/api/payments"],
  bankDeposits: ["/api/bank-deposits"],
  confirmations: ["/api/manual-payment-confirmations"],
} as const;
