/** The kinds of records that are searched, in the order in which they are shown. */
export const searchKinds = [
  "work-order",
  "document",
  "property",
  "unit",
  "lease",
  "company",
  "person",
  "payment",
] as const;
export type SearchKind = (typeof searchKinds)[number];
