export const termsForms = ["terms", "amendment", "renewal"] as const;
/** The terms form: the terms themselves, an amendment, or one that also extends the lease. */
export type TermsForm = (typeof termsForms)[number];
