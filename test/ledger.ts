import { sql } from "kysely";
import type { Terms } from "#domains/leases/terms.ts";
import type { Db } from "#server/db/database.ts";
import type { Ctx, Services } from "#server/http/context.ts";
import { asPortal } from "#server/jobs/as-portal.ts";
import { toCents } from "#shared/format/money.ts";

/** Rent of 3,000.00 due on the 1st, with what a test changes. */
export const someTerms = (change: Partial<Terms> = {}): Terms => ({
  areaSquareFeet: 1_200,
  dueDay: 1,
  graceDays: 5,
  depositCents: toCents(0),
  lines: [
    {
      key: 1,
      kind: "rent",
      label: "Base rent",
      from: "2020-01-01",
      to: null,
      price: { monthlyCents: toCents(300_000) },
    },
  ],
  escalations: [],
  freeRent: [],
  lateFee: null,
  ...change,
});

/** The terms of a lease from a day on. */
export async function writeTerms(
  db: Db,
  facts: { leaseId: number; number?: number; from: string; terms: Terms },
): Promise<void> {
  await sql`
    insert into lease_terms (lease_id, property_id, number, from_on, terms)
    select id, property_id, ${facts.number ?? 1}, ${facts.from}::date, ${JSON.stringify(facts.terms)}::jsonb
    from leases where id = ${facts.leaseId}`.execute(db);
}

/** Runs `work` as the portal itself, at eight in the evening in UTC of `day`. */
export const onDay = <T>(services: Services, day: string, work: (ctx: Ctx) => Promise<T>): Promise<T> =>
  asPortal({ ...services, clock: () => new Date(`${day}T20:00:00Z`) }, work);

/** The lease's account as it is kept, and as the sums of what it is kept from. */
export async function sumsOf(
  db: Db,
  leaseId: number,
): Promise<{ kept: number; postings: number; owed: number; open: number }> {
  const { rows } = await sql<{ kept: number; postings: number; owed: number; open: number }>`
    select coalesce((select balance_cents from lease_accounts where lease_id = ${leaseId}), 0)::bigint as kept,
      (select coalesce(sum(amount_cents), 0)::bigint from ledger_postings where lease_id = ${leaseId} and account = 'receivable') as postings,
      (select coalesce(sum(amount_cents), 0)::bigint from receivables where lease_id = ${leaseId}) as owed,
      (select coalesce(sum(open_cents), 0)::bigint from receivables where lease_id = ${leaseId}) as open`.execute(
    db,
  );
  const sums = rows[0];
  if (sums === undefined) throw new Error("There is always a row.");
  return sums;
}
