export const paymentsPath = "/payments";
/** The list with this payment open. */
export const paymentPath = (id: number) => `/payments?payment=${id}`;
export const makePaymentPath = "/payments?tab=make-payment";
/** The payment form for this lease. */
export const payLeasePath = (leaseId: number) => `/payments?tab=make-payment&lease=${leaseId}`;
export const paymentSuccessPath = "/payment-success";
