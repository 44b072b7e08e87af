import { type RawBuilder, sql } from "kysely";
import { type LeaseToNotify, readLeasesToNotify } from "#domains/leases/server/leases-to-notify.ts";
import type { Ctx, Services } from "#server/http/context.ts";
import { latestStep, type Reminded, type Reminders, type Reminding, remind } from "#server/jobs/remind.ts";
import { notify } from "#server/notifications/notify.ts";
import type { Day } from "#shared/calendar.ts";

/** Days before and after the due date; what is overdue for longer is left to the landlord. */
const daysBefore = 3;
const steps = [daysBefore, -1, -7, -30];
const lateDaysMax = 59;
/** On an ended lease, people are reminded every so many days, for so long. */
const endedEveryDays = 30;
const endedDaysMax = 390;
/** Above this number of leases in one building, a landlord gets a single notification. */
const apartMax = 3;

/** The open amount of one lease for one due date; `id` is the lease. */
interface DueRent extends Reminded {
  openCents: number;
}

/**
 * Once an hour: reminds the members of a lease 3 days before rent is due, and 1, 7 and 30 days after, when it is overdue; the
 * latter also reminds the landlords. On an ended lease once in 30 days. No reminder is sent for rent covered by a credit or a
 * payment that is on its way, nor for late fees alone.
 */
export const remindOfRent = (services: Services): Promise<void> => remind(services, dueRent);

const reminders = ({ now }: Ctx): Reminders => ({
  source: sql`
    select owed.lease_id as id, owed.property_id, owed.due_on as on_day, l.state = 'ended' as has_ended,
      least(owed.open_cents, a.balance_cents)::bigint as "openCents"
    from (
      select due_on, lease_id, min(property_id) as property_id, sum(open_cents) as open_cents from receivables
      where open_cents > 0 and charge_kind is distinct from 'late-fee' group by due_on, lease_id
    ) owed join leases l on l.id = owed.lease_id join lease_accounts a on a.lease_id = owed.lease_id
    where a.balance_cents > 0
      and not (l.state = 'ended' and exists (select from payment_reminders earlier where earlier.lease_id = l.id
        and earlier.sent_at > ${now}::timestamptz - make_interval(days => ${sql.lit(endedEveryDays)})))`,
  window: { lateDaysMax: endedDaysMax, aheadDaysMax: daysBefore },
  step: sql<number | null>`case
    when s.has_ended then case when days_left <= ${sql.lit(-endedEveryDays)} then days_left / ${sql.lit(endedEveryDays)} * ${sql.lit(endedEveryDays)} end
    when days_left >= ${sql.lit(-lateDaysMax)} then ${latestStep(steps)} end`,
  noted: { table: "payment_reminders", id: "lease_id", day: "due_on" },
  onlyIf: sql<boolean>`${openUntil("due.id", "due.on_day")} > (
    select coalesce(sum(amount_cents), 0) from (
      select w.amount_cents from payment_confirmations w where w.lease_id = due.id and w.state = 'pending'
      union all select w.amount_cents from payment_intents w
        where w.property_id = due.property_id and w.lease_id = due.id and w.state = 'processing') on_its_way)`,
});

export const dueRent: Reminding<DueRent> = { reminders, send };

/** What a lease owes of everything due until a day, less its credit. */
function openUntil(lease: string, day: string): RawBuilder<number> {
  return sql`(select coalesce(sum(r.open_cents), 0)::bigint from receivables r
    where r.lease_id = ${sql.ref(lease)} and r.open_cents <> 0 and (r.due_on <= ${sql.ref(day)} or r.open_cents < 0))`;
}

async function send(ctx: Ctx, due: DueRent[]): Promise<void> {
  const leases = await readLeasesToNotify(
    ctx,
    due.map(({ id }) => id),
  );
  for (const { id, openCents, onDay, today } of due.filter(({ daysBefore }) => daysBefore > 0)) {
    const lease = leases.get(id);
    if (lease === undefined) continue;
    const { building, units, memberIds, propertyId } = lease;
    await notify(ctx, memberIds, {
      kind: "payment.due",
      particulars: { cents: openCents, building, units, dueOn: onDay, isToday: onDay === today },
      link: "/payments",
      propertyId,
    });
  }
  const late = due.filter((rent) => rent.daysBefore < 0).map(({ id }) => id);
  const debts = (await readDebts(ctx, late)).flatMap((debt) => {
    const lease = leases.get(debt.id);
    return lease === undefined ? [] : [{ ...debt, lease }];
  });
  for (const debt of debts)
    await notify(ctx, debt.lease.memberIds, {
      kind: "payment.overdue",
      particulars: overdue(debt),
      link: "/payments",
      propertyId: debt.lease.propertyId,
    });
  await notifyLandlords(ctx, debts);
}

/** Everything overdue on a lease. */
interface Debt {
  id: number;
  cents: number;
  /** The due date of the oldest part. */
  since: Day;
  days: number;
}

async function readDebts(ctx: Ctx, leaseIds: readonly number[]): Promise<Debt[]> {
  if (leaseIds.length === 0) return [];
  const { rows } = await sql<Debt>`
    with late as (
      select l.id, (${ctx.now}::timestamptz at time zone p.time_zone)::date - 1 as yesterday
      from leases l join properties p on p.id = l.property_id where l.id = any(${[...leaseIds]}::bigint[])
    )
    select late.id, least(${openUntil("late.id", "late.yesterday")}, a.balance_cents)::bigint as cents, oldest.due_on as since,
      late.yesterday + 1 - oldest.due_on as days
    from late join lease_accounts a on a.lease_id = late.id cross join lateral (
      select min(r.due_on) as due_on from receivables r where r.lease_id = late.id and r.open_cents > 0) oldest
    order by late.id`.execute(ctx.db);
  return rows;
}

interface DebtOfLease extends Debt {
  lease: LeaseToNotify;
}

const overdue = ({ cents, since, days, lease: { building, units } }: DebtOfLease) => ({
  cents,
  since,
  days,
  building,
  units,
});

/** Each notification links to the lease's ledger; for many leases in one building it has their number and sum. */
async function notifyLandlords(ctx: Ctx, debts: readonly DebtOfLease[]): Promise<void> {
  const kind = "payment.overdue";
  for (const propertyId of new Set(debts.map(({ lease }) => lease.propertyId))) {
    const here = debts.filter(({ lease }) => lease.propertyId === propertyId);
    const { landlordIds = [], building = "" } = here[0]?.lease ?? {};
    if (here.length > apartMax) {
      const cents = here.reduce((sum, debt) => sum + debt.cents, 0);
      await notify(ctx, landlordIds, {
        kind,
        particulars: { building, leases: here.length, cents },
        link: "/reports/aged?overdue=yes",
        propertyId,
      });
      continue;
    }
    for (const debt of here)
      await notify(ctx, landlordIds, {
        kind,
        particulars: { company: debt.lease.company, ...overdue(debt) },
        link: `/leases/${debt.id}?tab=ledger`,
        propertyId,
      });
  }
}
