import { sql } from "kysely";
import { audit } from "#server/audit.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import type { BodyOf } from "#shared/http/endpoint.ts";
import { diffAmendedTerms, diffTerms } from "../../format-terms.ts";
import { isRunning } from "../../states.ts";
import type { EffectiveTerms } from "../../terms.ts";
import type { amendLease as amendEndpoint, writeTerms as writeEndpoint } from "../../terms-contract.ts";
import { assertCurrentLeaseVersion } from "../assert-current-version.ts";
import { extendLease } from "../lifecycle/edit-lease.ts";
import { type LockedLease, lockLease } from "../queries.ts";
import { chargeLease, toAuditDetails } from "./charge-lease.ts";
import { isSameFrom, isSameTerms, planAmendment, planFirstTerms } from "./plan-terms.ts";
import { presentTerms } from "./present-terms.ts";
import { findLeaseWithTerms, type LeaseWithTerms } from "./terms-queries.ts";

/**
 * Sets the terms of a draft, or the first terms of an active lease. For an active lease, charges that are due
 * are posted immediately.
 * @throws AppError not_found; invalid, with the field; conflict if the version is outdated, or the active
 * lease already has terms
 */
export async function writeTerms(
  ctx: SignedInCtx,
  id: number,
  body: BodyOf<typeof writeEndpoint>,
  expectedVersion: number | undefined,
): Promise<void> {
  const { lockedLease, lease } = await lockTerms(ctx, id, expectedVersion);
  const { plannedTerms } = planFirstTerms(lease, body);
  const [savedTerms] = lease.versions;
  if (savedTerms?.from === plannedTerms.from && isSameTerms(savedTerms.terms, plannedTerms.terms)) return;
  await saveTerms(ctx, lockedLease, plannedTerms, "");
  const postedCharges = await chargeLease(ctx, lockedLease);
  await audit(ctx, {
    action: "lease.terms-added",
    subjectType: "lease",
    subjectId: id,
    propertyId: lease.property_id,
    details: {
      chargedFrom: plannedTerms.from,
      changes: diffTerms(savedTerms?.terms ?? null, plannedTerms.terms),
      ...toAuditDetails(postedCharges),
    },
  });
}

/**
 * Amends the terms of an active lease from a date that isn't charged yet (requirements, "Charges"). A renewal
 * also extends the lease. If its terms are the same, it only extends the lease.
 * @throws AppError not_found; invalid, with the field; conflict if the version is outdated, or the active
 * lease has no terms
 */
export async function amendLease(
  ctx: SignedInCtx,
  id: number,
  body: BodyOf<typeof amendEndpoint>,
  expectedVersion: number | undefined,
): Promise<void> {
  const { lockedLease, lease: savedLease } = await lockTerms(ctx, id, expectedVersion);
  const renewedTo = isRunning(savedLease.state) ? body.to : undefined;
  if (renewedTo !== undefined) await extendLease(ctx, lockedLease, renewedTo);
  const lease = renewedTo === undefined ? savedLease : { ...savedLease, ends_on: renewedTo };
  const lastTerms = lease.versions.at(-1)?.terms;
  if (renewedTo !== undefined && lastTerms !== undefined && isSameFrom(body.from, lastTerms, body.terms)) {
    await chargeLease(ctx, lockedLease);
    return;
  }
  const { plannedTerms, before } = planAmendment(lease, body);
  await saveTerms(ctx, lockedLease, plannedTerms, body.reason);
  const postedCharges = await chargeLease(ctx, lockedLease);
  await audit(ctx, {
    action: "lease.amended",
    subjectType: "lease",
    subjectId: id,
    propertyId: lease.property_id,
    details: {
      amendedFrom: plannedTerms.from,
      reason: body.reason,
      changes: diffAmendedTerms(before, plannedTerms.terms, plannedTerms.from),
      ...toAuditDetails(postedCharges),
    },
  });
}

async function lockTerms(
  ctx: SignedInCtx,
  id: number,
  expectedVersion: number | undefined,
): Promise<{ lockedLease: LockedLease; lease: LeaseWithTerms }> {
  const lockedLease = await lockLease(ctx, id);
  const lease = await findLeaseWithTerms(ctx, id);
  await assertCurrentLeaseVersion(ctx, lockedLease, expectedVersion, () => presentTerms(lease, ctx.actor));
  return { lockedLease, lease };
}

async function saveTerms(
  ctx: SignedInCtx,
  lease: LockedLease,
  plannedTerms: EffectiveTerms,
  reason: string,
): Promise<void> {
  await sql`
    insert into lease_terms (lease_id, property_id, number, starts_on, terms, reason, made_by_id, made_at)
    values (${lease.id}, ${lease.property_id}, ${plannedTerms.number}, ${plannedTerms.from}::date, ${JSON.stringify(plannedTerms.terms)}::jsonb,
      ${reason}, ${ctx.actor.id}, ${ctx.now})
    on conflict (lease_id, number) do update set starts_on = excluded.starts_on, terms = excluded.terms,
      made_by_id = excluded.made_by_id, made_at = excluded.made_at`.execute(ctx.db);
  await ctx.db
    .updateTable("leases")
    .set({ version: lease.version + 1 })
    .where("id", "=", lease.id)
    .execute();
}
