import { sql } from "kysely";
import type { Terms } from "#domains/leases/terms.ts";
import { getIncomeAccount, type LedgerChargeKind } from "#domains/ledger/accounts.ts";
import { lockAnyAccount } from "#domains/ledger/server/entries/lock-account.ts";
import { writeEntries } from "#domains/ledger/server/entries/write-entries.ts";
import { takePayment } from "#domains/payments/server/take-payment.ts";
import type { Db } from "#server/db/database.ts";
import type { Ctx, Services } from "#server/http/context.ts";
import { runAsPortal } from "#server/jobs/as-portal.ts";
import { negate, toCents } from "#shared/format/money.ts";
import { createUnit } from "../people.ts";

/** Rent of $3,000.00 due on the 1st, with the test's changes. */
export const sampleTerms = (change: Partial<Terms> = {}): Terms => ({
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

/** Creates an active lease for a new unit with these dates and without terms. */
export async function createActiveLease(
  db: Db,
  { propertyId, from, to = null }: { propertyId: number; from: string; to?: string | null },
): Promise<number> {
  const unitId = await createUnit(db, propertyId);
  const { rows } = await sql<{ id: number }>`
    with company as (insert into companies (name) values ('Harbor Lane Coffee') returning id),
      lease as (insert into leases (property_id, company_id, state, starts_on, ends_on)
        select ${propertyId}, id, 'active', ${from}::date, ${to}::date from company returning id),
      unit as (insert into lease_units (lease_id, unit_id, property_id, during)
        select id, ${unitId}, ${propertyId}, daterange(${from}::date, ${to}::date, '[]') from lease)
    select id from lease`.execute(db);
  const lease = rows[0];
  if (lease === undefined) throw new Error("The lease was not created.");
  return lease.id;
}

/** Writes the terms of a lease effective from a date. */
export async function writeTerms(
  db: Db,
  facts: { leaseId: number; number?: number; from: string; terms: Terms },
): Promise<void> {
  await sql`
    insert into lease_terms (lease_id, property_id, number, starts_on, terms)
    select id, property_id, ${facts.number ?? 1}, ${facts.from}::date, ${JSON.stringify(facts.terms)}::jsonb
    from leases where id = ${facts.leaseId}`.execute(db);
}

/** Writes a charge outside the terms, or a credit if negative, without applying it. Returns its entry id. */
export async function writeCharge(
  services: Services,
  facts: {
    propertyId: number;
    leaseId: number;
    cents: number;
    dueOn: string;
    kind?: LedgerChargeKind;
    label?: string;
  },
): Promise<number> {
  const { propertyId, leaseId, dueOn, kind = "rent", label = "Base rent" } = facts;
  const [id] = await runAsPortal(services, (ctx) =>
    writeEntries(ctx, [
      {
        propertyId,
        leaseId,
        kind: facts.cents < 0 ? "credit" : kind === "late-fee" ? "late-fee" : "charge",
        onDay: dueOn,
        description: label,
        postings: [
          { account: "receivable", amountCents: toCents(facts.cents) },
          { account: getIncomeAccount(kind), amountCents: negate(facts.cents) },
        ],
        receivable: { dueOn, countsAs: facts.cents < 0 ? "credited" : "charged", chargeKind: kind },
      },
    ]),
  );
  return id ?? 0;
}

/** Records a payment dated `day`, on that day or later, and applies it to unpaid charges. */
export const writePayment = (
  services: Services,
  facts: { leaseId: number; cents: number; day: string; recordedOn?: string },
): Promise<void> => {
  const { leaseId, cents, day, recordedOn = day } = facts;
  return runOnDay(services, recordedOn, async (ctx) => {
    await takePayment(ctx, await lockAnyAccount(ctx, leaseId), {
      amountCents: toCents(cents),
      method: "other",
      onDay: day,
      paidAt: ctx.now,
      payerId: null,
      into: "bank",
    });
  });
};

/** Runs `work` as the portal itself at 8:00 PM UTC on `day`. */
export const runOnDay = <T>(services: Services, day: string, work: (ctx: Ctx) => Promise<T>): Promise<T> =>
  runAsPortal({ ...services, clock: () => new Date(`${day}T20:00:00Z`) }, work);

/** Returns the stored balance of the lease and the sums of its rows. */
export async function readSums(
  db: Db,
  leaseId: number,
): Promise<{ stored: number; postings: number; receivables: number; open: number }> {
  const { rows } = await sql<{ stored: number; postings: number; receivables: number; open: number }>`
    select coalesce((select balance_cents from lease_accounts where lease_id = ${leaseId}), 0)::bigint as stored,
      (select coalesce(sum(amount_cents), 0)::bigint from ledger_postings where lease_id = ${leaseId} and account = 'receivable') as postings,
      (select coalesce(sum(amount_cents), 0)::bigint from receivables where lease_id = ${leaseId}) as receivables,
      (select coalesce(sum(open_cents), 0)::bigint from receivables where lease_id = ${leaseId}) as open`.execute(
    db,
  );
  const sums = rows[0];
  if (sums === undefined) throw new Error("The query returned no row.");
  return sums;
}
