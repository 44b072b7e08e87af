import { sql } from "kysely";
import type { Ctx } from "#server/http/context.ts";
import type { Day } from "#shared/calendar.ts";
import type { Terms } from "../../terms.ts";

/**
 * Adjusts a draft's terms when its start date changes. Charging starts on the new date, and so do the charges
 * and free-rent periods that started with the lease. Other dates stay as entered. If they no longer fit, the
 * lease can't be activated.
 */
export async function moveDraftTerms(
  { db }: Ctx,
  leaseId: number,
  { before: oldStartsOn, after: newStartsOn }: { before: Day; after: Day },
): Promise<void> {
  const shiftDate = (day: Day) => (day === oldStartsOn ? newStartsOn : day);
  const { rows } = await sql<{ starts_on: Day; terms: Terms }>`
    select starts_on, terms from lease_terms where lease_id = ${leaseId} and number = 1`.execute(db);
  const [firstTerms] = rows;
  if (firstTerms === undefined) return;
  const terms: Terms = {
    ...firstTerms.terms,
    lines: firstTerms.terms.lines.map((line) => ({ ...line, from: shiftDate(line.from) })),
    freeRent: firstTerms.terms.freeRent.map((period) => ({ ...period, from: shiftDate(period.from) })),
  };
  await sql`
    update lease_terms set starts_on = ${shiftDate(firstTerms.starts_on)}::date, terms = ${JSON.stringify(terms)}::jsonb
    where lease_id = ${leaseId} and number = 1`.execute(db);
}

/** Deletes the terms of a lease that is being deleted. Nothing has been charged under them yet. */
export async function deleteTerms({ db }: Ctx, leaseId: number): Promise<void> {
  await db.deleteFrom("lease_terms").where("lease_id", "=", leaseId).execute();
  await db.deleteFrom("lease_accounts").where("lease_id", "=", leaseId).execute();
}
