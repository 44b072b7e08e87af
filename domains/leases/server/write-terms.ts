import { sql } from "kysely";
import { audit } from "#server/audit.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import type { BodyOf } from "#shared/http/endpoint.ts";
import type { TermsFrom } from "../terms.ts";
import type { amendLease as amendEndpoint, writeTerms as writeEndpoint } from "../terms-contract.ts";
import { changesOfTerms } from "../terms-in-words.ts";
import { asDetails, chargeLease } from "./charge-lease.ts";
import { isSame, planAmendment, planFirstTerms } from "./plan-terms.ts";
import { presentTerms } from "./present-terms.ts";
import { type LockedLease, lockLease } from "./queries.ts";
import { refuseStale } from "./stale.ts";
import { findTerms, type LeaseWithTerms } from "./terms-queries.ts";

/**
 * Writes the terms of a draft, or the first terms of a running lease, which posts the charges that are due at once.
 * @throws AppError not_found; invalid, with the field; conflict when stale, or when the running lease already has terms
 */
export async function writeTerms(
  ctx: SignedInCtx,
  id: number,
  body: BodyOf<typeof writeEndpoint>,
  seen: number | undefined,
): Promise<void> {
  const { locked, lease } = await lockTerms(ctx, id, seen);
  const { planned } = planFirstTerms(lease, body);
  const [before] = lease.versions;
  if (before?.from === planned.from && isSame(before.terms, planned.terms)) return;
  await keep(ctx, locked, planned, "");
  const posted = await chargeLease(ctx, locked);
  await audit(ctx, {
    action: "lease.terms-written",
    subjectType: "lease",
    subjectId: id,
    propertyId: lease.property_id,
    details: {
      chargedFrom: planned.from,
      changes: changesOfTerms(before?.terms ?? null, planned.terms),
      ...asDetails(posted),
    },
  });
}

/**
 * Amends the terms of a running lease, from a day on that is not yet charged (requirements, "Charges").
 * @throws AppError not_found; invalid, with the field; conflict when stale, or when the running lease has no terms
 */
export async function amendLease(
  ctx: SignedInCtx,
  id: number,
  body: BodyOf<typeof amendEndpoint>,
  seen: number | undefined,
): Promise<void> {
  const { locked, lease } = await lockTerms(ctx, id, seen);
  const { planned, before } = planAmendment(lease, body);
  await keep(ctx, locked, planned, body.reason);
  const posted = await chargeLease(ctx, locked);
  await audit(ctx, {
    action: "lease.amended",
    subjectType: "lease",
    subjectId: id,
    propertyId: lease.property_id,
    details: {
      amendedFrom: planned.from,
      reason: body.reason,
      changes: changesOfTerms(before, planned.terms),
      ...asDetails(posted),
    },
  });
}

async function lockTerms(
  ctx: SignedInCtx,
  id: number,
  seen: number | undefined,
): Promise<{ locked: LockedLease; lease: LeaseWithTerms }> {
  const locked = await lockLease(ctx, id);
  const lease = await findTerms(ctx, id);
  await refuseStale(ctx, locked, seen, () => presentTerms(lease, ctx.actor));
  return { locked, lease };
}

async function keep(ctx: SignedInCtx, lease: LockedLease, planned: TermsFrom, reason: string): Promise<void> {
  await sql`
    insert into lease_terms (lease_id, property_id, number, from_on, terms, reason, made_by_id, made_at)
    values (${lease.id}, ${lease.property_id}, ${planned.number}, ${planned.from}::date, ${JSON.stringify(planned.terms)}::jsonb,
      ${reason}, ${ctx.actor.id}, ${ctx.now})
    on conflict (lease_id, number) do update set from_on = excluded.from_on, terms = excluded.terms,
      made_by_id = excluded.made_by_id, made_at = excluded.made_at`.execute(ctx.db);
  await ctx.db
    .updateTable("leases")
    .set({ version: lease.version + 1 })
    .where("id", "=", lease.id)
    .execute();
}
