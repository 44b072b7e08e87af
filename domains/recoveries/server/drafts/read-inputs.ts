import { sql } from "kysely";
import { getTermsPeriods, type LeaseDays } from "#domains/leases/schedule.ts";
import type { ChargeKind } from "#domains/leases/terms.ts";
import { propertyScope } from "#domains/properties/server/access.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import { addDays, addMonths, type Day, maxDay, minDay } from "#shared/calendar.ts";
import { notFound } from "#shared/errors.ts";
import type { Cents } from "#shared/format/money.ts";
import type { EffectiveRecoveryTerms } from "../../recovery-terms.ts";
import type { LeaseRule, PoolLease, Span, UnitArea } from "../calculation/areas.ts";
import type { BaseYear, PoolInput } from "../calculation/calculate-pool.ts";
import type { CategoryCost } from "../calculation/pool-cost.ts";
import {
  findBilledLastYear,
  findIssuedAmounts,
  type KnownAmount,
  planBilledYears,
} from "./billed-last-year.ts";
import { readCosts } from "./read-costs.ts";

/** A pool of the property with its year. */
export interface PropertyPool extends Span {
  id: number;
  name: string;
  /** The monthly charges that are its estimates. */
  estimateKind: ChargeKind;
}

/** A lease of the property in the years that are read. */
export interface ReconciledLease extends LeaseDays {
  id: number;
  company: string;
  units: { unitId: number; number: string; from: Day; to: Day | null }[];
  /** The areas stated in the lease and its amendments. 0 if none is stated. */
  areas: { number: number; from: Day; squareFeet: number }[];
  recoveries: EffectiveRecoveryTerms[];
}

/** Amounts of a lease from the system that was used before the portal. */
export interface HistoryAmounts {
  leaseId: number;
  poolId: number;
  year: number;
  baseCents: Cents | null;
  cappedCents: Cents | null;
  shareCents: Cents | null;
  estimatesCents: Cents | null;
}

/** The inputs for reconciling a property's year. */
export interface ReconciliationInputs {
  property: { id: number; name: string };
  year: number;
  pools: { pool: PropertyPool; input: PoolInput; lastYearCosts: readonly CategoryCost[] }[];
  leases: ReconciledLease[];
  history: HistoryAmounts[];
  categories: ReadonlyMap<number, string>;
}

/** The last day of any period without an end. */
const forever = "2199-12-31";

/**
 * Reads the inputs for reconciling a property's year.
 * @throws AppError not_found if the property is missing or outside the access scope
 */
export async function readInputs(
  ctx: SignedInCtx,
  propertyId: number,
  year: number,
): Promise<ReconciliationInputs> {
  const property = await findProperty(ctx, propertyId);
  const pools = await findPools(ctx, propertyId, year);
  const units = await findUnits(ctx, propertyId);
  const leases = await findLeases(ctx, propertyId);
  const allHistory = await findHistory(ctx, propertyId);
  const known = [
    ...listEnteredAmounts(allHistory),
    ...(await findIssuedAmounts(ctx, propertyId, {
      year,
      leaseIds: listLeasesWithYearlyCap(leases),
    })),
  ];
  const plans = pools.map((pool) => {
    const getLeases = (span: Span) => leases.flatMap((lease) => toPoolLease(lease, pool.id, span));
    const billed = planBilledYears(year, {
      leases: getLeases(pool),
      known: known.filter(({ poolId }) => poolId === pool.id),
    });
    return { pool, getLeases, billed, baseYears: findBaseYears(leases, pool.id) };
  });
  const getCosts = await readCosts(
    ctx,
    propertyId,
    plans.flatMap(({ pool, billed, baseYears }) =>
      [...new Set([year, year - 1, ...baseYears, ...billed.years])].map((number) => ({
        poolId: pool.id,
        year: number,
        ...moveToYear(pool, number),
      })),
    ),
  );
  const categories = new Map<number, string>();
  const inputs = [];
  for (const { pool, getLeases, billed, baseYears } of plans) {
    const getNamedCosts = (number: number) => {
      const costs = getCosts(pool.id, number);
      for (const { categoryId, name } of costs) categories.set(categoryId, name);
      return costs;
    };
    const getYear = (number: number): BaseYear => {
      const span = moveToYear(pool, number);
      return { ...span, costs: getNamedCosts(number), units, leases: getLeases(span) };
    };
    const input = {
      ...getYear(year),
      baseYears: new Map([...baseYears].map((baseYear) => [baseYear, getYear(baseYear)])),
      enteredBases: findEnteredBases(allHistory.filter(({ poolId }) => poolId === pool.id)),
      billedLastYear: await findBilledLastYear(year, billed, getYear),
    };
    inputs.push({ pool, input, lastYearCosts: getNamedCosts(year - 1) });
  }
  return { property, year, pools: inputs, leases, history: allHistory, categories };
}

async function findProperty({ db, actor }: SignedInCtx, propertyId: number) {
  const { rows } = await sql<{ id: number; name: string }>`
    select p.id, p.name from properties p
    where p.id = ${propertyId} and ${propertyScope(actor.accessScope)}`.execute(db);
  if (rows[0] === undefined) throw notFound("property");
  return rows[0];
}

/** Returns all pools, each with its year at the property: the twelve months that start in `year`. */
async function findPools({ db }: SignedInCtx, propertyId: number, year: number): Promise<PropertyPool[]> {
  const { rows } = await sql<Omit<PropertyPool, "to">>`
    select o.id, o.name, o.estimate_kind as "estimateKind",
      make_date(${year}::integer, coalesce(y.period_start_month, 1), 1) as "from"
    from expense_pools o left join property_pools y on y.pool_id = o.id and y.property_id = ${propertyId}
    order by o.position, o.id`.execute(db);
  return rows.map((pool) => ({ ...pool, to: addDays(addMonths(pool.from, 12), -1) }));
}

const moveToYear = ({ from }: Span, year: number): Span => {
  const start = `${year}${from.slice(4)}`;
  return { from: start, to: addDays(addMonths(start, 12), -1) };
};

async function findUnits({ db }: SignedInCtx, propertyId: number): Promise<UnitArea[]> {
  const { rows } = await sql<UnitArea>`
    select u.id as "unitId", coalesce(a.square_feet, u.area_sqft, 0) as "squareFeet",
      coalesce(a.starts_on, '1900-01-01') as "from", coalesce(a.ends_on, ${forever}) as "to"
    from units u left join unit_area_periods a on a.unit_id = u.id
    where u.property_id = ${propertyId}`.execute(db);
  return rows;
}

async function findLeases({ db }: SignedInCtx, propertyId: number): Promise<ReconciledLease[]> {
  const { rows } = await sql<ReconciledLease>`
    select l.id, c.name as company, l.starts_on as "from", l.ends_on as "to",
      (select coalesce(json_agg(json_build_object('unitId', u.id, 'number', u.unit_number, 'from', lower(lu.during),
          'to', upper(lu.during) - 1) order by u.unit_number collate "C", u.id), '[]')
        from lease_units lu join units u on u.id = lu.unit_id where lu.lease_id = l.id) as units,
      (select coalesce(json_agg(json_build_object('number', t.number, 'from', t.starts_on,
          'squareFeet', (t.terms -> 'areaSquareFeet')::integer) order by t.number), '[]')
        from lease_terms t where t.lease_id = l.id) as areas,
      (select coalesce(json_agg(json_build_object('number', t.number, 'from', t.starts_on, 'terms', t.terms)
          order by t.number), '[]')
        from recovery_terms t where t.lease_id = l.id) as recoveries
    from leases l join companies c on c.id = l.company_id
    where l.property_id = ${propertyId} and l.state <> 'draft'
    order by fold_text(c.name), l.id`.execute(db);
  return rows;
}

const findBaseYears = (leases: readonly ReconciledLease[], poolId: number): Set<number> =>
  new Set(
    leases
      .flatMap(({ recoveries }) => recoveries.flatMap(({ terms }) => terms.pools))
      .flatMap(({ poolId: id, base }) => (id === poolId && base.kind === "year" ? [base.year] : [])),
  );

async function findHistory({ db }: SignedInCtx, propertyId: number): Promise<HistoryAmounts[]> {
  const { rows } = await sql<HistoryAmounts>`
    select lease_id as "leaseId", pool_id as "poolId", year, base_cents as "baseCents", capped_cents as "cappedCents",
      share_cents as "shareCents", estimates_cents as "estimatesCents"
    from recovery_history where property_id = ${propertyId} order by lease_id, pool_id, year`.execute(db);
  return rows;
}

const listEnteredAmounts = (history: readonly HistoryAmounts[]): KnownAmount[] =>
  history.flatMap(({ leaseId, poolId, year, cappedCents }) =>
    cappedCents === null ? [] : [{ leaseId, poolId, year, cents: cappedCents, source: "entered" }],
  );

/** Returns the leases with a cap that grows over the amount billed last year. */
const listLeasesWithYearlyCap = (leases: readonly ReconciledLease[]): number[] =>
  leases
    .filter(({ recoveries }) =>
      recoveries.some(({ terms }) => terms.pools.some(({ cap }) => cap?.kind === "non-cumulative")),
    )
    .map(({ id }) => id);

/** Returns the entered costs of base years by lease and year. */
function findEnteredBases(history: readonly HistoryAmounts[]): Map<number, Map<number, Cents>> {
  const bases = new Map<number, Map<number, Cents>>();
  for (const { leaseId, year, baseCents } of history)
    if (baseCents !== null)
      bases.set(leaseId, (bases.get(leaseId) ?? new Map<number, Cents>()).set(year, baseCents));
  return bases;
}

/** Returns a lease as the pool sees it in its year. Empty if none of its units were leased then. */
function toPoolLease(lease: ReconciledLease, poolId: number, { from, to }: Span): PoolLease[] {
  const units = lease.units
    .map((unit) => ({
      unitId: unit.unitId,
      from: unit.from,
      to: minDay(unit.to ?? forever, lease.to ?? forever),
    }))
    .filter((unit) => unit.from <= to && unit.to >= from && unit.from <= unit.to);
  if (units.length === 0) return [];
  return [{ leaseId: lease.id, units, rules: findRules(lease, poolId, { from, to }) }];
}

/** Splits the lease's days in the year where its recovery terms or its stated area change. */
function findRules(lease: ReconciledLease, poolId: number, year: Span): LeaseRule[] {
  const recoveries = getTermsPeriods(lease.recoveries, lease);
  const areas = getTermsPeriods(lease.areas, lease);
  const first = maxDay(lease.from, year.from);
  const last = minDay(lease.to ?? forever, year.to);
  const starts = [first, ...[...recoveries, ...areas].map(({ from }) => from)]
    .filter((day) => day >= first && day <= last)
    .sort();
  const days = [...new Set(starts)];
  const findOn = <Version extends LeaseDays>(versions: readonly Version[], day: Day) =>
    versions.find(({ from, to }) => from <= day && (to === null || to >= day));
  return days.map((from, index): LeaseRule => {
    const next = days[index + 1];
    const terms = findOn(recoveries, from)?.terms;
    return {
      from,
      to: next === undefined ? last : addDays(next, -1),
      recovery: terms?.pools.find((pool) => pool.poolId === poolId) ?? null,
      statedSquareFeet: findOn(areas, from)?.squareFeet ?? 0,
    };
  });
}
