import * as z from "zod/mini";
import { csvEndpoint } from "#shared/http/csv-endpoint.ts";
import { endpoint } from "#shared/http/endpoint.ts";
import { byId, text } from "#shared/http/fields.ts";

const amount = z.nullable(
  z
    .int("Enter an amount in US dollars")
    .check(
      z.minimum(0, "Enter an amount of $0.00 or more"),
      z.maximum(10_000_000_000, "This is more than $100,000,000.00"),
    ),
);

/** The amounts of a lease in one pool and year, from the system that was used before the portal (REC-21). */
export const historyAmounts = {
  /** The cost of the whole pool, if the year is the lease's base year. */
  baseCents: amount,
  /** The controllable expenses of the whole pool that were billed, after the cap. */
  cappedCents: amount,
  /** The lease's share. */
  shareCents: amount,
  /** The monthly estimates that were billed for the year. */
  estimatesCents: amount,
};
/** The year in which the pool's year starts. */
export const historyYear = z
  .int("Enter a year such as 2025")
  .check(
    z.minimum(1990, "Enter a year from 1990 to 2199"),
    z.maximum(2199, "Enter a year from 1990 to 2199"),
  );

const historyRow = z.object({
  poolId: z.number(),
  pool: z.string(),
  year: z.number(),
  ...historyAmounts,
  /** The share less the estimates. Negative for a credit. Null unless both are known. */
  dueCents: z.nullable(z.number()),
  enteredBy: z.nullable(z.string()),
  enteredAt: z.string(),
});
export type RecoveryHistoryRow = z.infer<typeof historyRow>;

const recoveryHistory = z.object({
  leaseId: z.number(),
  /** The newest year first. */
  rows: z.array(historyRow),
  pools: z.array(z.object({ id: z.number(), name: z.string() })),
  /** The lease's version, for `If-Match`. */
  version: z.number(),
});
export type RecoveryHistory = z.infer<typeof recoveryHistory>;

export const readRecoveryHistory = endpoint({
  method: "GET",
  path: "/api/leases/:id/recovery-history",
  action: "recoveries.reconcile",
  summary: "Get a lease's operating expense amounts from the previous system",
  params: byId,
  response: recoveryHistory,
});

export const exportRecoveryHistory = csvEndpoint(readRecoveryHistory);

export const setRecoveryHistory = endpoint({
  method: "PUT",
  path: "/api/leases/:id/recovery-history",
  action: "recoveries.edit-terms",
  summary:
    "Set a lease's amounts in a pool and year from the previous system; without any amount, they're removed",
  versioned: true,
  params: byId,
  body: z.object({
    poolId: z.int("Select a pool"),
    year: historyYear,
    ...historyAmounts,
    /** Required if there are amounts for the pool and year already. */
    reason: z._default(text(0, "Enter a reason", 1_000), ""),
    version: z.optional(z.int()),
  }),
  response: recoveryHistory,
});
