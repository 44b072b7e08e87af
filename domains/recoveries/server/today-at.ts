import { sql } from "kysely";
import type { SignedInCtx } from "#server/http/context.ts";
import type { Day } from "#shared/calendar.ts";

/** Returns today's date at the property. */
export async function findTodayAt({ db, now }: SignedInCtx, propertyId: number): Promise<Day> {
  const { rows } = await sql<{ today: Day }>`
    select (${now}::timestamptz at time zone p.time_zone)::date as today from properties p where p.id = ${propertyId}`.execute(
    db,
  );
  if (rows[0] === undefined) throw new Error(`Property ${propertyId} is missing.`);
  return rows[0].today;
}
