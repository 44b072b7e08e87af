/** The types of records that can be searched, in display order. */
export const searchKinds = [
  "work-order",
  "document",
  "property",
  "unit",
  "lease",
  "company",
  "person",
  "payment",
  "saved-report",
] as const;
export type SearchKind = (typeof searchKinds)[number];
