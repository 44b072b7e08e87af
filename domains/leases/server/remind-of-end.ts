import { sql } from "kysely";
import type { Ctx, Services } from "#server/http/context.ts";
import { latestStep, type Reminded, type Reminders, type Reminding, remind } from "#server/jobs/remind.ts";
import { notify } from "#server/notifications/notify.ts";
import { daysFromTo } from "#shared/calendar.ts";
import { readLeasesToNotify } from "./leases-to-notify.ts";

/** Days before the end; members are reminded only at the latter two. */
const steps = [90, 60, 30];
const membersFromDays = 60;

/** Once an hour: reminds the landlords 90, 60 and 30 days before the last day of a lease, its members 60 and 30. */
export const remindOfLeaseEnds = (services: Services): Promise<void> => remind(services, leaseEnds);

const reminders = (): Reminders => ({
  source: sql`select l.id, l.property_id, l.to_on as on_day from leases l where l.state in ('active', 'notice')`,
  window: { lateDaysMax: 0, aheadDaysMax: Math.max(...steps) },
  step: latestStep(steps),
  noted: { table: "lease_reminders", id: "lease_id", day: "to_on" },
});

export const leaseEnds: Reminding<Reminded> = { reminders, send };

async function send(ctx: Ctx, due: Reminded[]): Promise<void> {
  const leases = await readLeasesToNotify(
    ctx,
    due.map(({ id }) => id),
  );
  for (const { id, daysBefore, onDay, today } of due) {
    const lease = leases.get(id);
    if (lease === undefined) continue;
    const { company, building, units, propertyId } = lease;
    const ending = { building, units, lastDay: onDay, days: daysFromTo(today, onDay) - 1 };
    const rest = { kind: "lease.ends-soon", link: `/leases/${id}`, propertyId } as const;
    await notify(ctx, lease.landlordIds, { ...rest, particulars: { company, ...ending } });
    if (daysBefore <= membersFromDays) await notify(ctx, lease.memberIds, { ...rest, particulars: ending });
  }
}
