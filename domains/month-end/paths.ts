export const monthEndPath = "/month-end";
export const monthsPath = (propertyId: number) => `/properties/${propertyId}/months`;
export const journalAccountsPath = "/settings/journal-accounts";
/** The checklist of a month such as `2026-11`. */
export const monthPath = (propertyId: number, month: string) => `/properties/${propertyId}/months/${month}`;
