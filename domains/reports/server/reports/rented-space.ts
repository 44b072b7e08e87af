import { type RawBuilder, sql } from "kysely";
import { findNextRentStep, getMonthlyPrice } from "#domains/leases/monthly-price.ts";
import { leasableProperties, moneyScope } from "#domains/leases/server/access.ts";
import { leaseHasText } from "#domains/leases/server/lists/search-text.ts";
import { leaseTermsVersions } from "#domains/leases/server/terms/terms-versions.ts";
import type { EffectiveTerms } from "#domains/leases/terms.ts";
import { describeUnitStatus } from "#domains/properties/unit-statuses.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import type { Day } from "#shared/calendar.ts";
import { foldText } from "#shared/fold-text.ts";
import type { ReportFilters } from "../../contract.ts";

interface LeaseRow {
  id: number;
  propertyId: number;
  property: string;
  address: string;
  company: string;
  units: string[];
  /** The total area, where known, of the lease's units on the date. */
  areaSquareFeet: number;
  from: Day;
  to: Day | null;
  /** The date of the report at the property. */
  on: Day;
  isSigned: boolean;
  depositCents: number;
  balanceCents: number;
  overdueCents: number;
  terms: EffectiveTerms[];
}

/** A lease with its costs on the date of the report, or on its start date if that's later. */
export interface RentedSpace extends Omit<LeaseRow, "terms"> {
  monthlyRentCents: number;
  otherMonthlyCents: number;
  /** The area in its terms. 0 if they have none. */
  leaseSquareFeet: number;
  nextStep: { on: Day; monthlyRentCents: number } | null;
}

export interface VacantSpace {
  id: number;
  propertyId: number;
  property: string;
  address: string;
  unit: string;
  areaSquareFeet: number;
  askingCents: number;
  status: string;
}

const dateAt = ({ now }: SignedInCtx, on: Day | undefined): RawBuilder<unknown> =>
  on === undefined ? sql`(${now}::timestamptz at time zone p.time_zone)::date` : sql`${on}::date`;
/** The area of the unit `u` on a date. In the future, its current area. */
const areaOn = (date: RawBuilder<unknown>) =>
  sql`coalesce((select a.square_feet from unit_areas a where a.unit_id = u.id and a.starts_on <= ${date}
    order by a.number desc limit 1), u.area_sqft, 0)`;
const addressOfProperty = sql`concat_ws(', ', p.address, p.city, p.state || ' ' || p.zip)`;

/**
 * Reads the leases in effect on a date, and signed leases that are the next lease of one of their units.
 * Amounts are as of the end of the date.
 */
export async function readRentedSpace(ctx: SignedInCtx, query: ReportFilters): Promise<RentedSpace[]> {
  const date = dateAt(ctx, query.on);
  const isCurrent = sql`l.starts_on <= ${date} and coalesce(l.ends_on, 'infinity') >= ${date}`;
  const isNext = sql`l.starts_on > ${date} and exists (select from lease_units mine where mine.lease_id = l.id
    and not exists (select from lease_units other where other.unit_id = mine.unit_id and other.holds and other.lease_id <> l.id
      and lower(other.during) > ${date} and lower(other.during) < lower(mine.during)))`;
  const sumAfterDate = (amount: RawBuilder<unknown>) => (query.on === undefined ? sql`0` : amount);
  const { rows } = await sql<LeaseRow>`
    select l.id, p.id as "propertyId", p.name as property, ${addressOfProperty} as address, c.name as company,
      l.starts_on as "from", l.ends_on as "to", ${date} as on, l.starts_on > ${date} as "isSigned", space.units,
      space.area as "areaSquareFeet", ${leaseTermsVersions} as terms,
      (coalesce(a.deposit_cents, 0) + ${sumAfterDate(sql`(select coalesce(sum(posting.amount_cents), 0) from ledger_entries e
        join ledger_postings posting on posting.entry_id = e.id and posting.account = 'deposits'
        where e.lease_id = l.id and e.on_day > ${date})`)})::bigint as "depositCents",
      (coalesce(a.balance_cents, 0) - ${sumAfterDate(sql`(select coalesce(sum(r.amount_cents), 0) from receivables r
        where r.lease_id = l.id and r.on_day > ${date})`)})::bigint as "balanceCents",
      (select coalesce(sum(open.cents), 0)::bigint from (
        select r.open_cents + ${sumAfterDate(sql`coalesce((select sum(paid.amount_cents) from allocations paid
          where paid.charge_id = r.entry_id and paid.on_day > ${date}), 0)`)} as cents
        from receivables r where r.lease_id = l.id and r.amount_cents > 0 and r.due_on < ${date} and r.on_day <= ${date}) open
        ) as "overdueCents"
    from leases l join properties p on p.id = l.property_id join companies c on c.id = l.company_id
      left join lease_accounts a on a.lease_id = l.id
      cross join lateral (select coalesce(json_agg(u.unit_number order by u.unit_number collate "C", u.id), '[]') as units,
          coalesce(sum(${areaOn(sql`greatest(${date}, l.starts_on)`)}), 0)::bigint as area
        from lease_units lu join units u on u.id = lu.unit_id
        where lu.lease_id = l.id and lu.during @> greatest(${date}, l.starts_on)) space
    where l.state <> 'draft' and ${moneyScope(ctx.actor.accessScope)} and (${isCurrent} or ${isNext})
      and ${query.propertyId === undefined ? sql`true` : sql`l.property_id = ${query.propertyId}`}
      and ${query.companyId === undefined ? sql`true` : sql`l.company_id = ${query.companyId}`}
      and ${isSearch(query.q) ? leaseHasText(query.q) : sql`true`}
    order by fold_text(p.name), p.id, (space.units ->> 0) collate "C", l.starts_on, l.id`.execute(ctx.db);
  return rows.map(({ terms, ...lease }) => {
    const day = lease.isSigned ? lease.from : lease.on;
    const price = getMonthlyPrice(terms, lease, day);
    return {
      ...lease,
      monthlyRentCents: price?.rentCents ?? 0,
      otherMonthlyCents: price?.otherCents ?? 0,
      leaseSquareFeet: price?.areaSquareFeet ?? 0,
      nextStep: findNextRentStep(terms, lease, day),
    };
  });
}

/**
 * Reads the units without a lease on a date. The portal doesn't keep a unit's earlier statuses, so for a
 * past date every unit without a lease is shown as vacant.
 */
export async function readVacantSpace(ctx: SignedInCtx, query: ReportFilters): Promise<VacantSpace[]> {
  if (query.companyId !== undefined) return [];
  const date = dateAt(ctx, query.on);
  const prefix = `${foldText(query.q ?? "")
    .replace(/^unit\s+/, "")
    .replace(/[\\%_]/g, "\\$&")}%`;
  const { rows } = await sql<VacantSpace>`
    select u.id, p.id as "propertyId", p.name as property, ${addressOfProperty} as address, u.unit_number as unit,
      ${areaOn(date)} as "areaSquareFeet", u.rent_cents as "askingCents",
      case when ${date} < ${dateAt(ctx, undefined)} then 'vacant' else u.status end as status
    from units u join properties p on p.id = u.property_id
    where ${leasableProperties(ctx.actor.accessScope)}
      and ${query.propertyId === undefined ? sql`true` : sql`p.id = ${query.propertyId}`}
      and not exists (select from lease_units lu where lu.unit_id = u.id and lu.holds and lu.during @> ${date})
      and ${isSearch(query.q) ? sql`fold_text(u.unit_number) like ${prefix}` : sql`true`}
    order by fold_text(p.name), p.id, u.unit_number collate "C", u.id`.execute(ctx.db);
  return rows.map((unit) => ({ ...unit, status: describeUnitStatus({ status: unit.status }) }));
}

const isSearch = (text: string | undefined): text is string => text !== undefined && text !== "";
