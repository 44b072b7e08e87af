import * as z from "zod/mini";
import { day, text } from "#shared/http/fields.ts";
import { chargeKinds, leaseTerms } from "./terms.ts";

const money = z.number();
const days = z.object({ from: z.string(), to: z.nullable(z.string()) });

/** Terms as they are entered. `from` is the first day charged by them; without it the lease's first day. */
export const plannedTerms = z.object({
  from: z.optional(day("Please enter the first day")),
  terms: leaseTerms,
});

/** An amendment as it is entered: the whole terms as they are from `from` on. */
export const amendmentFacts = z.object({
  from: day("Please enter the first day"),
  terms: leaseTerms,
  reason: text(1, "Please say why the terms change", 1_000),
});

/** The terms as they were written, or an amendment. */
export const termsVersion = z.object({
  number: z.number(),
  /** The day it was written for. */
  from: z.string(),
  /** The days it holds; null when a later one replaces it, or the lease ends, before it ever does. */
  held: z.nullable(days),
  terms: leaseTerms,
  reason: z.string(),
  /** Null: the portal, or an import. */
  madeBy: z.nullable(z.string()),
  madeAt: z.string(),
});
export type TermsVersion = z.infer<typeof termsVersion>;

/** All that a lease's terms are and were, with what the user may do to them now. */
export const termsOfLease = z.object({
  leaseId: z.number(),
  /** The number of the terms that hold today, else of those that hold next, else of the last that did; null without any. */
  current: z.nullable(z.number()),
  /** In the order they were written. */
  versions: z.array(termsVersion),
  /** The last day that is charged already; null while nothing is. */
  chargedThrough: z.nullable(z.string()),
  /** What is held of the deposit. */
  depositHeldCents: money,
  /** The lease's version, for `If-Match`: terms are a part of it. */
  version: z.number(),
  may: z.object({
    /** Write the terms: a draft's, or the first ones of a lease that runs. */
    edit: z.boolean(),
    amend: z.boolean(),
  }),
  /** The first day on which an amendment may begin; null when none may. */
  amendableFrom: z.nullable(z.string()),
});
export type TermsOfLease = z.infer<typeof termsOfLease>;

export const scheduledCharge = z.object({
  termsNumber: z.number(),
  lineKey: z.number(),
  kind: z.enum(chargeKinds),
  label: z.string(),
  /** The days it is for. */
  from: z.string(),
  to: z.string(),
  dueOn: z.string(),
  amountCents: money,
});

export const schedule = z.object({
  /** From the first month looked at to the last, with those in which nothing is charged; none after the lease's last day. */
  months: z.array(
    z.object({
      /** Its first day. */
      month: z.string(),
      charges: z.array(scheduledCharge),
      totalCents: money,
      /** What the rent due on a day would cost if it were all open after the grace days. */
      lateFees: z.array(
        z.object({ dueOn: z.string(), feeOn: z.string(), rentCents: money, feeCents: money }),
      ),
    }),
  ),
  totalCents: money,
  /** The charges that are due to be posted by now and are not: what activating the lease, or saving the terms, posts at once. */
  postedAtOnce: z.array(scheduledCharge),
  postedAtOnceCents: money,
});
export type Schedule = z.infer<typeof schedule>;
