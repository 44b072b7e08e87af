import { sql } from "kysely";
import { findNextRentStep, getMonthlyPrice } from "#domains/leases/monthly-price.ts";
import { moneyScope } from "#domains/leases/server/access.ts";
import { isCurrent } from "#domains/leases/server/lists/lease-conditions.ts";
import { leaseTermsVersions } from "#domains/leases/server/terms/terms-versions.ts";
import type { EffectiveTerms } from "#domains/leases/terms.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import { defineList } from "#server/list/define-list.ts";
import type { Day } from "#shared/calendar.ts";
import type { QueryOf } from "#shared/http/endpoint.ts";
import type { listRentRoll, RentRollLease, RentRollTotals } from "../../reports-contract.ts";
import { leaseColumns, reportedLeases } from "./reports-leases.ts";

type RentRollQuery = QueryOf<typeof listRentRoll>;

interface RentRollRow
  extends Pick<RentRollLease, "id" | "company" | "companyId" | "property" | "units" | "from" | "to"> {
  today: Day;
  deposit_cents: number;
  balance_cents: number;
  overdue_cents: number;
  /** The total area of the current units whose area is known. */
  units_square_feet: number;
  terms: EffectiveTerms[];
}

const { from, id } = reportedLeases;

const todayAt = ({ now }: SignedInCtx) => sql`(${now}::timestamptz at time zone p.time_zone)::date`;

/** The current leases, by today's date at their properties, with rent and balance, by property and unit. */
export const rentRoll = defineList<RentRollQuery, RentRollRow, RentRollLease>({
  from,
  joins: sql`left join lease_accounts a on a.lease_id = l.id`,
  columns: (ctx) => sql`${leaseColumns}, l.starts_on as "from", l.ends_on as "to", ${todayAt(ctx)} as today,
    coalesce(a.deposit_cents, 0)::bigint as deposit_cents, coalesce(a.balance_cents, 0)::bigint as balance_cents,
    (select coalesce(sum(r.open_cents), 0)::bigint from receivables r
      where r.lease_id = l.id and r.open_cents > 0 and r.due_on < ${todayAt(ctx)}) as overdue_cents,
    ${leaseTermsVersions} as terms,
    (select coalesce(sum(u.area_sqft), 0)::bigint from lease_units lu join units u on u.id = lu.unit_id
      where lu.lease_id = l.id and lu.during @> ${todayAt(ctx)}) as units_square_feet`,
  id,
  sort: () => ({
    by: [
      sql`fold_text(p.name)`,
      sql`p.id`,
      sql`coalesce((select min(u.unit_number collate "C") from lease_units lu join units u on u.id = lu.unit_id where lu.lease_id = l.id), '')`,
      id,
    ],
  }),
  scope: moneyScope,
  baseCondition: isCurrent,
  filters: reportedLeases.filters,
  search: reportedLeases.search,
  present: (rows) => rows.map(present),
});

/** Above this many leases there are no totals because they require reading the terms of every lease. */
const maxSummedLeases = 5_000;

type Sums = NonNullable<RentRollTotals["sums"]>;

/** Returns the totals of the rent roll: overall, by property, and the rent by the year the leases end. */
export async function sumRentRoll(ctx: SignedInCtx, query: RentRollQuery): Promise<RentRollTotals> {
  const count = await rentRoll.count(ctx, query);
  if (count > maxSummedLeases) return { leases: count, sums: null, properties: [], years: [] };
  const leases = await rentRoll.first(ctx, query, maxSummedLeases);
  return {
    leases: count,
    sums: sumColumns(leases),
    properties: groupBy(leases, ({ property }) => property.id).map(([propertyId, propertyLeases]) => ({
      id: propertyId,
      leases: propertyLeases.length,
      ...sumColumns(propertyLeases),
    })),
    years: groupBy(leases, ({ to }) => (to === null ? null : Number(to.slice(0, 4))))
      .map(([year, endingLeases]) => ({
        year,
        leases: endingLeases.length,
        monthlyRentCents: sumColumns(endingLeases).monthlyRentCents,
      }))
      .sort((a, b) => (a.year ?? Infinity) - (b.year ?? Infinity)),
  };
}

function groupBy<Key>(leases: readonly RentRollLease[], getKey: (lease: RentRollLease) => Key) {
  const groups = new Map<Key, RentRollLease[]>();
  for (const lease of leases) {
    const group = groups.get(getKey(lease));
    if (group === undefined) groups.set(getKey(lease), [lease]);
    else group.push(lease);
  }
  return [...groups];
}

const sumColumns = (leases: readonly RentRollLease[]): Sums => {
  const sum = (name: keyof Sums) => leases.reduce((total, lease) => total + lease[name], 0);
  return {
    areaSquareFeet: sum("areaSquareFeet"),
    monthlyRentCents: sum("monthlyRentCents"),
    otherMonthlyCents: sum("otherMonthlyCents"),
    depositCents: sum("depositCents"),
    overdueCents: sum("overdueCents"),
    balanceCents: sum("balanceCents"),
  };
};

function present(row: RentRollRow): RentRollLease {
  const { today, terms, deposit_cents, balance_cents, overdue_cents, units_square_feet, ...lease } = row;
  const price = getMonthlyPrice(terms, lease, today);
  return {
    ...lease,
    // As on every screen, this is the units' area. The area in the terms is used only if the units' area is
    // unknown.
    areaSquareFeet: units_square_feet || (price?.areaSquareFeet ?? 0),
    monthlyRentCents: price?.rentCents ?? 0,
    otherMonthlyCents: price?.otherCents ?? 0,
    depositCents: deposit_cents,
    overdueCents: overdue_cents,
    balanceCents: balance_cents,
    nextStep: findNextRentStep(terms, lease, today),
  };
}
