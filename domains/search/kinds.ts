/** What is searched, in the order in which it is shown. */
export const searchKinds = ["work-order", "document", "property", "unit", "person", "payment"] as const;
export type SearchKind = (typeof searchKinds)[number];
