import { isDeepStrictEqual } from "node:util";
import { sql } from "kysely";
import { assertCurrentLeaseVersion } from "#domains/leases/server/assert-current-version.ts";
import { publishLeaseChange } from "#domains/leases/server/publish-change.ts";
import { lockLease } from "#domains/leases/server/queries.ts";
import { audit } from "#server/audit.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import { invalid } from "#shared/errors.ts";
import { formatCalendarDay } from "#shared/format/dates.ts";
import type { BodyOf } from "#shared/http/endpoint.ts";
import type { addRecoveryTerms as addEndpoint, PoolChoice, RecoveryTermsDetails } from "../../contract.ts";
import { describePoolRecovery } from "../../describe-recovery.ts";
import type { PoolRecovery, RecoveryTerms } from "../../recovery-terms.ts";
import { readRecoveryTerms } from "./read-recovery-terms.ts";

/**
 * Adds recovery terms that apply from their effective date until later ones do (REC-01). The
 * date can be in the past, because expenses are reconciled after the year.
 * @throws AppError not_found; invalid, with the field; conflict if the version is outdated
 */
export async function addRecoveryTerms(
  ctx: SignedInCtx,
  leaseId: number,
  { from, terms, reason }: BodyOf<typeof addEndpoint>,
  expectedVersion: number | undefined,
): Promise<void> {
  const lease = await lockLease(ctx, leaseId);
  const current = await readRecoveryTerms(ctx, leaseId);
  await assertCurrentLeaseVersion(ctx, lease, expectedVersion, () => current);
  const errors = findErrors(current, { from, terms, reason });
  if (Object.keys(errors).length > 0) throw invalid(errors);
  const number = current.versions.length + 1;
  await sql`
    insert into recovery_terms (lease_id, property_id, number, starts_on, terms, reason, made_by_id, made_at)
    values (${leaseId}, ${lease.property_id}, ${number}, ${from}::date, ${JSON.stringify(terms)}::jsonb, ${reason},
      ${ctx.actor.id}, ${ctx.now})`.execute(ctx.db);
  await ctx.db
    .updateTable("leases")
    .set({ version: lease.version + 1 })
    .where("id", "=", leaseId)
    .execute();
  await audit(ctx, {
    action: "lease.recovery-terms-added",
    subjectType: "lease",
    subjectId: leaseId,
    propertyId: lease.property_id,
    details: {
      effectiveFrom: from,
      ...(reason === "" ? {} : { reason }),
      rules: terms.pools.map((pool) => describeRule(pool, current.pools)),
    },
  });
  publishLeaseChange(ctx, lease);
}

const describeRule = (recovery: PoolRecovery, pools: readonly PoolChoice[]): string => {
  const pool = pools.find(({ id }) => id === recovery.poolId);
  return pool === undefined ? "" : `${pool.name}: ${describePoolRecovery(recovery, pool).join(" ")}`;
};

function findErrors(
  { leaseFrom, leaseTo, versions, pools }: RecoveryTermsDetails,
  { from, terms, reason }: { from: string; terms: RecoveryTerms; reason: string },
): Record<string, string> {
  const errors: Record<string, string> = {};
  const last = versions.at(-1);
  if (from < leaseFrom)
    errors.from = `The lease starts ${formatCalendarDay(leaseFrom)}, so its recovery terms can't apply before then.`;
  else if (leaseTo !== null && from > leaseTo)
    errors.from = `The lease ends ${formatCalendarDay(leaseTo)}, so its recovery terms can't start after then.`;
  if (last !== undefined && reason === "") errors.reason = "Enter a reason for the change";
  if (last !== undefined && last.from === from && isDeepStrictEqual(last.terms, terms))
    errors.terms = "Nothing has changed. Edit the rules you want to change.";
  for (const [index, recovery] of terms.pools.entries())
    for (const [field, message] of findRuleErrors(recovery, pools, leaseFrom))
      errors[`terms.pools.${index}.${field}`] ??= message;
  return errors;
}

/** Yields a message for each field that contradicts the pool or the lease. */
function* findRuleErrors(
  recovery: PoolRecovery,
  pools: readonly PoolChoice[],
  leaseFrom: string,
): Generator<[field: string, message: string]> {
  const pool = pools.find(({ id }) => id === recovery.poolId);
  if (pool === undefined) return yield ["poolId", "This pool no longer exists. Remove its rule."];
  const { base, cap, fee, excludedCategoryIds, startsOn } = recovery;
  const isInPool = (id: number) => pool.categories.some((category) => category.id === id);
  if (!excludedCategoryIds.every(isInPool))
    yield ["excludedCategoryIds", `Select categories in ${pool.name} only.`];
  if (fee?.categoryIds?.every(isInPool) === false) yield ["fee", `Select categories in ${pool.name} only.`];
  const shared = pool.categories.filter(({ id }) => !excludedCategoryIds.includes(id));
  if (cap !== null && !shared.some(({ isControllable }) => isControllable))
    yield [
      "cap",
      `${pool.name} has no controllable categories, so a cap would have no effect. Remove the cap, or mark categories as controllable in the settings.`,
    ];
  const leaseYear = Number(leaseFrom.slice(0, 4));
  if (base.kind === "year" && base.year < leaseYear - 1)
    yield [
      "base",
      `The lease starts in ${leaseYear}, so the base year can't be before ${leaseYear - 1}. Enter an amount instead.`,
    ];
  if (startsOn !== null && startsOn < leaseFrom)
    yield ["startsOn", `The lease starts ${formatCalendarDay(leaseFrom)}. Enter that date or a later one.`];
}
