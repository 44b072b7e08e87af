import { centsOf, dollarsOf } from "#shared/format/dollars.ts";
import type { ChargeKind, Terms } from "../terms.ts";
import type { Asking } from "./asking.ts";
import { partsOf, typedParts } from "./typed-numbers.ts";

/* The form values of a lease's terms: numbers as typed, amounts in cents, an open end as an empty day. */

/** Percentages have two decimal places, rates per square foot four. */
export const percentPlaces = 2;
export const ratePlaces = 4;

export interface LineValues {
  key: number;
  kind: ChargeKind;
  label: string;
  pricedBy: "month" | "area";
  monthlyCents: number | null;
  rate: string;
  from: string;
  to: string;
}

export interface StepValues {
  /** A stable key for the row. */
  row: number;
  on: string;
  by: "percent" | "amount";
  percent: string;
  monthlyCents: number | null;
}

export interface FreeValues {
  row: number;
  from: string;
  to: string;
  percent: string;
}

export interface LateFeeValues {
  by: "none" | "amount" | "percent";
  cents: number | null;
  percent: string;
  /** Dollars as typed; empty means no cap. */
  cap: string;
}

export interface TermsValues {
  /** The first day on which the terms apply. */
  from: string;
  /** The reason for an amendment. */
  reason: string;
  area: string;
  dueDay: string;
  graceDays: string;
  depositCents: number | null;
  lines: LineValues[];
  steps: StepValues[];
  freeRent: FreeValues[];
  lateFee: LateFeeValues;
}

const noLateFee: LateFeeValues = { by: "none", cents: null, percent: "", cap: "" };

/** The initial values for a lease without terms: rent from the first day, as far as its units say what is asked. */
export const firstValues = (from: string, asking: Asking | null): TermsValues => ({
  from,
  reason: "",
  area: asking === null || asking.areaSquareFeet === 0 ? "" : String(asking.areaSquareFeet),
  dueDay: "1",
  graceDays: "5",
  depositCents: asking?.depositCents ?? 0,
  lines: [
    {
      key: 1,
      kind: "rent",
      label: "Base rent",
      pricedBy: "month",
      monthlyCents: asking?.rentCents || null,
      rate: "",
      from,
      to: "",
    },
  ],
  steps: [],
  freeRent: [],
  lateFee: noLateFee,
});

export const valuesOfTerms = (terms: Terms, from: string): TermsValues => ({
  from,
  reason: "",
  area: terms.areaSquareFeet === 0 ? "" : String(terms.areaSquareFeet),
  dueDay: String(terms.dueDay),
  graceDays: String(terms.graceDays),
  depositCents: terms.depositCents,
  lines: terms.lines.map(({ key, kind, label, from: first, to, price }) => ({
    key,
    kind,
    label,
    from: first,
    to: to ?? "",
    ...("monthlyCents" in price
      ? { pricedBy: "month", monthlyCents: price.monthlyCents, rate: "" }
      : { pricedBy: "area", monthlyCents: null, rate: typedParts(price.rateHundredths, ratePlaces, 2) }),
  })),
  steps: terms.escalations.map((step, row) => ({
    row,
    on: step.on,
    ...("basisPoints" in step
      ? { by: "percent", percent: typedParts(step.basisPoints, percentPlaces), monthlyCents: null }
      : { by: "amount", percent: "", monthlyCents: step.monthlyCents }),
  })),
  freeRent: terms.freeRent.map(({ from: first, to, basisPoints }, row) => ({
    row,
    from: first,
    to,
    percent: typedParts(basisPoints, percentPlaces),
  })),
  lateFee: lateFeeValues(terms.lateFee),
});

function lateFeeValues(rule: Terms["lateFee"]): LateFeeValues {
  if (rule === null) return noLateFee;
  const { charge, capCents } = rule;
  const cap = capCents === null ? "" : dollarsOf(capCents);
  return "cents" in charge
    ? { by: "amount", cents: charge.cents, percent: "", cap }
    : { by: "percent", cents: null, percent: typedParts(charge.basisPoints, percentPlaces), cap };
}

/** The terms for the endpoint; an invalid number becomes null, which the schema refuses with its message. */
export const termsOfValues = (values: TermsValues) => ({
  areaSquareFeet: values.area.trim() === "" ? 0 : wholeOf(values.area.replaceAll(",", "")),
  dueDay: wholeOf(values.dueDay),
  graceDays: wholeOf(values.graceDays),
  depositCents: values.depositCents,
  lines: values.lines.map(({ key, kind, label, pricedBy, monthlyCents, rate, from, to }) => ({
    key,
    kind,
    label,
    from,
    to: to === "" ? null : to,
    price: pricedBy === "month" ? { monthlyCents } : { rateHundredths: partsOf(rate, ratePlaces) ?? null },
  })),
  escalations: values.steps.map(({ on, by, percent, monthlyCents }) =>
    by === "percent" ? { on, basisPoints: basisPointsOf(percent) } : { on, monthlyCents },
  ),
  freeRent: values.freeRent.map(({ from, to, percent }) => ({
    from,
    to,
    basisPoints: basisPointsOf(percent),
  })),
  lateFee: lateFeeOfValues(values.lateFee),
});

function lateFeeOfValues({ by, cents, percent, cap }: LateFeeValues) {
  if (by === "none") return null;
  return {
    charge: by === "amount" ? { cents } : { basisPoints: basisPointsOf(percent) },
    // An invalid amount is passed on, so that the schema refuses it.
    capCents: cap.trim() === "" ? null : (centsOf(cap) ?? cap),
  };
}

const wholeOf = (text: string): number | null => partsOf(text, 0) ?? null;
const basisPointsOf = (percent: string): number | null => partsOf(percent, percentPlaces) ?? null;

/** The next unused row number. */
export const nextNumber = (numbers: readonly number[]): number => Math.max(0, ...numbers) + 1;
