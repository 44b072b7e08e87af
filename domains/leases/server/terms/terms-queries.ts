import { type RawBuilder, sql } from "kysely";
import type { SignedInCtx } from "#server/http/context.ts";
import type { Day } from "#shared/calendar.ts";
import { notFound } from "#shared/errors.ts";
import type { LeaseState } from "../../states.ts";
import type { Terms } from "../../terms.ts";
import { moneyScope } from "../access.ts";
import { todayAt } from "../queries.ts";

/** A lease with everything needed to check its terms. */
export interface LeaseWithTerms {
  id: number;
  property_id: number;
  state: LeaseState;
  starts_on: Day;
  ends_on: Day | null;
  version: number;
  /** Today's date at the property. */
  today: Day;
  /** The last charged day. Null while nothing is charged. */
  charged_through: Day | null;
  deposit_cents: number;
  versions: StoredTerms[];
}

export interface StoredTerms {
  number: number;
  from: Day;
  terms: Terms;
  reason: string;
  madeBy: string | null;
  madeAt: string;
}

/**
 * Returns a lease with its terms.
 * @throws AppError not_found if it is missing or the user can't see its money
 */
export async function findLeaseWithTerms(ctx: SignedInCtx, leaseId: number): Promise<LeaseWithTerms> {
  const { rows } = await sql<LeaseWithTerms>`
    select l.id, l.property_id, l.state, l.starts_on, l.ends_on, l.version, ${todayAt(ctx)} as today,
      (${chargedThrough}) as charged_through, coalesce(a.deposit_cents, 0) as deposit_cents,
      (select coalesce(json_agg(json_build_object('number', t.number, 'from', t.starts_on, 'terms', t.terms, 'reason', t.reason,
          'madeBy', who.full_name, 'madeAt', to_char(t.made_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
          order by t.number), '[]')
        from lease_terms t left join users who on who.id = t.made_by_id where t.lease_id = l.id) as versions
    from leases l join properties p on p.id = l.property_id left join lease_accounts a on a.lease_id = l.id
    where l.id = ${leaseId} and ${moneyScope(ctx.actor.accessScope)}`.execute(ctx.db);
  const lease = rows[0];
  if (lease === undefined) throw notFound("lease");
  return lease;
}

/** For the lease `l`, the last day of a scheduled charge that is neither reversed nor adjusted to zero. */
const chargedThrough: RawBuilder<Day | null> = sql`
  select max(ends_on) from (
    select (array_agg(r.ends_on order by r.revision desc))[1] as ends_on from receivables r
    where r.lease_id = l.id and r.line_key is not null
      and not exists (select from ledger_entries back where back.reverses_id = r.entry_id)
    group by r.terms_number, r.line_key, r.month having sum(r.amount_cents) <> 0
  ) standing`;

/**
 * Returns the charges already posted, keyed by terms number, line key, and month, and whether staff reversed
 * each one. A reversed charge isn't posted again.
 */
export async function findChargedPeriods(
  { db }: SignedInCtx,
  leaseId: number,
): Promise<Map<string, { isReversed: boolean }>> {
  const { rows } = await sql<{ period: string; isReversed: boolean }>`
    select concat_ws(' ', r.terms_number, r.line_key, r.month) as period,
      exists (select from ledger_entries back where back.reverses_id = r.entry_id) as "isReversed"
    from receivables r where r.lease_id = ${leaseId} and r.revision = 0`.execute(db);
  return new Map(rows.map(({ period, isReversed }) => [period, { isReversed }]));
}
