import { sql } from "kysely";
import {
  type LockedAccounts,
  lockAccounts,
  lockPropertyMonths,
} from "#domains/ledger/server/entries/lock-account.ts";
import { propertyScope } from "#domains/properties/server/access.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import { notFound } from "#shared/errors.ts";

/**
 * Locks the accounts of all leases of a property, and its postings, so that only one person at a time issues,
 * reverses, or closes a year, and its estimates stay as they are. @throws AppError not_found
 */
export async function lockYear(ctx: SignedInCtx, propertyId: number): Promise<LockedAccounts> {
  const { rows } = await sql<{ leaseIds: number[] }>`
    select array(select l.id from leases l where l.property_id = p.id and l.state <> 'draft') as "leaseIds"
    from properties p where p.id = ${propertyId} and ${propertyScope(ctx.actor.accessScope)}`.execute(ctx.db);
  if (rows[0] === undefined) throw notFound("property");
  const accounts = await lockAccounts(ctx, rows[0].leaseIds);
  await lockPropertyMonths(ctx, [propertyId]);
  return accounts;
}
