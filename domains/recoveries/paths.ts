export const recoveriesPath = "/recoveries";
export const reconciliationPath = (propertyId: number, year: number) =>
  `/properties/${propertyId}/reconciliations/${year}`;
export const recoveryStatementPath = (propertyId: number, year: number, leaseId: number) =>
  `${reconciliationPath(propertyId, year)}/leases/${leaseId}`;
/** The proposed monthly estimates of a property's year. */
export const estimatesPath = (propertyId: number, year: number) =>
  `/properties/${propertyId}/estimates/${year}`;
