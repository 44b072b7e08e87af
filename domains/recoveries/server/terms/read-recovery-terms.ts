import { sql } from "kysely";
import { getTermsPeriods } from "#domains/leases/schedule.ts";
import { moneyScope } from "#domains/leases/server/access.ts";
import { todayAt } from "#domains/leases/server/queries.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import type { Day } from "#shared/calendar.ts";
import { notFound } from "#shared/errors.ts";
import { getGrant } from "#shared/permissions.ts";
import type { PoolChoice, RecoveryTermsDetails } from "../../contract.ts";
import type { RecoveryTerms } from "../../recovery-terms.ts";

interface LeaseRow {
  id: number;
  company: string;
  property: { id: number; name: string };
  starts_on: Day;
  ends_on: Day | null;
  today: Day;
  version: number;
  versions: {
    number: number;
    from: Day;
    terms: RecoveryTerms;
    reason: string;
    madeBy: string | null;
    madeAt: string;
  }[];
}

/**
 * Returns a lease's recovery terms and the pools they can have rules for.
 * @throws AppError not_found if the lease is missing or the user can't see its money
 */
export async function readRecoveryTerms(ctx: SignedInCtx, leaseId: number): Promise<RecoveryTermsDetails> {
  const { rows } = await sql<LeaseRow>`
    select l.id, c.name as company, json_build_object('id', p.id, 'name', p.name) as property, l.starts_on, l.ends_on,
      ${todayAt(ctx)} as today, l.version,
      (select coalesce(json_agg(json_build_object('number', t.number, 'from', t.starts_on, 'terms', t.terms, 'reason', t.reason,
          'madeBy', u.full_name, 'madeAt', to_char(t.made_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
          order by t.number), '[]')
        from recovery_terms t left join users u on u.id = t.made_by_id where t.lease_id = l.id) as versions
    from leases l join properties p on p.id = l.property_id join companies c on c.id = l.company_id
    where l.id = ${leaseId} and ${moneyScope(ctx.actor.accessScope)}`.execute(ctx.db);
  const lease = rows[0];
  if (lease === undefined) throw notFound("lease");
  const { starts_on: leaseFrom, ends_on: leaseTo, today, versions, ...rest } = lease;
  const periods = getTermsPeriods(versions, { from: leaseFrom, to: leaseTo });
  const inOrder = [...periods].sort((a, b) => a.from.localeCompare(b.from));
  const current = inOrder.find(({ to }) => to === null || to >= today) ?? inOrder.at(-1);
  return {
    leaseId,
    company: rest.company,
    property: rest.property,
    leaseFrom,
    leaseTo,
    current: current?.number ?? null,
    versions: versions.map((version) => {
      const period = periods.find(({ number }) => number === version.number);
      return { ...version, period: period === undefined ? null : { from: period.from, to: period.to } };
    }),
    pools: await findPoolChoices(ctx),
    version: rest.version,
    can: { edit: getGrant(ctx.actor.accessScope.effectiveRole, "recoveries.edit-terms") !== "no" },
  };
}

/** Returns all pools with the recoverable categories in them. */
export async function findPoolChoices({ db }: SignedInCtx): Promise<PoolChoice[]> {
  const { rows } = await sql<PoolChoice>`
    select o.id, o.name, (select coalesce(json_agg(json_build_object('id', c.id, 'name', c.name,
        'isControllable', c.is_controllable, 'variesWithOccupancy', c.varies_with_occupancy) order by fold_text(c.name), c.id), '[]')
      from expense_categories c where c.pool_id = o.id and c.is_recoverable) as categories
    from expense_pools o order by o.position, o.id`.execute(db);
  return rows;
}
