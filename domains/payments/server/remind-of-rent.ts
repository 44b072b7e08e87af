import { type RawBuilder, sql } from "kysely";
import { findLeasesToNotify, type LeaseToNotify } from "#domains/leases/server/members/leases-to-notify.ts";
import type { Ctx, Services } from "#server/http/context.ts";
import {
  latestStep,
  type Reminder,
  type ReminderSource,
  type ReminderType,
  sendReminders,
} from "#server/jobs/remind.ts";
import { notify } from "#server/notifications/notify.ts";
import type { Day } from "#shared/calendar.ts";

/** Days before and after the due date. Landlords follow up on rent that is overdue for longer. */
const firstReminderDays = 3;
const reminderSteps = [firstReminderDays, -1, -7, -30];
const maxLateDays = 59;
/** On an ended lease, how often people are reminded, and for how many days. */
const endedLeaseIntervalDays = 30;
const maxEndedLeaseDays = 390;
/** With more leases than this at one property, a landlord gets a single notification. */
const maxSeparateNotifications = 3;

/** The unpaid amount of one lease for one due date. `id` is the lease's. */
interface DueRent extends Reminder {
  openCents: number;
}

/**
 * Runs hourly. Reminds the people on a lease 3 days before rent is due and 1, 7, and 30 days after, if it is
 * overdue. Overdue reminders also go to the landlords. For an ended lease, a reminder is sent once in 30
 * days. No reminder is sent for rent covered by a credit or a pending payment, or for late fees alone.
 */
export const remindOfRent = (services: Services): Promise<void> => sendReminders(services, rentReminderType);

const buildReminderSource = ({ now }: Ctx): ReminderSource => ({
  source: sql`
    select receivable.lease_id as id, receivable.property_id, receivable.due_on as on_day, l.state = 'ended' as has_ended,
      least(receivable.open_cents, a.balance_cents)::bigint as "openCents"
    from (
      select due_on, lease_id, min(property_id) as property_id, sum(open_cents) as open_cents from receivables
      where open_cents > 0 and charge_kind is distinct from 'late-fee' group by due_on, lease_id
    ) receivable join leases l on l.id = receivable.lease_id join lease_accounts a on a.lease_id = receivable.lease_id
    where a.balance_cents > 0
      and not (l.state = 'ended' and exists (select from payment_reminders earlier where earlier.lease_id = l.id
        and earlier.sent_at > ${now}::timestamptz - make_interval(days => ${sql.lit(endedLeaseIntervalDays)})))`,
  window: { maxDaysLate: maxEndedLeaseDays, maxDaysAhead: firstReminderDays },
  step: sql<number | null>`case
    when s.has_ended then case when days_left <= ${sql.lit(-endedLeaseIntervalDays)} then days_left / ${sql.lit(endedLeaseIntervalDays)} * ${sql.lit(endedLeaseIntervalDays)} end
    when days_left >= ${sql.lit(-maxLateDays)} then ${latestStep(reminderSteps)} end`,
  recorded: { table: "payment_reminders", id: "lease_id", day: "due_on" },
  condition: sql<boolean>`${sumDueUntil("due.id", "due.on_day")} > (
    select coalesce(sum(amount_cents), 0) from (
      select w.amount_cents from payment_confirmations w where w.lease_id = due.id and w.state = 'pending'
      union all select w.amount_cents from payment_intents w
        where w.property_id = due.property_id and w.lease_id = due.id and w.state = 'processing') on_its_way)`,
});

export const rentReminderType: ReminderType<DueRent> = {
  reminders: buildReminderSource,
  send: sendRentReminders,
};

/** Selects the amount due on a lease up to a date, minus its credit. */
function sumDueUntil(lease: string, day: string): RawBuilder<number> {
  return sql`(select coalesce(sum(r.open_cents), 0)::bigint from receivables r
    where r.lease_id = ${sql.ref(lease)} and r.open_cents <> 0 and (r.due_on <= ${sql.ref(day)} or r.open_cents < 0))`;
}

async function sendRentReminders(ctx: Ctx, dueRents: DueRent[]): Promise<void> {
  const leases = await findLeasesToNotify(
    ctx,
    dueRents.map(({ id }) => id),
  );
  for (const { id, openCents, onDay, today } of dueRents.filter(({ daysBefore }) => daysBefore > 0)) {
    const lease = leases.get(id);
    if (lease === undefined) continue;
    const { building, units, memberIds, propertyId } = lease;
    await notify(ctx, memberIds, {
      kind: "payment.due",
      details: { cents: openCents, building, units, dueOn: onDay, isToday: onDay === today },
      link: "/payments",
      propertyId,
    });
  }
  const overdueLeaseIds = dueRents.filter((rent) => rent.daysBefore < 0).map(({ id }) => id);
  const debts = (await readDebts(ctx, overdueLeaseIds)).flatMap((debt) => {
    const lease = leases.get(debt.id);
    return lease === undefined ? [] : [{ ...debt, lease }];
  });
  for (const debt of debts)
    await notify(ctx, debt.lease.memberIds, {
      kind: "payment.overdue",
      details: toOverdueDetails(debt),
      link: "/payments",
      propertyId: debt.lease.propertyId,
    });
  await notifyLandlords(ctx, debts);
}

/** Everything overdue on a lease. */
interface Debt {
  id: number;
  cents: number;
  /** The due date of the oldest unpaid charge. */
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
    select late.id, least(${sumDueUntil("late.id", "late.yesterday")}, a.balance_cents)::bigint as cents, oldest.due_on as since,
      late.yesterday + 1 - oldest.due_on as days
    from late join lease_accounts a on a.lease_id = late.id cross join lateral (
      select min(r.due_on) as due_on from receivables r where r.lease_id = late.id and r.open_cents > 0) oldest
    order by late.id`.execute(ctx.db);
  return rows;
}

interface LeaseDebt extends Debt {
  lease: LeaseToNotify;
}

const toOverdueDetails = ({ cents, since, days, lease: { building, units } }: LeaseDebt) => ({
  cents,
  since,
  days,
  building,
  units,
});

/**
 * Notifies landlords. Each notification links to the lease's ledger. For many leases at one property, a
 * single notification shows how many leases are overdue and the total.
 */
async function notifyLandlords(ctx: Ctx, debts: readonly LeaseDebt[]): Promise<void> {
  const kind = "payment.overdue";
  for (const propertyId of new Set(debts.map(({ lease }) => lease.propertyId))) {
    const propertyDebts = debts.filter(({ lease }) => lease.propertyId === propertyId);
    const { landlordIds = [], building = "" } = propertyDebts[0]?.lease ?? {};
    if (propertyDebts.length > maxSeparateNotifications) {
      const cents = propertyDebts.reduce((sum, debt) => sum + debt.cents, 0);
      await notify(ctx, landlordIds, {
        kind,
        details: { building, leases: propertyDebts.length, cents },
        link: "/reports/aged?overdue=yes",
        propertyId,
      });
      continue;
    }
    for (const debt of propertyDebts)
      await notify(ctx, landlordIds, {
        kind,
        details: { company: debt.lease.company, ...toOverdueDetails(debt) },
        link: `/leases/${debt.id}?tab=ledger`,
        propertyId,
      });
  }
}
