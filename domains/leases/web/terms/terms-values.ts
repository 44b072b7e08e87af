import { parseDollars, toDollarText } from "#shared/format/dollars.ts";
import type { ChargeKind, Terms } from "../../terms.ts";
import type { AskingFigures } from "./asking-figures.ts";
import { formatParts, parseParts } from "./typed-numbers.ts";

/*
 * The form values of a lease's terms: numbers as typed, amounts in cents, and an empty date for open-ended.
 */

/** Percentages have two decimal places, and rates per square foot have four. */
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
  /** Dollars as typed. Empty means no cap. */
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

/**
 * The initial values for a lease without terms: rent from the start date, prefilled with the units' asking
 * figures where they are known.
 */
export const getInitialTermsValues = (from: string, asking: AskingFigures | null): TermsValues => ({
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

export const toTermsValues = (terms: Terms, from: string): TermsValues => ({
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
      : { pricedBy: "area", monthlyCents: null, rate: formatParts(price.rateHundredths, ratePlaces, 2) }),
  })),
  steps: terms.escalations.map((step, row) => ({
    row,
    on: step.on,
    ...("basisPoints" in step
      ? { by: "percent", percent: formatParts(step.basisPoints, percentPlaces), monthlyCents: null }
      : { by: "amount", percent: "", monthlyCents: step.monthlyCents }),
  })),
  freeRent: terms.freeRent.map(({ from: first, to, basisPoints }, row) => ({
    row,
    from: first,
    to,
    percent: formatParts(basisPoints, percentPlaces),
  })),
  lateFee: toLateFeeValues(terms.lateFee),
});

function toLateFeeValues(rule: Terms["lateFee"]): LateFeeValues {
  if (rule === null) return noLateFee;
  const { charge, capCents } = rule;
  const cap = capCents === null ? "" : toDollarText(capCents);
  return "cents" in charge
    ? { by: "amount", cents: charge.cents, percent: "", cap }
    : { by: "percent", cents: null, percent: formatParts(charge.basisPoints, percentPlaces), cap };
}

/**
 * Converts the values for the endpoint. An invalid number becomes null, which the schema rejects with its
 * message.
 */
export const toTermsInput = (values: TermsValues) => ({
  areaSquareFeet: values.area.trim() === "" ? 0 : parseWhole(values.area.replaceAll(",", "")),
  dueDay: parseWhole(values.dueDay),
  graceDays: parseWhole(values.graceDays),
  depositCents: values.depositCents,
  lines: values.lines.map(({ key, kind, label, pricedBy, monthlyCents, rate, from, to }) => ({
    key,
    kind,
    label,
    from,
    to: to === "" ? null : to,
    price: pricedBy === "month" ? { monthlyCents } : { rateHundredths: parseParts(rate, ratePlaces) ?? null },
  })),
  escalations: values.steps.map(({ on, by, percent, monthlyCents }) =>
    by === "percent" ? { on, basisPoints: parseBasisPoints(percent) } : { on, monthlyCents },
  ),
  freeRent: values.freeRent.map(({ from, to, percent }) => ({
    from,
    to,
    basisPoints: parseBasisPoints(percent),
  })),
  lateFee: toLateFee(values.lateFee),
});

function toLateFee({ by, cents, percent, cap }: LateFeeValues) {
  if (by === "none") return null;
  return {
    charge: by === "amount" ? { cents } : { basisPoints: parseBasisPoints(percent) },
    // An invalid amount is passed on so that the schema rejects it.
    capCents: cap.trim() === "" ? null : (parseDollars(cap) ?? cap),
  };
}

const parseWhole = (text: string): number | null => parseParts(text, 0) ?? null;
const parseBasisPoints = (percent: string): number | null => parseParts(percent, percentPlaces) ?? null;

/** Returns the next unused row number. */
export const nextNumber = (numbers: readonly number[]): number => Math.max(0, ...numbers) + 1;
