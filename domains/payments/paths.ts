export const paymentsPath = "/payments";
/** The payment list with this payment open. */
export const paymentPath = (id: number) => `/payments?payment=${id}`;
/** The checks and cash that a property received through a date and that aren't in a bank deposit. */
export const undepositedPaymentsPath = ({ propertyId, to }: { propertyId: number; to: string }) =>
  `/payments?deposited=no&propertyId=${propertyId}&to=${to}`;
/** The payments and bank debits that the bank returned and whose charges are still unpaid. */
export const returnedPaymentsPath = "/payments?returned=unpaid";
/** Records several payments together. */
export const recordPaymentsPath = "/payments/record";
export const bankDepositsPath = "/payments/bank-deposits";
export const bankDepositPath = (id: number) => `/payments/bank-deposits/${id}`;
export const makePaymentPath = "/payments?tab=make-payment";
/** The form that reports a rejected payment again. */
export const reportAgainPath = (confirmationId: number) => `/payments?report=${confirmationId}`;
/** The payment form for this lease. */
export const payLeasePath = (leaseId: number) => `/payments?tab=make-payment&lease=${leaseId}`;
export const paymentSuccessPath = "/payment-success";
