import * as z from "zod/mini";
import { day, text } from "#shared/http/fields.ts";
import { chargeKinds, leaseTerms } from "./terms.ts";

const cents = z.number();
const dateRange = z.object({ from: z.string(), to: z.nullable(z.string()) });

/**
 * The input for a lease's terms. `from` is the first day charged under them and defaults to the lease's start
 * date.
 */
export const termsInput = z.object({
  from: z.optional(day("Please enter the start date")),
  terms: leaseTerms,
});

/**
 * The input for an amendment: the complete terms that apply from `from`. A renewal has the new end date in
 * `to`.
 */
export const amendmentInput = z.object({
  from: day("Please enter the start date"),
  to: z.optional(day("Please enter a valid end date")),
  terms: leaseTerms,
  reason: text(1, "Please enter a reason for the amendment", 1_000),
});

/** The original terms or an amendment. */
export const termsVersion = z.object({
  number: z.number(),
  /** The effective date that was entered. */
  from: z.string(),
  /**
   * The period in which it applies. Null if a later version replaces it, or the lease ends, before it takes
   * effect.
   */
  period: z.nullable(dateRange),
  terms: leaseTerms,
  reason: z.string(),
  /** Null if the portal or an import created it. */
  madeBy: z.nullable(z.string()),
  madeAt: z.string(),
});
export type TermsVersion = z.infer<typeof termsVersion>;

/** All versions of a lease's terms, and what the user can do with them now. */
export const termsDetails = z.object({
  leaseId: z.number(),
  /**
   * The number of the terms that apply today, or else of the next terms to apply, or else of the last. Null if
   * there are no terms.
   */
  current: z.nullable(z.number()),
  /** In the order they were created. */
  versions: z.array(termsVersion),
  /** The last charged day. Null while nothing is charged. */
  chargedThrough: z.nullable(z.string()),
  /** How much of the security deposit is held. */
  depositHeldCents: cents,
  /** The lease's version, for `If-Match`. A lease and its terms share one version. */
  version: z.number(),
  can: z.object({
    /** Whether the user can set the terms of a draft, or the first terms of an active lease. */
    edit: z.boolean(),
    amend: z.boolean(),
  }),
  /** The earliest effective date of an amendment. Null if the lease can't be amended. */
  amendableFrom: z.nullable(z.string()),
});
export type TermsDetails = z.infer<typeof termsDetails>;

export const scheduledCharge = z.object({
  termsNumber: z.number(),
  lineKey: z.number(),
  kind: z.enum(chargeKinds),
  label: z.string(),
  /** The first and last day it covers. */
  from: z.string(),
  to: z.string(),
  dueOn: z.string(),
  amountCents: cents,
});

export const schedule = z.object({
  /**
   * The requested months in order, including months without charges. Months after the lease's end date are
   * left out.
   */
  months: z.array(
    z.object({
      /** The first day of the month. */
      month: z.string(),
      charges: z.array(scheduledCharge),
      totalCents: cents,
      /**
       * The late fee for each due date's rent, if all of that rent were still unpaid after the grace period.
       */
      lateFees: z.array(
        z.object({ dueOn: z.string(), feeOn: z.string(), rentCents: cents, feeCents: cents }),
      ),
    }),
  ),
  totalCents: cents,
  /**
   * The charges that are due for posting but haven't been posted. Activating the lease, or saving the terms,
   * posts them immediately.
   */
  postedImmediately: z.array(scheduledCharge),
  postedImmediatelyCents: cents,
  /** How much of the posted charges would be credited if the lease ended on `endOn`. */
  creditedCents: cents,
});
export type Schedule = z.infer<typeof schedule>;
