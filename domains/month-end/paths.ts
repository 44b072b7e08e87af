export const monthEndPath = "/month-end";
export const monthsPath = (propertyId: number) => `/properties/${propertyId}/months`;
export const journalAccountsPath = "/settings/journal-accounts";
/** The owner statement of a month such as `2026-11`: the last issued version, or else the draft. */
export const ownerStatementPath = (propertyId: number, month: string) =>
  `/properties/${propertyId}/months/${month}/owner-statement`;
/** The draft of the next version. */
export const statementDraftPath = (propertyId: number, month: string) =>
  `${ownerStatementPath(propertyId, month)}?draft=yes`;
/** The checklist of a month such as `2026-11`. */
export const monthPath = (propertyId: number, month: string) => `/properties/${propertyId}/months/${month}`;
