import { sql } from "kysely";
import type { Ctx } from "#server/http/context.ts";

/**
 * Fits the dates of a lease's members to the lease dates. Memberships that lie entirely outside the lease are
 * deleted, and those that extend past it are shortened.
 */
export async function fitMembers(
  { db }: Ctx,
  { id, from, to }: { id: number; from: string; to: string | null },
): Promise<void> {
  const leaseDates = sql`daterange(${from}::date, ${to}::date, '[]')`;
  await sql`
    delete from lease_members where lease_id = ${id} and not daterange(starts_on, ends_on, '[]') && ${leaseDates}`.execute(
    db,
  );
  await sql`
    update lease_members set starts_on = greatest(starts_on, ${from}::date),
      ends_on = case when ends_on is null then null else least(ends_on, ${to}::date) end
    where lease_id = ${id} and (starts_on < ${from}::date or ends_on > ${to}::date)`.execute(db);
}
