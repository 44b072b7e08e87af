export const recoveriesPath = "/recoveries";
export const reconciliationPath = (propertyId: number, year: number) =>
  `/properties/${propertyId}/reconciliations/${year}`;
/** The draft with the current amounts, even if statements were issued. */
export const reconciliationDraftPath = (propertyId: number, year: number) =>
  `${reconciliationPath(propertyId, year)}?draft=yes`;
export const recoveryStatementPath = (propertyId: number, year: number, leaseId: number) =>
  `${reconciliationPath(propertyId, year)}/leases/${leaseId}`;
export const recoveryStatementDraftPath = (propertyId: number, year: number, leaseId: number) =>
  `${recoveryStatementPath(propertyId, year, leaseId)}?draft=yes`;
/** The proposed monthly estimates of a property's year. */
export const estimatesPath = (propertyId: number, year: number) =>
  `/properties/${propertyId}/estimates/${year}`;
