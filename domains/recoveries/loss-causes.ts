/**
 * The reasons part of a pool isn't recovered. A negative amount is recovered on top, such as by a fee.
 */
export const lossCauses = [
  "vacancy",
  "no-rule",
  "gross-lease",
  "not-started",
  "exclusion",
  "gross-up",
  "contribution",
  "fee",
  "cap",
  "base",
  "share",
  "rounding",
] as const;
export type LossCause = (typeof lossCauses)[number];

export const lossCauseLabels = {
  vacancy: "Vacant area",
  "no-rule": "Leases without recovery terms",
  "gross-lease": "Leases that don't pay for the pool",
  "not-started": "Days before recovery starts",
  exclusion: "Excluded categories",
  "gross-up": "Gross-up",
  contribution: "Anchor contributions",
  fee: "Administrative fees",
  cap: "Caps",
  base: "Base years, base amounts, and stops",
  share: "Shares other than by leasable area",
  rounding: "Rounding",
} as const satisfies Record<LossCause, string>;
