import { sql } from "kysely";
import { moneyScope } from "#domains/leases/server/access.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import { addDays, addMonths, type Day, dayInMonth, maxDay } from "#shared/calendar.ts";
import { invalid, notFound } from "#shared/errors.ts";
import { type Address, addressLines } from "#shared/format/address.ts";
import type { QueryOf } from "#shared/http/endpoint.ts";
import { calculateAging, type OpenItem } from "../../statement.ts";
import type {
  readStatement as readStatementEndpoint,
  Statement,
  StatementLine,
} from "../../statement-contract.ts";
import { sumAmountsDue } from "../account/sum-amounts-due.ts";

type Period = QueryOf<typeof readStatementEndpoint>;

/** More than any lease has in ten years. Limits memory use because a whole statement is held in memory. */
const maxLines = 2_000;

/**
 * Returns the statement of a lease for a period, by the effective dates of its entries. @throws AppError
 * not_found, invalid
 */
export async function readStatement(ctx: SignedInCtx, leaseId: number, request: Period): Promise<Statement> {
  const lease = await readLease(ctx, leaseId);
  const period = resolvePeriod(request, lease.today);
  const { closing_cents, deposit_cents, lines, openItems } = await readAccountAt(ctx, leaseId, period);
  if (lines.length > maxLines)
    throw invalid({
      from: `There are more than ${maxLines.toLocaleString("en-US")} entries. Choose a shorter date range.`,
    });
  const openingCents = closing_cents - sumAmounts(lines);
  const charges = lines.filter(({ amountCents }) => amountCents > 0);
  const credits = lines.filter(({ amountCents }) => amountCents < 0);
  let balanceCents = openingCents;
  return {
    leaseId,
    ...period,
    ...lease,
    openingCents,
    lines: lines.map((line) => {
      balanceCents += line.amountCents;
      return { ...line, balanceCents };
    }),
    chargedCents: sumAmounts(charges),
    creditedCents: Math.abs(sumAmounts(credits)),
    closingCents: closing_cents,
    ...calculateAging(openItems, period.to),
    onItsWayCents: period.to < lease.today ? 0 : (await sumAmountsDue(ctx, [leaseId])).onItsWayCents,
    depositCents: deposit_cents,
  };
}

const sumAmounts = (lines: readonly { amountCents: number }[]): number =>
  lines.reduce((sum, { amountCents }) => sum + amountCents, 0);

/** Returns the period. Defaults to the year up to today. @throws AppError invalid */
function resolvePeriod(request: Period, today: Day): { from: Day; to: Day } {
  const to = request.to ?? maxDay(request.from ?? today, today);
  const from = request.from ?? addDays(dayInMonth(addMonths(to, -12), Number(to.slice(8))), 1);
  if (from > to) throw invalid({ to: "The end date is before the start date." });
  return { from, to };
}

export type LeaseDetails = Pick<Statement, "today" | "organization" | "company" | "property" | "units">;

interface LeaseRow {
  today: Day;
  company: string;
  property: Address & { name: string };
  organization: Address & { name: string; email: string };
  units: string[];
}

/** Returns the names and addresses in a statement's letterhead. @throws AppError not_found */
export async function readLease({ db, now, actor }: SignedInCtx, leaseId: number): Promise<LeaseDetails> {
  const { rows } = await sql<LeaseRow>`
    select (${now}::timestamptz at time zone p.time_zone)::date as today, c.name as company,
      json_build_object('name', p.name, 'street', p.address, 'city', p.city, 'state', p.state, 'zip', p.zip,
        'country', p.country) as property,
      json_build_object('name', o.name, 'email', coalesce(nullif(o.accounting_email, ''), o.support_email),
        'street', o.street, 'city', o.city, 'state', o.state, 'zip', o.zip, 'country', o.country) as organization,
      (select coalesce(json_agg(u.unit_number order by u.id), '[]') from lease_units lu join units u on u.id = lu.unit_id
        where lu.lease_id = l.id) as units
    from leases l join properties p on p.id = l.property_id join companies c on c.id = l.company_id
      cross join organization o
    where l.id = ${leaseId} and ${moneyScope(actor.accessScope)}`.execute(db);
  const lease = rows[0];
  if (lease === undefined) throw notFound("lease");
  const { organization, property } = lease;
  return {
    today: lease.today,
    company: lease.company,
    units: lease.units,
    property: { name: property.name, address: addressLines(property) },
    organization: { name: organization.name, email: organization.email, address: addressLines(organization) },
  };
}

interface AccountAt {
  closing_cents: number;
  deposit_cents: number;
  lines: Omit<StatementLine, "balanceCents">[];
  openItems: OpenItem[];
}

/**
 * Returns the account at the end of `to`: the current amounts less later entries. The cost therefore depends
 * on the period and on what came after it, not on the length of the lease. Each allocation has its own
 * effective date (see apply-credits.ts).
 */
async function readAccountAt(
  { db }: SignedInCtx,
  leaseId: number,
  { from, to }: { from: Day; to: Day },
): Promise<AccountAt> {
  const { rows } = await sql<AccountAt>`
    with account as (
      select coalesce(a.balance_cents, 0) as balance_cents, coalesce(a.deposit_cents, 0) as deposit_cents
      from leases l left join lease_accounts a on a.lease_id = l.id where l.id = ${leaseId}
    ), period as materialized (
      select e.id, e.on_day, e.kind, e.description from ledger_entries e
      where e.lease_id = ${leaseId} and e.on_day >= ${from}::date and e.on_day <= ${to}::date
      order by e.on_day, e.id limit ${maxLines + 1}
    ), later as materialized (
      select r.entry_id, r.amount_cents from receivables r where r.lease_id = ${leaseId} and r.on_day > ${to}::date
    ), undone as (
      select credit_id, charge_id, amount_cents from allocations where lease_id = ${leaseId} and on_day > ${to}::date
    ), reopened as materialized (
      select entry_id, sum(amount_cents) as cents
      from (select charge_id as entry_id, amount_cents from undone union all select credit_id, -amount_cents from undone) u
      group by entry_id
    ), open as (
      select r.entry_id, r.due_on, r.open_cents + coalesce(reopened.cents, 0) as open_cents
      from (select entry_id from receivables where lease_id = ${leaseId} and open_cents <> 0 union select entry_id from reopened) o
        join receivables r on r.entry_id = o.entry_id left join reopened on reopened.entry_id = r.entry_id
      where r.on_day <= ${to}::date
    )
    select (account.balance_cents - (select coalesce(sum(amount_cents), 0) from later))::bigint as closing_cents,
      (account.deposit_cents + (select coalesce(sum(p.amount_cents), 0) from ledger_entries e
        join ledger_postings p on p.entry_id = e.id and p.account = 'deposits'
        where e.lease_id = ${leaseId} and e.on_day > ${to}::date))::bigint as deposit_cents,
      (select coalesce(json_agg(json_build_object('id', period.id, 'onDay', period.on_day, 'kind', period.kind,
          'description', period.description, 'dueOn', r.due_on, 'amountCents', coalesce(r.amount_cents, 0),
          'depositCents', (select coalesce(-sum(p.amount_cents), 0) from ledger_postings p
            where p.entry_id = period.id and p.account = 'deposits')) order by period.on_day, period.id), '[]')
        from period left join receivables r on r.entry_id = period.id) as lines,
      (select coalesce(json_agg(json_build_object('dueOn', due_on, 'openCents', open_cents)), '[]')
        from open where open_cents <> 0) as "openItems"
    from account`.execute(db);
  const account = rows[0];
  if (account === undefined) throw notFound("lease");
  return account;
}
