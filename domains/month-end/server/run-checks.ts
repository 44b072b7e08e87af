import { type RawBuilder, sql } from "kysely";
import { leaseLedgerPath } from "#domains/leases/paths.ts";
import { decidedDisputeStates } from "#domains/payments/disputes.ts";
import { paymentPath, paymentsPath, undepositedPaymentsPath } from "#domains/payments/paths.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import { type Day, monthEnd } from "#shared/calendar.ts";
import { type MonthCheckName, monthCheckNames } from "../checks.ts";
import type { MonthCheck } from "../contract.ts";
import type { PropertyMonths } from "./months.ts";

/** The maximum number of records listed for a check. */
const maxRecords = 5;

interface CheckedRow {
  id: number;
  company: string;
  units: string;
  onDay: Day | null;
  cents: number | null;
  count: number;
  totalCents: number | null;
}

/** The query of a check, with the columns `id`, `lease_id`, `cents`, and `on_day`, and the path of a row's page. */
interface CheckSource {
  rows: (property: PropertyMonths, last: Day) => RawBuilder<unknown>;
  toHref: (id: number) => string;
  toListHref?: (propertyId: number, last: Day) => string;
}

const sources = {
  unposted: {
    rows: ({ id }, last) => sql`
      select lease_id as id, lease_id, null::bigint as cents, null::date as on_day from lease_accounts
        where property_id = ${id} and next_post_on <= ${last}::date
      union select lease_id, lease_id, null, null from receivables where property_id = ${id} and late_fee_on <= ${last}::date`,
    toHref: leaseLedgerPath,
  },
  credits: {
    rows: ({ id }, last) => sql`
      select lease_id as id, lease_id, -open_cents as cents, on_day from receivables
      where property_id = ${id} and open_cents < 0 and on_day <= ${last}::date`,
    toHref: leaseLedgerPath,
  },
  reported: {
    rows: ({ id }, last) => sql`
      select id, lease_id, amount_cents as cents, payment_date as on_day from payment_confirmations
      where property_id = ${id} and state = 'pending' and payment_date <= ${last}::date`,
    toHref: () => paymentsPath,
  },
  deposits: {
    rows: ({ id }, last) => sql`
      select entry_id as id, lease_id, amount_cents as cents, paid_on as on_day from payments
      where property_id = ${id} and paid_on <= ${last}::date and method in ('check', 'cash')
        and status = 'completed' and bank_deposit_id is null`,
    toHref: paymentPath,
    toListHref: (propertyId, last) => undepositedPaymentsPath({ propertyId, to: last }),
  },
  disputes: {
    rows: ({ id, timeZone }, last) => sql`
      select payment_id as id, lease_id, amount_cents as cents,
        (opened_at at time zone ${timeZone})::date as on_day from disputes
      where property_id = ${id} and state <> all(${decidedDisputeStates}::text[])
        and (opened_at at time zone ${timeZone})::date <= ${last}::date`,
    toHref: paymentPath,
  },
  moves: {
    rows: ({ id }, last) => sql`
      select l.id, l.id as lease_id, a.deposit_cents as cents, l.ends_on as on_day from leases l join lease_accounts a on a.lease_id = l.id
      where l.property_id = ${id} and l.state = 'ended' and l.ends_on <= ${last}::date and a.deposit_cents > 0`,
    toHref: leaseLedgerPath,
  },
} as const satisfies Record<MonthCheckName, CheckSource>;

/** Returns the checks of a month, each with its count and the first of its records, largest amount first. */
export async function runChecks(
  ctx: SignedInCtx,
  property: PropertyMonths,
  month: Day,
): Promise<MonthCheck[]> {
  const checks: MonthCheck[] = [];
  for (const name of monthCheckNames)
    checks.push(await runCheck(ctx, property, { name, last: monthEnd(month) }));
  return checks;
}

async function runCheck(
  { db }: SignedInCtx,
  property: PropertyMonths,
  { name, last }: { name: MonthCheckName; last: Day },
): Promise<MonthCheck> {
  const source: CheckSource = sources[name];
  const { rows } = await sql<CheckedRow>`
    with found as materialized (${source.rows(property, last)})
    select f.id, c.name as company, f.on_day as "onDay", f.cents, totals.count, totals.cents as "totalCents",
      (select coalesce(string_agg(u.unit_number, ', ' order by u.unit_number collate "C"), '')
        from lease_units lu join units u on u.id = lu.unit_id where lu.lease_id = l.id) as units
    from (select count(*) as count, sum(cents)::bigint as cents from found) totals
      join (select * from found order by cents desc, id limit ${maxRecords}) f on true
      join leases l on l.id = f.lease_id join companies c on c.id = l.company_id
    order by f.cents desc, f.id`.execute(db);
  return {
    name,
    count: rows[0]?.count ?? 0,
    cents: rows[0]?.totalCents ?? null,
    listHref: source.toListHref?.(property.id, last) ?? null,
    records: rows.map(({ id, company, units, onDay, cents }) => ({
      href: source.toHref(id),
      label: company,
      note: units,
      onDay,
      cents,
    })),
  };
}
