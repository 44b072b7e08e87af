import * as z from "zod/mini";
import { endpoint } from "#shared/http/endpoint.ts";
import { byId, day, text } from "#shared/http/fields.ts";
import { recoveryTerms } from "./recovery-terms.ts";

/** A pool with the categories a rule can name. */
const poolChoice = z.object({
  id: z.number(),
  name: z.string(),
  categories: z.array(
    z.object({
      id: z.number(),
      name: z.string(),
      isControllable: z.boolean(),
      variesWithOccupancy: z.boolean(),
    }),
  ),
});
export type PoolChoice = z.infer<typeof poolChoice>;

const recoveryTermsVersion = z.object({
  number: z.number(),
  /** The effective date that was entered. */
  from: z.string(),
  /** The period in which it applies. Null if a later version replaces it before it takes effect. */
  period: z.nullable(z.object({ from: z.string(), to: z.nullable(z.string()) })),
  terms: recoveryTerms,
  reason: z.string(),
  madeBy: z.nullable(z.string()),
  madeAt: z.string(),
});
export type RecoveryTermsVersion = z.infer<typeof recoveryTermsVersion>;

const recoveryTermsDetails = z.object({
  leaseId: z.number(),
  company: z.string(),
  property: z.object({ id: z.number(), name: z.string() }),
  leaseFrom: z.string(),
  leaseTo: z.nullable(z.string()),
  /** The number of the version that applies today, or else the next, or else the last. Null if there are none. */
  current: z.nullable(z.number()),
  /** In the order they were entered. */
  versions: z.array(recoveryTermsVersion),
  /** All pools, for the form and to show their names. */
  pools: z.array(poolChoice),
  /** The lease's version, for `If-Match`. */
  version: z.number(),
  can: z.object({ edit: z.boolean() }),
});
export type RecoveryTermsDetails = z.infer<typeof recoveryTermsDetails>;

export const readRecoveryTerms = endpoint({
  method: "GET",
  path: "/api/leases/:id/recovery-terms",
  action: "recoveries.read-terms",
  summary: "Get how a lease shares operating expenses, with every version",
  params: byId,
  response: recoveryTermsDetails,
});

export const addRecoveryTerms = endpoint({
  method: "POST",
  path: "/api/leases/:id/recovery-terms",
  action: "recoveries.edit-terms",
  summary: "Set how a lease shares operating expenses from an effective date, which can be in the past",
  versioned: true,
  params: byId,
  body: z.object({
    from: day("Enter the effective date"),
    terms: recoveryTerms,
    /** Required if the lease already has recovery terms. */
    reason: z._default(text(0, "Enter a reason", 1_000), ""),
    version: z.optional(z.int()),
  }),
  response: recoveryTermsDetails,
  status: 201,
});
