import { sql } from "kysely";
import type { SignedInCtx } from "#server/http/context.ts";
import type { Day } from "#shared/calendar.ts";

/** Returns today's date at the property, or else in the organization's time zone. */
export async function findToday({ db, now }: SignedInCtx, propertyId: number | null = null): Promise<Day> {
  const { rows } = await sql<{ today: Day }>`
    select (${now}::timestamptz at time zone coalesce(
      (select p.time_zone from properties p where p.id = ${propertyId}::bigint), o.time_zone))::date as today
    from organization o`.execute(db);
  if (rows[0] === undefined) throw new Error("The organization is missing.");
  return rows[0].today;
}
