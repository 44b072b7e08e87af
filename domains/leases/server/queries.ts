import { type RawBuilder, sql } from "kysely";
import type { Ctx, SignedInCtx } from "#server/http/context.ts";
import { notFound } from "#shared/errors.ts";
import type { Lease } from "../contract.ts";
import type { LeaseState } from "../states.ts";
import type { EffectiveTerms } from "../terms.ts";
import { leaseScope, moneyScope } from "./access.ts";
import { leaseTermsVersions } from "./terms/terms-versions.ts";

/** Today's date at the property `p`. */
export const todayAt = ({ now }: Ctx): RawBuilder<string> =>
  sql`(${now}::timestamptz at time zone p.time_zone)::date`;

/** A lease that is locked for a change. */
export interface LockedLease {
  id: number;
  property_id: number;
  company_id: number;
  state: LeaseState;
  starts_on: string;
  ends_on: string | null;
  /** The end date before the recorded notice, from its log entry. Null without a notice. */
  ends_before_notice: string | null;
  version: number;
  /** Today's date at the property. */
  today: string;
  property_name: string;
  company_name: string;
}

export interface LeaseDetails extends LockedLease {
  /** Whether the lease has any ledger entries, or a payment was ever started. */
  is_booked: boolean;
  contact_email: string | null;
  contact_phone: string | null;
  company_version: number;
  created_at: Date;
  units: Lease["units"];
  members: Lease["members"];
  /** The lease's terms in the order they were created. Empty if the user can't see the lease's money. */
  terms: EffectiveTerms[];
}

/**
 * Returns a lease with all its details.
 * @throws AppError not_found if it is missing or the user can't access it
 */
export async function findLease(ctx: SignedInCtx, id: number): Promise<LeaseDetails> {
  const { rows } = await sql<LeaseDetails>`
    select l.id, l.property_id, l.company_id, l.state, l.starts_on, l.ends_on, ${endsBeforeNotice} as ends_before_notice, l.version, l.created_at,
      ${isBooked} as is_booked, ${todayAt(ctx)} as today, p.name as property_name, c.name as company_name, c.contact_email, c.contact_phone,
      c.version as company_version,
      (select coalesce(json_agg(json_build_object('id', u.id, 'unitNumber', u.unit_number, 'status', u.status,
          'from', lower(lu.during), 'to', upper(lu.during) - 1) order by u.unit_number collate "C", u.id), '[]')
        from lease_units lu join units u on u.id = lu.unit_id where lu.lease_id = l.id) as units,
      (select coalesce(json_agg(json_build_object('id', m.id, 'userId', m.user_id, 'fullName', u.full_name,
          'email', u.email, 'from', m.starts_on, 'to', m.ends_on,
          'isCurrent', l.state <> 'ended' and ${todayAt(ctx)} between greatest(m.starts_on, l.starts_on)
            and least(coalesce(m.ends_on, 'infinity'), coalesce(l.ends_on, 'infinity'))) order by m.starts_on, m.id), '[]')
        from lease_members m join users u on u.id = m.user_id where m.lease_id = l.id) as members,
      case when ${moneyScope(ctx.actor.accessScope)} then ${leaseTermsVersions} else '[]' end as terms
    from leases l join properties p on p.id = l.property_id join companies c on c.id = l.company_id
    where l.id = ${id} and ${leaseScope(ctx.actor.accessScope)}`.execute(ctx.db);
  const lease = rows[0];
  if (lease === undefined) throw notFound("lease");
  return lease;
}

/**
 * Locks a lease for a change. A concurrent transaction that adds a person locks the unit and then inserts a
 * reference to the lease. The lock allows such references, so the two can't deadlock.
 * @throws AppError not_found if it is missing or the user can't access it
 */
export async function lockLease(ctx: SignedInCtx, id: number): Promise<LockedLease> {
  const { rows } = await sql<LockedLease>`
    select l.id, l.property_id, l.company_id, l.state, l.starts_on, l.ends_on, ${endsBeforeNotice} as ends_before_notice,
      l.version, ${todayAt(ctx)} as today,
      p.name as property_name, c.name as company_name
    from leases l join properties p on p.id = l.property_id join companies c on c.id = l.company_id
    where l.id = ${id} and ${leaseScope(ctx.actor.accessScope)}
    for no key update of l`.execute(ctx.db);
  const lease = rows[0];
  if (lease === undefined) throw notFound("lease");
  return lease;
}

const endsBeforeNotice = sql`case when l.state = 'notice' then (
  select a.details -> 'from' ->> 'to' from audit_log a
  where a.subject_type = 'lease' and a.subject_id = l.id::text and a.action = 'lease.notice-given' order by a.id desc limit 1) end`;

/** Whether the lease `l` has any ledger entries, or a payment was ever started. */
const isBooked = sql<boolean>`(exists (select from ledger_entries e where e.lease_id = l.id)
  or exists (select from payment_intents i where i.lease_id = l.id)
  or exists (select from payment_confirmations c where c.lease_id = l.id))`;

/** Whether a locked lease has bookings, including those written before the lock was granted. */
export async function hasBookings(ctx: Ctx, leaseId: number): Promise<boolean> {
  const { rows } = await sql`select from leases l where l.id = ${leaseId} and ${isBooked}`.execute(ctx.db);
  return rows.length > 0;
}

/** A unit of a lease with its dates. `endsOn` is null if open-ended. */
export interface LeasedUnit {
  id: number;
  number: string;
  startsOn: string;
  endsOn: string | null;
  /** Whether the unit was vacated and its status has been updated. */
  hasEnded: boolean;
}

export async function findLeaseUnits({ db }: Ctx, leaseId: number): Promise<LeasedUnit[]> {
  const { rows } = await sql<LeasedUnit>`
    select u.id, u.unit_number as number, lower(lu.during) as "startsOn", upper(lu.during) - 1 as "endsOn",
      lu.has_ended as "hasEnded"
    from lease_units lu join units u on u.id = lu.unit_id where lu.lease_id = ${leaseId} order by u.id`.execute(
    db,
  );
  return rows;
}
