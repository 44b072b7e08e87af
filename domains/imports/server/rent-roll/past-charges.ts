import { setImmediate } from "node:timers/promises";
import { sql } from "kysely";
import { buildSchedule } from "#domains/leases/schedule.ts";
import type { Terms } from "#domains/leases/terms.ts";
import type { Db } from "#server/db/database.ts";
import { addDays, type Day, monthStart } from "#shared/calendar.ts";
import { formatCalendarDay } from "#shared/format/dates.ts";
import { formatCents, toCents } from "#shared/format/money.ts";
import { selectBadLines } from "../queries.ts";

/** How many leases are calculated without yielding to other requests. */
const leasesWithoutPause = 100;

/**
 * Returns a note with the total of the charges to post on the valid leases of a rent roll for months
 * before the current one, and since when. Empty if there are none.
 */
export async function describePastCharges(db: Db, importId: number): Promise<string[]> {
  const { rows: leases } = await sql<{
    chargedFrom: Day;
    today: Day;
    from: Day;
    to: Day | null;
    terms: Terms;
  }>`
    select content ->> 'chargedFrom' as "chargedFrom", content ->> 'today' as today, content ->> 'from' as "from",
      content ->> 'to' as "to", content -> 'terms' as terms
    from import_rows
    where import_id = ${importId} and line not in (${selectBadLines(importId)}) and content ->> 'companyName' is not null
      and jsonb_typeof(content -> 'terms') = 'object'
      and (content ->> 'chargedFrom')::date < date_trunc('month', (content ->> 'today')::date)`.execute(db);
  let total = 0;
  let firstDay: Day | undefined;
  for (const [index, { chargedFrom, today, from, to, terms }] of leases.entries()) {
    const charges = buildSchedule(
      [{ number: 1, from: chargedFrom, terms }],
      { from, to },
      { from: chargedFrom, through: addDays(monthStart(today), -1) },
    );
    for (const charge of charges) {
      total += charge.amountCents;
      if (firstDay === undefined || charge.from < firstDay) firstDay = charge.from;
    }
    if (index % leasesWithoutPause === 0) await setImmediate();
  }
  if (firstDay === undefined) return [];
  return [
    `Charges to post for past months: ${formatCents(toCents(total))}, starting ${formatCalendarDay(firstDay)}.`,
  ];
}
