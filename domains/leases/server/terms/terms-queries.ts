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
  const [lease] = await selectLeases(ctx, sql`l.id = ${leaseId}`);
  if (lease === undefined) throw notFound("lease");
  return lease;
}

/** Returns the leases of a property that the user can see, without drafts and ended leases. */
export const findRunningLeasesWithTerms = (ctx: SignedInCtx, propertyId: number): Promise<LeaseWithTerms[]> =>
  selectLeases(ctx, sql`l.property_id = ${propertyId} and l.state in ('active', 'notice')`);

async function selectLeases(ctx: SignedInCtx, condition: RawBuilder<boolean>): Promise<LeaseWithTerms[]> {
  const { rows } = await sql<LeaseWithTerms>`
    select l.id, l.property_id, l.state, l.starts_on, l.ends_on, l.version, ${todayAt(ctx)} as today,
      (${chargedThrough}) as charged_through, coalesce(a.deposit_cents, 0) as deposit_cents,
      (select coalesce(json_agg(json_build_object('number', t.number, 'from', t.starts_on, 'terms', t.terms, 'reason', t.reason,
          'madeBy', u.full_name, 'madeAt', to_char(t.made_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
          order by t.number), '[]')
        from lease_terms t left join users u on u.id = t.made_by_id where t.lease_id = l.id) as versions
    from leases l join properties p on p.id = l.property_id left join lease_accounts a on a.lease_id = l.id
    where ${condition} and ${moneyScope(ctx.actor.accessScope)}`.execute(ctx.db);
  return rows;
}

/** For the lease `l`, the last day of a scheduled charge that is neither reversed nor adjusted to zero. */
const chargedThrough: RawBuilder<Day | null> = sql`
  select max(ends_on) from (
    select (array_agg(r.ends_on order by r.revision desc))[1] as ends_on from receivables r
    where r.lease_id = l.id and r.line_key is not null
      and not exists (select from ledger_entries reversal where reversal.reverses_id = r.entry_id)
    group by r.terms_number, r.line_key, r.month having sum(r.amount_cents) <> 0
  ) charged`;

export interface ChargedPeriod {
  isReversed: boolean;
  /** Whether the charge is adjusted when the lease dates change. False if staff reversed any of it. */
  followsLeaseDates: boolean;
  /** Zero if staff reversed any of the charge, which excludes it from adjustments. */
  postedCents: number;
  /** The amount that staff waived or wrote off. */
  forgivenCents: number;
}

/**
 * Returns the charges already posted, keyed by terms number, line key, and month, and whether staff reversed
 * each one. A reversed charge isn't posted again.
 */
export async function findChargedPeriods(
  { db }: SignedInCtx,
  leaseId: number,
): Promise<Map<string, ChargedPeriod>> {
  const { rows } = await sql<ChargedPeriod & { period: string }>`
    select concat_ws(' ', terms_number, line_key, month) as period, bool_or(is_reversed and revision = 0) as "isReversed",
      not bool_or(is_reversed) as "followsLeaseDates",
      (case when bool_or(is_reversed) then 0 else sum(amount_cents) end)::bigint as "postedCents",
      sum(forgiven_cents)::bigint as "forgivenCents"
    from (select r.*, exists (select from ledger_entries reversal where reversal.reverses_id = r.entry_id) as is_reversed,
        coalesce((select sum(a.amount_cents) from allocations a join ledger_entries credit on credit.id = a.credit_id
          where a.charge_id = r.entry_id and credit.kind in ('waiver', 'write-off')), 0) as forgiven_cents
      from receivables r where r.lease_id = ${leaseId} and r.line_key is not null) charged
    group by terms_number, line_key, month`.execute(db);
  return new Map(rows.map(({ period, ...chargedPeriod }) => [period, chargedPeriod]));
}
