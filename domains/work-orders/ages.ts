/** Age ranges of open work orders, in whole days since they were reported. */
export const ages = ["0-2", "3-7", "8-30", "over-30"] as const;
export type Age = (typeof ages)[number];

export const ageLabels = {
  "0-2": "0 to 2 days",
  "3-7": "3 to 7 days",
  "8-30": "8 to 30 days",
  "over-30": "Over 30 days",
} as const satisfies Record<Age, string>;

/** Reported at least `from` and less than `under` days ago. Null where the range has no limit. */
export const ageDays = {
  "0-2": { from: null, under: 3 },
  "3-7": { from: 3, under: 8 },
  "8-30": { from: 8, under: 31 },
  "over-30": { from: 31, under: null },
} as const satisfies Record<Age, { from: number | null; under: number | null }>;
