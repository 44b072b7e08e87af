import { parseDollars, toDollarText } from "#shared/format/dollars.ts";
import type { ChargeKind, Terms } from "../../terms.ts";
import type { AskingFigures } from "./asking-figures.ts";
import { formatScaledNumber, parseScaledNumber } from "./typed-numbers.ts";

/*
 * The form values of a lease's terms: numbers as typed, amounts in cents, and an empty date for open-ended.
 */

/** Percentages have two decimal places, and rates per square foot have four. */
export const percentDecimals = 2;
export const rateDecimals = 4;

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
  rowKey: number;
  on: string;
  unit: "percent" | "amount";
  percent: string;
  monthlyCents: number | null;
}

export interface FreeRentValues {
  rowKey: number;
  from: string;
  to: string;
  percent: string;
}

export interface LateFeeValues {
  kind: "none" | "amount" | "percent";
  cents: number | null;
  percent: string;
  /** Dollars as typed. Empty means no cap. */
  cap: string;
}

export interface TermsValues {
  /** The first day on which the terms apply. */
  from: string;
  /** The date whose values the form was last filled in with. */
  filledInFor: string;
  /** The new end date of a renewal. */
  renewedTo: string;
  /** The reason for an amendment. */
  reason: string;
  area: string;
  dueDay: string;
  graceDays: string;
  depositCents: number | null;
  lines: LineValues[];
  steps: StepValues[];
  freeRent: FreeRentValues[];
  lateFee: LateFeeValues;
}

const noLateFee: LateFeeValues = { kind: "none", cents: null, percent: "", cap: "" };

/**
 * The initial values for a lease without terms: rent from the start date, prefilled with the units' asking
 * figures where they are known.
 */
export const getInitialTermsValues = (from: string, askingFigures: AskingFigures | null): TermsValues => ({
  from,
  filledInFor: from,
  renewedTo: "",
  reason: "",
  area:
    askingFigures === null || askingFigures.areaSquareFeet === 0 ? "" : String(askingFigures.areaSquareFeet),
  dueDay: "1",
  graceDays: "5",
  depositCents: askingFigures?.depositCents ?? 0,
  lines: [
    {
      key: 1,
      kind: "rent",
      label: "Base rent",
      pricedBy: "month",
      monthlyCents: askingFigures?.rentCents || null,
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
  filledInFor: from,
  renewedTo: "",
  reason: "",
  area: terms.areaSquareFeet === 0 ? "" : String(terms.areaSquareFeet),
  dueDay: String(terms.dueDay),
  graceDays: String(terms.graceDays),
  depositCents: terms.depositCents,
  lines: terms.lines.map(({ key, kind, label, from: lineStart, to, price }) => ({
    key,
    kind,
    label,
    from: lineStart,
    to: to ?? "",
    ...("monthlyCents" in price
      ? { pricedBy: "month", monthlyCents: price.monthlyCents, rate: "" }
      : {
          pricedBy: "area",
          monthlyCents: null,
          rate: formatScaledNumber(price.rateHundredths, rateDecimals, 2),
        }),
  })),
  steps: terms.escalations.map((step, rowKey) => ({
    rowKey,
    on: step.on,
    ...("basisPoints" in step
      ? {
          unit: "percent",
          percent: formatScaledNumber(step.basisPoints, percentDecimals),
          monthlyCents: null,
        }
      : { unit: "amount", percent: "", monthlyCents: step.monthlyCents }),
  })),
  freeRent: terms.freeRent.map(({ from: periodStart, to, basisPoints }, rowKey) => ({
    rowKey,
    from: periodStart,
    to,
    percent: formatScaledNumber(basisPoints, percentDecimals),
  })),
  lateFee: toLateFeeValues(terms.lateFee),
});

function toLateFeeValues(lateFee: Terms["lateFee"]): LateFeeValues {
  if (lateFee === null) return noLateFee;
  const { charge, capCents } = lateFee;
  const cap = capCents === null ? "" : toDollarText(capCents);
  return "cents" in charge
    ? { kind: "amount", cents: charge.cents, percent: "", cap }
    : { kind: "percent", cents: null, percent: formatScaledNumber(charge.basisPoints, percentDecimals), cap };
}

/**
 * Converts the values for the endpoint. An invalid number becomes null, which the schema rejects with its
 * message.
 */
export const toTermsInput = (values: TermsValues) => ({
  areaSquareFeet: values.area.trim() === "" ? 0 : parseWholeNumber(values.area.replaceAll(",", "")),
  dueDay: parseWholeNumber(values.dueDay),
  graceDays: parseWholeNumber(values.graceDays),
  depositCents: values.depositCents,
  lines: values.lines.map(({ key, kind, label, pricedBy, monthlyCents, rate, from, to }) => ({
    key,
    kind,
    label,
    from,
    to: to === "" ? null : to,
    price:
      pricedBy === "month"
        ? { monthlyCents }
        : { rateHundredths: parseScaledNumber(rate, rateDecimals) ?? null },
  })),
  escalations: values.steps.map(({ on, unit, percent, monthlyCents }) =>
    unit === "percent" ? { on, basisPoints: parseBasisPoints(percent) } : { on, monthlyCents },
  ),
  freeRent: values.freeRent.map(({ from, to, percent }) => ({
    from,
    to,
    basisPoints: parseBasisPoints(percent),
  })),
  lateFee: toLateFee(values.lateFee),
});

function toLateFee({ kind, cents, percent, cap }: LateFeeValues) {
  if (kind === "none") return null;
  return {
    charge: kind === "amount" ? { cents } : { basisPoints: parseBasisPoints(percent) },
    // An invalid amount is passed on so that the schema rejects it.
    capCents: cap.trim() === "" ? null : (parseDollars(cap) ?? cap),
  };
}

const parseWholeNumber = (text: string): number | null => parseScaledNumber(text, 0) ?? null;
const parseBasisPoints = (percent: string): number | null =>
  parseScaledNumber(percent, percentDecimals) ?? null;

/** Returns the next unused row number. */
export const getNextNumber = (numbers: readonly number[]): number => Math.max(0, ...numbers) + 1;
