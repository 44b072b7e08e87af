/** The estimates that are chosen with one press, in minutes. */
export const usualEstimates = [30, 60, 120, 240] as const;
