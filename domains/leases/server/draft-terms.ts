import { sql } from "kysely";
import type { Ctx } from "#server/http/context.ts";
import type { Day } from "#shared/calendar.ts";
import type { Terms } from "../terms.ts";

/**
 * Adjusts the terms when a draft's first day moves: they are charged from the new day, and lines that began with the lease
 * still do. Other days stay as they were typed; activating the lease refuses those that do not fit.
 */
export async function moveDraftTerms(
  { db }: Ctx,
  leaseId: number,
  { before, after }: { before: Day; after: Day },
): Promise<void> {
  const moved = (day: Day) => (day === before ? after : day);
  const { rows } = await sql<{ from_on: Day; terms: Terms }>`
    select from_on, terms from lease_terms where lease_id = ${leaseId} and number = 1`.execute(db);
  const [first] = rows;
  if (first === undefined) return;
  const terms: Terms = {
    ...first.terms,
    lines: first.terms.lines.map((line) => ({ ...line, from: moved(line.from) })),
    freeRent: first.terms.freeRent.map((free) => ({ ...free, from: moved(free.from) })),
  };
  await sql`
    update lease_terms set from_on = ${moved(first.from_on)}::date, terms = ${JSON.stringify(terms)}::jsonb
    where lease_id = ${leaseId} and number = 1`.execute(db);
}

/** Deletes the terms of a lease that is being deleted; nothing was charged by them yet. */
export async function deleteTerms({ db }: Ctx, leaseId: number): Promise<void> {
  await db.deleteFrom("lease_terms").where("lease_id", "=", leaseId).execute();
  await db.deleteFrom("lease_accounts").where("lease_id", "=", leaseId).execute();
}
