import * as z from "zod/mini";
import { day, text } from "#shared/http/fields.ts";

/*
 * How a lease shares the operating expenses of its property (REC-01): one rule for each
 * pool. The rules are part of the lease's terms, so each applies from the effective date of its terms.
 */

const id = z.int("Select one from the list").check(z.minimum(1, "Select one from the list"));
const year = z
  .int("Enter a year such as 2025")
  .check(
    z.minimum(1990, "Enter a year from 1990 to 2199"),
    z.maximum(2199, "Enter a year from 1990 to 2199"),
  );
const basisPoints = (message: string, min = 1) =>
  z.int(message).check(z.minimum(min, message), z.maximum(10_000, message));
const cents = z
  .int("Enter an amount above $0.00")
  .check(
    z.minimum(1, "Enter an amount above $0.00"),
    z.maximum(10_000_000_000, "This is more than $100,000,000.00"),
  );
const rateHundredths = z
  .int("Enter a rate above $0.00")
  .check(
    z.minimum(1, "Enter a rate above $0.00"),
    z.maximum(100_000_000, "This rate is more than $10,000.00"),
  );
const squareFeet = z
  .int("Enter the area in whole square feet")
  .check(
    z.minimum(1, "Enter the area in whole square feet"),
    z.maximum(100_000_000, "This area is too large"),
  );

/**
 * The area that a tenant's area is divided by: all leasable area, the occupied area but at least a
 * percentage of the leasable area, or an area fixed in the lease.
 */
const denominator = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("leasable") }),
  z.object({ kind: z.literal("occupied"), floorBasisPoints: basisPoints("Enter a percentage up to 100", 0) }),
  z.object({ kind: z.literal("fixed"), squareFeet }),
]);
export type Denominator = z.infer<typeof denominator>;

/**
 * How the property's anchors count. `deducted`: their contributions are deducted from the pool, and their
 * area from the denominator. `left-out`: only their area is deducted. `shared`: they count like any other
 * lease.
 */
const anchorRules = ["deducted", "left-out", "shared"] as const;

/** The tenant's share of the pool: nothing, a share by area, a fixed percentage, or a fixed rate by area. */
const recoveryShare = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("none") }),
  z.object({
    kind: z.literal("area"),
    denominator,
    anchors: z.enum(anchorRules),
    /** The minimum denominator. Null if the lease sets none. */
    floorSquareFeet: z.nullable(squareFeet),
  }),
  z.object({
    kind: z.literal("percentage"),
    /** In ten-thousandths of a percent: 12.5 percent is 125,000. */
    millionths: z
      .int("Enter a percentage above 0 and up to 100")
      .check(
        z.minimum(1, "Enter a percentage above 0 and up to 100"),
        z.maximum(1_000_000, "Enter a percentage above 0 and up to 100"),
      ),
  }),
  /** Per square foot and year, in hundredths of a cent. */
  z.object({ kind: z.literal("rate"), rateHundredths }),
]);
export type RecoveryShare = z.infer<typeof recoveryShare>;

/**
 * The cost the landlord bears: none (triple net), the pool's cost in a base year, an amount per year for the
 * whole pool, or an amount per year for each square foot of the tenant's area (expense stop).
 */
const recoveryBase = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("none") }),
  z.object({ kind: z.literal("year"), year }),
  z.object({ kind: z.literal("amount"), cents }),
  z.object({ kind: z.literal("stop"), rateHundredths }),
]);

/**
 * The ways a cap on controllable expenses can grow: over the amount billed last year, or from the base by the
 * simple or the compounded percentage of each year since.
 */
const capKinds = ["non-cumulative", "cumulative-simple", "cumulative-compounded"] as const;

const recoveryCap = z.object({
  kind: z.enum(capKinds),
  basisPoints: basisPoints("Enter a percentage above 0 and up to 100"),
  /** The controllable expenses of the whole pool in `baseYear`. The cap first applies in the year after it. */
  baseYear: year,
  baseCents: cents,
});
export type RecoveryCap = z.infer<typeof recoveryCap>;

const administrativeFee = z.object({
  basisPoints: basisPoints("Enter a percentage above 0 and up to 100"),
  isInsideCap: z.boolean(),
  /** The categories the fee is based on. Null means all categories of the pool that the tenant shares. */
  categoryIds: z.nullable(z.array(id).check(z.maxLength(200))),
});
export type AdministrativeFee = z.infer<typeof administrativeFee>;

/** How a lease shares one pool. */
export const poolRecovery = z.object({
  poolId: id,
  share: recoveryShare,
  /** The first day whose cost the tenant shares. Null means the start of the lease. */
  startsOn: z.nullable(day("Enter the date the tenant starts sharing the cost")),
  base: recoveryBase,
  /** The occupancy to which variable categories are grossed up. Null means no gross-up. */
  grossUpBasisPoints: z.nullable(basisPoints("Enter an occupancy above 0 and up to 100 percent")),
  cap: z.nullable(recoveryCap),
  fee: z.nullable(administrativeFee),
  excludedCategoryIds: z.array(id).check(z.maxLength(200)),
  /** Whether the tenant is an anchor, whose contribution can be deducted from other tenants' shares. */
  isAnchor: z.boolean(),
  /** The lease's wording, or the page of the lease document. */
  clause: text(0, "Enter the clause", 4_000),
});
export type PoolRecovery = z.infer<typeof poolRecovery>;

const days = (message: string) => z.int(message).check(z.minimum(1, message), z.maximum(3_650, message));

/** How a lease shares the expenses of its property. A pool without a rule isn't decided yet. */
export const recoveryTerms = z
  .object({
    pools: z.array(poolRecovery).check(z.maxLength(50, "You can add up to 50 pools")),
    /** The number of days after the end of the year by which the statement is due. Null if there is no deadline. */
    statementDueDays: z.nullable(days("Enter a number of days from 1 to 3,650")),
    /** How many days after the statement the tenant can question it. Null if there is no limit. */
    auditWindowDays: z.nullable(days("Enter a number of days from 1 to 3,650")),
  })
  .check(({ value, issues }) => {
    for (const [index, { poolId }] of value.pools.entries())
      if (value.pools.findIndex((pool) => pool.poolId === poolId) < index)
        issues.push({
          code: "custom",
          input: value,
          path: ["pools", index, "poolId"],
          message: "This pool is listed twice.",
        });
  });
export type RecoveryTerms = z.infer<typeof recoveryTerms>;

/** Recovery terms with their effective date. */
export interface EffectiveRecoveryTerms {
  number: number;
  from: string;
  terms: RecoveryTerms;
}
