import { sql } from "kysely";
import { notifyEach } from "#domains/notifications/server/notify-each.ts";
import type { Ctx, Services } from "#server/http/context.ts";
import { latestStep, type Reminded, type Reminders, type Reminding, remind } from "#server/jobs/remind.ts";
import { daysFromTo } from "#shared/calendar.ts";
import { formatCalendarDay } from "#shared/format/dates.ts";
import { type LeasePlace, placeInWords } from "./place-in-words.ts";
import { readLeasesToTell } from "./read-leases-to-tell.ts";

/** The members have theirs at the latter two. */
const steps = [90, 60, 30];
const membersFromDays = 60;

/** Once an hour: the landlords hear 90, 60 and 30 days before the last day of a lease that it ends, its members 60 and 30. */
export const remindOfLeaseEnds = (services: Services): Promise<void> => remind(services, leaseEnds);

const reminders = (): Reminders => ({
  source: sql`select l.id, l.property_id, l.to_on as on_day from leases l where l.state in ('active', 'notice')`,
  window: { lateDaysMax: 0, aheadDaysMax: Math.max(...steps) },
  step: latestStep(steps),
  noted: { table: "lease_reminders", id: "lease_id", day: "to_on" },
});

export const leaseEnds: Reminding<Reminded> = { reminders, tell };

async function tell(ctx: Ctx, due: Reminded[]): Promise<void> {
  const leases = await readLeasesToTell(
    ctx,
    due.map(({ id }) => id),
  );
  await notifyEach(
    ctx,
    "lease.ends-soon",
    due.flatMap((ending) => {
      const lease = leases.get(ending.id);
      if (lease === undefined) return [];
      const news = (userIds: readonly number[], text: string) =>
        userIds.map((userId) => ({
          userId,
          text,
          link: `/leases/${lease.id}`,
          propertyId: lease.propertyId,
        }));
      return [
        ...news(lease.landlordIds, `The lease of ${lease.company} at ${endOf(lease, ending)}`),
        ...(ending.daysBefore <= membersFromDays
          ? news(lease.memberIds, `Your tenancy at ${endOf(lease, ending)}`)
          : []),
      ];
    }),
  );
}

/** `Harbor House, unit 101, ends on Mar 1, 2027 (60 days left)` */
function endOf(place: LeasePlace, { onDay, today }: Reminded): string {
  const days = daysFromTo(today, onDay) - 1;
  const left = days === 0 ? "today is the last day" : `${days} ${days === 1 ? "day" : "days"} left`;
  const comma = place.units.length === 0 ? "" : ",";
  return `${placeInWords(place)}${comma} ends on ${formatCalendarDay(onDay)} (${left})`;
}
