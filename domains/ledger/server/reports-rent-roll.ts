import { sql } from "kysely";
import { monthlyPriceOn, nextRentStep } from "#domains/leases/monthly-price.ts";
import { moneyScope } from "#domains/leases/server/access.ts";
import { isCurrent } from "#domains/leases/server/current.ts";
import { versionsOfLease } from "#domains/leases/server/versions.ts";
import type { TermsFrom } from "#domains/leases/terms.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import { defineList } from "#server/list/define-list.ts";
import type { Day } from "#shared/calendar.ts";
import { plainDollars } from "#shared/format/dollars.ts";
import type { QueryOf } from "#shared/http/endpoint.ts";
import type { listRentRoll, RentRollLease, RentRollTotals } from "../reports-contract.ts";
import { balanceColumns } from "./balance-columns.ts";
import { columnsOfLease, leaseCells, leasesOfReports } from "./reports-leases.ts";

type Query = QueryOf<typeof listRentRoll>;

interface Row
  extends Pick<RentRollLease, "id" | "company" | "companyId" | "property" | "units" | "from" | "to"> {
  today: Day;
  deposit_cents: number;
  balance_cents: number;
  /** Of the units it has today, as far as their areas are known. */
  units_square_feet: number;
  terms: TermsFrom[];
}

const { from, id } = leasesOfReports;

const todayAt = ({ now }: SignedInCtx) => sql`(${now}::timestamptz at time zone p.time_zone)::date`;

/** The current leases, by the day at their properties, newest first, with their rent and balance. */
export const rentRoll = defineList<Query, Row, RentRollLease, RentRollLease>({
  from,
  joins: sql`left join lease_accounts a on a.lease_id = l.id`,
  columns: (ctx) => sql`${columnsOfLease}, l.from_on as "from", l.to_on as "to", ${todayAt(ctx)} as today,
    coalesce(a.deposit_cents, 0)::bigint as deposit_cents, coalesce(a.balance_cents, 0)::bigint as balance_cents,
    ${versionsOfLease} as terms,
    (select coalesce(sum(u.area_sqft), 0)::bigint from lease_units lu join units u on u.id = lu.unit_id
      where lu.lease_id = l.id and lu.during @> ${todayAt(ctx)}) as units_square_feet`,
  id,
  order: () => ({ by: [id], descending: true }),
  scope: moneyScope,
  always: isCurrent,
  filters: leasesOfReports.filters,
  search: leasesOfReports.search,
  present: (rows) => rows.map(present),
  csv: {
    name: "rent-roll",
    present,
    cells: {
      ...leaseCells,
      From: (lease) => lease.from,
      To: ({ to }) => to,
      "Square feet": ({ areaSquareFeet }) => areaSquareFeet,
      "Monthly rent": ({ monthlyRentCents }) => plainDollars(monthlyRentCents),
      "Other charges a month": ({ otherMonthlyCents }) => plainDollars(otherMonthlyCents),
      "Deposit held": ({ depositCents }) => plainDollars(depositCents),
      ...balanceColumns<RentRollLease>(({ balanceCents }) => balanceCents),
      "Rent changes on": ({ nextStep }) => nextStep?.on ?? null,
      "Monthly rent then": ({ nextStep }) =>
        nextStep === null ? null : plainDollars(nextStep.monthlyRentCents),
    },
  },
});

/** Above this many leases there are no totals, as the terms of every lease would have to be read. */
const summedMax = 5_000;

/** The totals of the rent roll. */
export async function sumRentRoll(ctx: SignedInCtx, query: Query): Promise<RentRollTotals> {
  const leases = await rentRoll.count(ctx, query);
  if (leases > summedMax) return { leases, sums: null };
  const sums = {
    areaSquareFeet: 0,
    monthlyRentCents: 0,
    otherMonthlyCents: 0,
    depositCents: 0,
    balanceCents: 0,
  };
  for (const lease of await rentRoll.first(ctx, query, summedMax))
    for (const name of Object.keys(sums) as (keyof typeof sums)[]) sums[name] += lease[name];
  return { leases, sums };
}

function present(row: Row): RentRollLease {
  const { today, terms, deposit_cents, balance_cents, units_square_feet, ...lease } = row;
  const price = monthlyPriceOn(terms, lease, today);
  return {
    ...lease,
    areaSquareFeet: price?.areaSquareFeet || units_square_feet,
    monthlyRentCents: price?.rentCents ?? 0,
    otherMonthlyCents: price?.otherCents ?? 0,
    depositCents: deposit_cents,
    balanceCents: balance_cents,
    nextStep: nextRentStep(terms, lease, today),
  };
}
