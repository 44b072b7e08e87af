import * as z from "zod/mini";
import { daysFromTo } from "#shared/calendar.ts";
import type { Cents } from "#shared/format/money.ts";
import { day, line } from "#shared/http/fields.ts";

/*
 * The terms of a lease (requirements, "Charges"): the monthly charges, the steps of the rent, the days of free rent, and
 * the late fee. One shape serves the form, the API and the database.
 */

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

/** The maximum of any amount: 100,000,000.00 dollars. */
export const amountMaxCents = 10_000_000_000;

/** Whole cents from `min` to 100,000,000.00 dollars. */
export const cents = (message: string, min = 1) =>
  z.pipe(
    z
      .int(message)
      .check(z.minimum(min, message), z.maximum(amountMaxCents, "This is more than $100,000,000.00")),
    z.transform((value: number) => value as Cents),
  );

const basisPoints = (min: number, max: number, message: string) =>
  z.int(message).check(z.minimum(min, message), z.maximum(max, message));

const firstDay = day("Please enter the first day");
const lastDay = day("Please enter a valid last day");
const inOrder = z.refine<{ from: string; to: string | null }>(({ from, to }) => to === null || to >= from, {
  error: "The last day cannot be before the first day",
  path: ["to"],
});

/**
 * A price: an amount a month, or a rate per square foot and year, billed in twelfths. The rate is in hundredths of a cent: 24.50
 * dollars are 245,000.
 */
export const price = z.union(
  [
    z.object({ monthlyCents: cents("Please enter an amount above $0.00") }),
    z.object({
      rateHundredths: z
        .int("Please enter a rate above $0.00")
        .check(
          z.minimum(1, "Please enter a rate above $0.00"),
          z.maximum(100_000_000, "This rate is more than $10,000.00"),
        ),
    }),
  ],
  { error: "Please enter an amount a month, or a rate for a square foot and year" },
);
export type Price = z.infer<typeof price>;

/** A charge that recurs every month from its first to its last day. */
export const chargeLine = z
  .object({
    /** Identifies the line within the lease, for as long as the lease lasts. */
    key: z.int().check(z.minimum(1), z.maximum(10_000)),
    kind: z.enum(chargeKinds, `kind must be one of ${chargeKinds.join(", ")}.`),
    label: line(1, "Please name the charge", 100),
    from: firstDay,
    /** Null: until the lease ends. */
    to: z.nullable(lastDay),
    price,
  })
  .check(inOrder);
export type ChargeLine = z.infer<typeof chargeLine>;

/** A step of the rent on a day: by a percentage, or by an amount a month; both may be negative. */
export const escalation = z.union(
  [
    z.object({
      on: day("Please enter the day of the step"),
      basisPoints: basisPoints(-9_999, 10_000, "Please enter a percentage from -99.99 to 100"),
    }),
    z.object({
      on: day("Please enter the day of the step"),
      monthlyCents: cents("Please enter an amount", -amountMaxCents),
    }),
  ],
  { error: "Please enter a percentage or an amount" },
);
export type Escalation = z.infer<typeof escalation>;

/** Days for which the rent is waived in full or in part: 10,000 basis points are all of it. */
export const freeRent = z
  .object({
    from: firstDay,
    to: lastDay,
    basisPoints: basisPoints(1, 10_000, "Please enter a percentage above 0, at most 100"),
  })
  .check(inOrder);
export type FreeRent = z.infer<typeof freeRent>;

/** What is charged once on rent that is still open after the grace days: an amount, or a share of the open rent, up to `capCents`. */
export const lateFee = z.object({
  charge: z.union(
    [
      z.object({ cents: cents("Please enter an amount above $0.00") }),
      z.object({ basisPoints: basisPoints(1, 10_000, "Please enter a percentage above 0, at most 100") }),
    ],
    { error: "Please enter an amount or a percentage" },
  ),
  capCents: z.nullable(cents("Please enter an amount above $0.00")),
});
export type LateFee = z.infer<typeof lateFee>;

export const leaseTerms = z
  .object({
    /** The area the lease is priced by, which may differ from the advertised area of its units. 0 when nothing is priced by it. */
    areaSquareFeet: z
      .int("Please enter the area in whole square feet")
      .check(
        z.minimum(0, "Please enter the area in whole square feet"),
        z.maximum(100_000_000, "This area is too large"),
      ),
    /** The day of the month on which charges are due; in a shorter month, its last day. */
    dueDay: z
      .int("Please enter a day from 1 to 31")
      .check(
        z.minimum(1, "Please enter a day from 1 to 31"),
        z.maximum(31, "Please enter a day from 1 to 31"),
      ),
    /** How many days after the due date no late fee is charged yet. */
    graceDays: z
      .int("Please enter a number of days from 0 to 60")
      .check(
        z.minimum(0, "Please enter a number of days from 0 to 60"),
        z.maximum(60, "Please enter a number of days from 0 to 60"),
      ),
    depositCents: cents("Please enter the deposit, or 0", 0),
    lines: z.array(chargeLine).check(z.maxLength(50, "Please enter at most 50 charges")),
    escalations: z.array(escalation).check(z.maxLength(50, "Please enter at most 50 steps")),
    freeRent: z.array(freeRent).check(z.maxLength(50, "Please enter at most 50 stretches")),
    lateFee: z.nullable(lateFee),
  })
  .check((context) => {
    for (const [path, message] of contradictionsIn(context.value))
      context.issues.push({ code: "custom", input: context.value, path, message });
  });
export type Terms = z.infer<typeof leaseTerms>;

/** Contradictions within the terms: their paths, each with a message. */
function* contradictionsIn(terms: Terms): Generator<[path: (string | number)[], message: string]> {
  const { lines, escalations, freeRent: free, areaSquareFeet } = terms;
  for (const [index, line] of lines.entries()) {
    if ("rateHundredths" in line.price && areaSquareFeet === 0)
      yield [["areaSquareFeet"], `“${line.label}” is priced by the square foot; please enter the area.`];
    const before = lines.slice(0, index);
    if (before.some(({ key }) => key === line.key))
      yield [["lines", index, "key"], "Two charges have one key."];
    const other = before.find(({ kind, label }) => kind === line.kind && label === line.label);
    if (other !== undefined && overlap(other, line))
      yield [
        ["lines", index, "from"],
        `“${line.label}” is listed twice for the same days; let one end before the other begins.`,
      ];
  }
  for (const [index, step] of escalations.entries())
    if (escalations.slice(0, index).some(({ on }) => on === step.on))
      yield [["escalations", index, "on"], "There is already a step on this day."];
  for (const [index, stretch] of free.entries())
    if (free.slice(0, index).some((other) => overlap(other, stretch)))
      yield [["freeRent", index, "from"], "These days are already waived in part by another line."];
}

type Stretch = { from: string; to: string | null };
const overlap = (a: Stretch, b: Stretch) =>
  (a.to === null || daysFromTo(b.from, a.to) > 0) && (b.to === null || daysFromTo(a.from, b.to) > 0);

/** Terms from a day on: the original terms, or an amendment. */
export interface TermsFrom {
  number: number;
  from: string;
  terms: Terms;
}
