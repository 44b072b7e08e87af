import { sql } from "kysely";
import type { Ctx, Services } from "#server/http/context.ts";
import {
  latestStep,
  type Reminder,
  type ReminderSource,
  type ReminderType,
  remind,
} from "#server/jobs/remind.ts";
import { notify } from "#server/notifications/notify.ts";
import { countDays } from "#shared/calendar.ts";
import { findLeasesToNotify } from "../members/leases-to-notify.ts";

/** Days before the end date. Members are reminded only at 60 and 30 days. */
const reminderDays = [90, 60, 30];
const membersFromDays = 60;

/**
 * Runs every hour. Reminds the landlords 90, 60, and 30 days before a lease's end date, and its members 60
 * and 30 days before.
 */
export const remindOfLeaseEnds = (services: Services): Promise<void> => remind(services, leaseEnds);

const reminders = (): ReminderSource => ({
  source: sql`select l.id, l.property_id, l.to_on as on_day from leases l where l.state in ('active', 'notice')`,
  window: { lateDaysMax: 0, aheadDaysMax: Math.max(...reminderDays) },
  step: latestStep(reminderDays),
  recorded: { table: "lease_reminders", id: "lease_id", day: "to_on" },
});

export const leaseEnds: ReminderType<Reminder> = { reminders, send };

async function send(ctx: Ctx, due: Reminder[]): Promise<void> {
  const leases = await findLeasesToNotify(
    ctx,
    due.map(({ id }) => id),
  );
  for (const { id, daysBefore, onDay, today } of due) {
    const lease = leases.get(id);
    if (lease === undefined) continue;
    const { company, building, units, propertyId } = lease;
    const ending = { building, units, lastDay: onDay, days: countDays(today, onDay) - 1 };
    const rest = { kind: "lease.ends-soon", link: `/leases/${id}`, propertyId } as const;
    await notify(ctx, lease.landlordIds, { ...rest, details: { company, ...ending } });
    if (daysBefore <= membersFromDays) await notify(ctx, lease.memberIds, { ...rest, details: ending });
  }
}
