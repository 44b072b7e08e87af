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
    delete from lease_members where lease_id = ${id} and not daterange(from_on, to_on, '[]') && ${leaseDates}`.execute(
    db,
  );
  await sql`
    update lease_members set from_on = greatest(from_on, ${from}::date),
      to_on = case when to_on is null then null else least(to_on, ${to}::date) end
    where lease_id = ${id} and (from_on < ${from}::date or to_on > ${to}::date)`.execute(db);
}
