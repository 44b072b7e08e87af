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

/** An amendment as it is entered: the complete terms from `from` on. */
export const amendmentFacts = z.object({
  from: day("Please enter the first day"),
  terms: leaseTerms,
  reason: text(1, "Please say why the terms change", 1_000),
});

/** The original terms, or an amendment. */
export const termsVersion = z.object({
  number: z.number(),
  /** The day from which it was written to apply. */
  from: z.string(),
  /** The days on which it applies; null when a later version replaces it, or the lease ends, before it ever does. */
  held: z.nullable(days),
  terms: leaseTerms,
  reason: z.string(),
  /** Null: made by the portal or by an import. */
  madeBy: z.nullable(z.string()),
  madeAt: z.string(),
});
export type TermsVersion = z.infer<typeof termsVersion>;

/** All versions of a lease's terms, with what the user may do with them now. */
export const termsOfLease = z.object({
  leaseId: z.number(),
  /** The number of the terms that apply today, else of those that apply next, else of the last that did; null without any. */
  current: z.nullable(z.number()),
  /** In the order they were written. */
  versions: z.array(termsVersion),
  /** The last charged day; null while nothing is charged. */
  chargedThrough: z.nullable(z.string()),
  /** How much of the deposit is held. */
  depositHeldCents: money,
  /** The lease's version, for `If-Match`: terms are a part of it. */
  version: z.number(),
  may: z.object({
    /** Whether the user may write the terms: a draft's, or the first ones of a running lease. */
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
  /** The days it covers. */
  from: z.string(),
  to: z.string(),
  dueOn: z.string(),
  amountCents: money,
});

export const schedule = z.object({
  /** From the first month shown to the last, including months without charges; none after the lease's last day. */
  months: z.array(
    z.object({
      /** Its first day. */
      month: z.string(),
      charges: z.array(scheduledCharge),
      totalCents: money,
      /** The late fee on the rent of each due date, if all of it were still open after the grace days. */
      lateFees: z.array(
        z.object({ dueOn: z.string(), feeOn: z.string(), rentCents: money, feeCents: money }),
      ),
    }),
  ),
  totalCents: money,
  /** The charges that should already be posted but are not: activating the lease, or saving the terms, posts them at once. */
  postedAtOnce: z.array(scheduledCharge),
  postedAtOnceCents: money,
});
export type Schedule = z.infer<typeof schedule>;
