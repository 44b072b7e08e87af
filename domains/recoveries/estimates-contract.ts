import * as z from "zod/mini";
import { type EstimateKind, estimateKinds } from "#domains/expenses/categories-contract.ts";
import { maxAmountCents } from "#domains/leases/terms.ts";
import { endpoint } from "#shared/http/endpoint.ts";
import { day, id, text } from "#shared/http/fields.ts";
import { byYear } from "./reconciliation-contract.ts";

/*
 * The monthly estimates of a property's year: what each lease's share of the expected costs comes to in a month
 * (REC-30).
 */

/** The costs that estimates are calculated from: those of last year, or the budget of the year. */
export const estimateSources = ["actual", "budget"] as const;
export type EstimateSource = (typeof estimateSources)[number];

export const estimateKindLabels = {
  "common-area": "CAM",
  utilities: "Utilities",
  other: "Other",
} as const satisfies Record<EstimateKind, string>;

const percentMessage = "percent must be a number from -100 to 100 with up to two decimal places.";
const month = day("Select the month from which the estimates apply").check(
  z.refine((value) => value.endsWith("-01"), "Estimates apply from the first day of a month"),
);

/** What estimates are calculated from, and the month from which they apply. */
export const estimatesFilter = z.object({
  source: z._default(
    z.enum(estimateSources, `source must be one of ${estimateSources.join(", ")}.`),
    "actual",
  ),
  /** By how much the costs are expected to change. Parsed to hundredths of a percent. */
  percent: z._default(
    z.pipe(
      z.string().check(z.regex(/^-?(100(\.0{1,2})?|\d{1,2}(\.\d{1,2})?)$/, percentMessage)),
      z.transform((text: string) => Math.round(Number(text) * 100)),
    ),
    0,
  ),
  /** The month from which the estimates apply. By default, and if it's already charged, the first possible one. */
  from: z.optional(month),
});

const cents = z.number();
const units = z.array(z.object({ unitNumber: z.string() }));
const kind = z.enum(estimateKinds, `kind must be one of ${estimateKinds.join(", ")}.`);

const estimateRow = z.object({
  leaseId: z.number(),
  company: z.string(),
  units,
  kind,
  /** The lease's version. */
  version: z.number(),
  /** The lease's share of the expected costs of the pools with this type of charge. */
  shareCents: cents,
  /** The monthly charge before the effective date. */
  currentCents: cents,
  /** The monthly charge on the effective date as the terms are now. It differs if the charge ends before then. */
  scheduledCents: cents,
  /** Who amended the charge from the effective date on, and when. Null if it stays as it is. */
  applied: z.nullable(z.object({ by: z.nullable(z.string()), at: z.string() })),
  /** The share divided by the months in which the lease has it, rounded to cents. */
  proposedCents: cents,
});
export type EstimateRow = z.infer<typeof estimateRow>;

const skippedEstimate = z.object({
  leaseId: z.number(),
  company: z.string(),
  units,
  /** Null if all the lease's estimates are skipped. */
  kind: z.nullable(kind),
  currentCents: cents,
  /** Why the lease has no proposal, as a sentence. */
  why: z.string(),
});
export type SkippedEstimate = z.infer<typeof skippedEstimate>;

const estimates = z.object({
  property: z.object({ id: z.number(), name: z.string() }),
  year: z.number(),
  source: z.enum(estimateSources),
  /** The month from which the estimates apply. Null if every month of the year is charged. */
  from: z.nullable(z.string()),
  /** The months that can be selected. */
  months: z.array(z.string()),
  /** The expected cost of the pools. */
  costCents: cents,
  /**
   * The difference between the shares and a year of the proposed amounts, due to rounding each month to
   * cents.
   */
  roundingCents: cents,
  /** The estimates amended from `from` on, for every source of costs. Null if there are none. */
  applied: z.nullable(
    z.object({
      leases: z.number(),
      /** The monthly charges of these leases before and after the amendments. */
      beforeCents: cents,
      afterCents: cents,
      /** Who made the latest amendment, and when. */
      by: z.nullable(z.string()),
      at: z.string(),
    }),
  ),
  /** Sentences about costs that are missing or incomplete. */
  notes: z.array(z.string()),
  /** By company and type of charge. */
  rows: z.array(estimateRow),
  skipped: z.array(skippedEstimate),
});
export type Estimates = z.infer<typeof estimates>;

export const readEstimates = endpoint({
  method: "GET",
  path: "/api/properties/:id/estimates/:year",
  action: "recoveries.reconcile",
  summary:
    "Calculate the monthly estimates of a property's year from last year's costs or the budget; saves nothing",
  params: byYear,
  query: estimatesFilter,
  response: estimates,
});

export const exportEstimates = endpoint({
  method: "GET",
  path: "/api/properties/:id/estimates/:year/amounts.csv",
  action: "recoveries.reconcile",
  summary: "Export the proposed monthly estimates of a property's year as CSV",
  params: byYear,
  query: estimatesFilter,
  response: z.unknown(),
  responseKind: "csv",
});

const amount = "Each amount must be from $0.00 to $100,000,000.00";

export const applyEstimates = endpoint({
  method: "POST",
  path: "/api/properties/:id/estimates/:year",
  action: "terms.edit",
  summary:
    "Amend the leases' monthly estimates from a month not yet charged, all or none, and notify the tenants",
  params: byYear,
  maxBodyBytes: 512 * 1024,
  body: z.object({
    from: month,
    reason: text(1, "Please enter a reason", 1_000),
    rows: z
      .array(
        z.object({
          leaseId: id,
          /** The lease's version in the estimates. */
          version: z.int("version must be a whole number."),
          kind,
          /** 0 ends the charge. */
          monthlyCents: z.int(amount).check(z.minimum(0, amount), z.maximum(maxAmountCents, amount)),
        }),
      )
      .check(
        z.minLength(1, "Change at least one estimate."),
        z.maxLength(3_000, "These are too many leases."),
      ),
  }),
  response: z.object({ leases: z.number() }),
});
