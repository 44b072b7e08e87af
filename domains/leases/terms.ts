import type { Day } from "#shared/calendar.ts";
import type { Cents } from "#shared/format/money.ts";

/** What a tenant is charged for month by month (decisions, section 6). */
export const chargeKinds = ["rent", "common-area", "utilities", "parking", "storage", "other"] as const;
export type ChargeKind = (typeof chargeKinds)[number];

export const chargeKindLabels = {
  rent: "Rent",
  "common-area": "Common areas",
  utilities: "Utilities",
  parking: "Parking",
  storage: "Storage",
  other: "Other",
} as const satisfies Record<ChargeKind, string>;

/** One charge that comes back every month from its first to its last day. */
export interface ChargeLine {
  /** Names the line within the terms, for as long as the lease lasts. */
  key: number;
  kind: ChargeKind;
  label: string;
  from: Day;
  /** Null: as long as the lease. */
  to: Day | null;
  price: MonthlyAmount | YearlyRate;
}

export interface MonthlyAmount {
  monthlyCents: Cents;
}

/** A price for a square foot and a year, billed in twelfths: 24.50 dollars are 245,000 hundredths of a cent. */
export interface YearlyRate {
  rateHundredths: number;
}

/** A step of the rent on a day: by a share of what it was, or by an amount a month. */
export type Escalation = { on: Day } & ({ basisPoints: number } | { monthlyCents: Cents });

/** Days for which the rent is not charged, or only in part. */
export interface FreeRent {
  from: Day;
  to: Day;
  /** How much of the rent is waived: 10,000 is all of it. */
  basisPoints: number;
}

export interface Terms {
  /** The lease's own area; that of the units is what is advertised. */
  areaSquareFeet: number;
  /** The day of the month on which charges are due; in a shorter month its last day. */
  dueDay: number;
  lines: readonly ChargeLine[];
  escalations: readonly Escalation[];
  freeRent: readonly FreeRent[];
}
