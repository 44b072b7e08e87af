import * as z from "zod/mini";
import { countDays } from "#shared/calendar.ts";
import type { Cents } from "#shared/format/money.ts";
import { day, line } from "#shared/http/fields.ts";

/*
 * The terms of a lease (requirements, "Charges"): its monthly charges, rent steps, free-rent periods, and
 * late fee. The form, the API, and the database share one shape.
 */

export const chargeKinds = ["rent", "common-area", "utilities", "parking", "storage", "other"] as const;
export type ChargeKind = (typeof chargeKinds)[number];

export const chargeKindLabels = {
  rent: "Rent",
  "common-area": "Common area maintenance (CAM)",
  utilities: "Utilities",
  parking: "Parking",
  storage: "Storage",
  other: "Other",
} as const satisfies Record<ChargeKind, string>;

const amountMessage = "Please enter an amount above $0.00";
const percentMessage = "Enter a percentage from 0.01 to 100";
const rateMessage = "Please enter a rate above $0.00";
const stepAmountMessage = "Please enter an amount";
const stepPercentMessage = "Please enter a percentage from -99.99 to 100";

/**
 * The error of a union whose options all fail, such as an empty number: the message for the field that was
 * sent, or else `message`.
 */
const byField = (messages: Record<string, string>, message: string) => ({
  error: ({ input }: { input?: unknown }) =>
    Object.entries(messages).find(([field]) => Object.hasOwn(Object(input), field))?.[1] ?? message,
});

/** The maximum of any amount: $100,000,000.00. */
export const maxAmountCents = 10_000_000_000;

/** Whole cents from `min` to $100,000,000.00. */
export const cents = (message: string, min = 1) =>
  z.pipe(
    z
      .int(message)
      .check(z.minimum(min, message), z.maximum(maxAmountCents, "This is more than $100,000,000.00")),
    z.transform((value: number) => value as Cents),
  );

const basisPoints = (min: number, max: number, message: string) =>
  z.int(message).check(z.minimum(min, message), z.maximum(max, message));

const startDate = day("Please enter the start date");
const endDate = day("Please enter a valid end date");
const checkDateOrder = z.refine<{ from: string; to: string | null }>(
  ({ from, to }) => to === null || to >= from,
  {
    error: "The end date can't be before the start date",
    path: ["to"],
  },
);

/**
 * A price: an amount per month, or a rate per square foot per year, billed in twelfths. The rate is in
 * hundredths of a cent, so $24.50 is 245,000.
 */
export const price = z.union(
  [
    z.object({ monthlyCents: cents(amountMessage) }),
    z.object({
      rateHundredths: z
        .int(rateMessage)
        .check(z.minimum(1, rateMessage), z.maximum(100_000_000, "This rate is more than $10,000.00")),
    }),
  ],
  byField(
    { monthlyCents: amountMessage, rateHundredths: rateMessage },
    "Enter a monthly amount or a rate per square foot per year",
  ),
);
export type Price = z.infer<typeof price>;

/** A charge that recurs every month from its first through its last day. */
export const chargeLine = z
  .object({
    /** Identifies the charge within the lease for the whole lease term. */
    key: z.int().check(z.minimum(1), z.maximum(10_000)),
    kind: z.enum(chargeKinds, `kind must be one of ${chargeKinds.join(", ")}.`),
    label: line(1, "Please enter a charge name", 100),
    from: startDate,
    /** Null means until the lease ends. */
    to: z.nullable(endDate),
    price,
  })
  .check(checkDateOrder);
export type ChargeLine = z.infer<typeof chargeLine>;

/**
 * A rent step: from its date, rent changes by a percentage or by an amount per month. Both can be negative.
 */
export const escalation = z.union(
  [
    z.object({
      on: day("Please enter the step date"),
      basisPoints: basisPoints(-9_999, 10_000, stepPercentMessage),
    }),
    z.object({
      on: day("Please enter the step date"),
      monthlyCents: cents(stepAmountMessage, -maxAmountCents),
    }),
  ],
  byField(
    { basisPoints: stepPercentMessage, monthlyCents: stepAmountMessage },
    "Please enter a percentage or an amount",
  ),
);
export type Escalation = z.infer<typeof escalation>;

/** A period in which rent is abated in full (10,000 basis points) or in part. */
export const freeRent = z
  .object({
    from: startDate,
    to: endDate,
    basisPoints: basisPoints(1, 10_000, percentMessage),
  })
  .check(checkDateOrder);
export type FreeRent = z.infer<typeof freeRent>;

/**
 * The fee charged once if rent is unpaid after the grace period: an amount, or a share of the unpaid rent, up
 * to `capCents`.
 */
export const lateFee = z.object({
  charge: z.union(
    [
      z.object({ cents: cents(amountMessage) }),
      z.object({ basisPoints: basisPoints(1, 10_000, percentMessage) }),
    ],
    byField({ cents: amountMessage, basisPoints: percentMessage }, "Please enter an amount or a percentage"),
  ),
  capCents: z.nullable(cents("Please enter an amount from $0.01 to $100,000,000.00")),
});
export type LateFee = z.infer<typeof lateFee>;

export const leaseTerms = z
  .object({
    /**
     * The area used to price the lease, which can differ from the advertised area of its units. 0 if no
     * charge is priced by area.
     */
    areaSquareFeet: z
      .int("Please enter the area in whole square feet")
      .check(
        z.minimum(0, "Please enter the area in whole square feet"),
        z.maximum(100_000_000, "This area is too large"),
      ),
    /** The day of the month on which charges are due. In shorter months, the last day. */
    dueDay: z
      .int("Please enter a day from 1 to 31")
      .check(
        z.minimum(1, "Please enter a day from 1 to 31"),
        z.maximum(31, "Please enter a day from 1 to 31"),
      ),
    /** The number of days after the due date before a late fee is charged. */
    graceDays: z
      .int("Please enter a number of days from 0 to 60")
      .check(
        z.minimum(0, "Please enter a number of days from 0 to 60"),
        z.maximum(60, "Please enter a number of days from 0 to 60"),
      ),
    depositCents: cents("Please enter the deposit, or 0", 0),
    lines: z.array(chargeLine).check(z.maxLength(50, "You can add up to 50 charges")),
    escalations: z.array(escalation).check(z.maxLength(50, "You can add up to 50 rent steps")),
    freeRent: z.array(freeRent).check(z.maxLength(50, "You can add up to 50 free-rent periods")),
    lateFee: z.nullable(lateFee),
  })
  .check((context) => {
    for (const [path, message] of findContradictions(context.value))
      context.issues.push({ code: "custom", input: context.value, path, message });
  });
export type Terms = z.infer<typeof leaseTerms>;

/** Yields the contradictions within the terms: each path with its message. */
function* findContradictions(terms: Terms): Generator<[path: (string | number)[], message: string]> {
  const { lines, escalations, freeRent: freeRentPeriods, areaSquareFeet } = terms;
  for (const [index, line] of lines.entries()) {
    if ("rateHundredths" in line.price && areaSquareFeet === 0)
      yield [["areaSquareFeet"], `“${line.label}” is priced per square foot. Enter the area.`];
    const earlierLines = lines.slice(0, index);
    if (earlierLines.some(({ key }) => key === line.key))
      yield [["lines", index, "key"], "Two charges have the same key."];
    const duplicate = earlierLines.find(({ kind, label }) => kind === line.kind && label === line.label);
    if (duplicate !== undefined && overlaps(duplicate, line))
      yield [
        ["lines", index, "from"],
        `“${line.label}” is listed twice for the same dates. End one before the other starts.`,
      ];
  }
  for (const [index, step] of escalations.entries())
    if (escalations.slice(0, index).some(({ on }) => on === step.on))
      yield [["escalations", index, "on"], "There's already a rent step on this date."];
  for (const [index, period] of freeRentPeriods.entries())
    if (freeRentPeriods.slice(0, index).some((other) => overlaps(other, period)))
      yield [["freeRent", index, "from"], "These dates overlap another free-rent period."];
}

type Period = { from: string; to: string | null };
const overlaps = (a: Period, b: Period) =>
  (a.to === null || countDays(b.from, a.to) > 0) && (b.to === null || countDays(a.from, b.to) > 0);

/** Terms with their effective date: the original terms or an amendment. */
export interface EffectiveTerms {
  number: number;
  from: string;
  terms: Terms;
}
