export const leasesPath = "/leases";
export const endingLeasesPath = "/leases?state=ending";
export const leasePath = (id: number) => `/leases/${id}`;
/** With a company's name filled in, if one is passed. */
export const newLeasePath = ({ company }: { company?: string } = {}) =>
  company === undefined ? "/leases/new" : `/leases/new?company=${encodeURIComponent(company)}`;
/** The lease page with the terms form of a draft open. */
export const leaseTermsPath = (id: number) => `/leases/${id}?write=terms`;
/** The lease page with the form to renew the lease open. */
export const renewLeasePath = (id: number) => `/leases/${id}?write=renewal`;
/** How the lease shares operating expenses. */
export const recoveryTermsPath = (id: number) => `/leases/${id}/recovery-terms`;
/** The lease's statement of a year's operating expenses, as it was issued. */
export const expenseStatementPath = (id: number, year: number) => `/leases/${id}/operating-expenses/${year}`;
export const leaseLedgerPath = (id: number) => `/leases/${id}?tab=ledger`;
export const companiesPath = "/companies";
export const companyPath = (id: number) => `/companies/${id}`;
export const companyLeasesPath = (companyId: number) => `/leases?companyId=${companyId}`;
