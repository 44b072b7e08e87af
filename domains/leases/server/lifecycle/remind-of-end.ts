import { sql } from "kysely";
import type { Ctx, Services } from "#server/http/context.ts";
import {
  latestStep,
  type Reminder,
  type ReminderSource,
  type ReminderType,
  sendReminders,
} from "#server/jobs/remind.ts";
import { notify } from "#server/notifications/notify.ts";
import { countDays } from "#shared/calendar.ts";
import { findLeasesToNotify } from "../members/leases-to-notify.ts";

/** Days before the end date. Members are reminded only at 60 and 30 days. */
const reminderDays = [90, 60, 30];
const memberReminderDays = 60;

/**
 * Runs every hour. Reminds the landlords 90, 60, and 30 days before a lease's end date, and its members 60
 * and 30 days before.
 */
export const remindOfLeaseEnds = (services: Services): Promise<void> =>
  sendReminders(services, leaseEndReminders);

const createReminderSource = (): ReminderSource => ({
  source: sql`select l.id, l.property_id, l.ends_on as on_day from leases l where l.state in ('active', 'notice')`,
  window: { maxDaysLate: 0, maxDaysAhead: Math.max(...reminderDays) },
  step: latestStep(reminderDays),
  recorded: { table: "lease_reminders", id: "lease_id", day: "ends_on" },
});

export const leaseEndReminders: ReminderType<Reminder> = {
  reminders: createReminderSource,
  send: sendLeaseEndReminders,
};

async function sendLeaseEndReminders(ctx: Ctx, dueReminders: Reminder[]): Promise<void> {
  const leases = await findLeasesToNotify(
    ctx,
    dueReminders.map(({ id }) => id),
  );
  for (const { id, daysBefore, onDay, today } of dueReminders) {
    const lease = leases.get(id);
    if (lease === undefined) continue;
    const { company, building, units, propertyId } = lease;
    const details = { building, units, lastDay: onDay, days: countDays(today, onDay) - 1 };
    const notification = { kind: "lease.ends-soon", link: `/leases/${id}`, propertyId } as const;
    await notify(ctx, lease.landlordIds, { ...notification, details: { company, ...details } });
    if (daysBefore <= memberReminderDays) await notify(ctx, lease.memberIds, { ...notification, details });
  }
}
