import { sql } from "kysely";
import { trashDocument } from "#domains/documents/server/trash/trash-document.ts";
import { leaseLedgerPath } from "#domains/leases/paths.ts";
import { findLeasesToNotify } from "#domains/leases/server/members/leases-to-notify.ts";
import { applyCredits } from "#domains/ledger/server/entries/apply-credits.ts";
import {
  type LockedAccounts,
  requireAccount,
  resolveEntryDay,
} from "#domains/ledger/server/entries/lock-account.ts";
import { findEntry, writeReversal } from "#domains/ledger/server/entries/write-reversal.ts";
import { audit } from "#server/audit.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import { notify } from "#server/notifications/notify.ts";
import { type Day, maxDay } from "#shared/calendar.ts";
import { conflict } from "#shared/errors.ts";
import type { BodyOf } from "#shared/http/endpoint.ts";
import type { reverseReconciliation as reverseEndpoint } from "../../issue-contract.ts";
import { lockYear } from "./lock-year.ts";
import { assertInEffect, assertNotClosed, type PropertyYear, type Run, readYear } from "./reconciled-year.ts";

/** A statement of the run, with what has happened to its charge or credit since. */
interface IssuedStatement {
  leaseId: number;
  company: string;
  entryId: number | null;
  documentId: number | null;
  isPaid: boolean;
  isForgiven: boolean;
  isPaidOut: boolean;
  /** Whether the credit was applied to charges, and the tenant has made a payment since. */
  isReliedOn: boolean;
  /** Whether a question about the statement was answered with a credit that wasn't reversed. */
  isCredited: boolean;
}

/**
 * Reverses the last run in effect as a whole (REC-10): its charges and credits, and its documents, which move to the
 * trash. The statements of the run before are in effect again, or else the year is a draft.
 * @throws AppError not_found; conflict if another run is in effect, the year is closed, or a tenant has paid
 */
export async function reverseReconciliation(
  ctx: SignedInCtx,
  propertyYear: PropertyYear,
  { number, reason }: BodyOf<typeof reverseEndpoint>,
): Promise<void> {
  const { id: propertyId, year } = propertyYear;
  const accounts = await lockYear(ctx, propertyId);
  const state = await readYear(ctx, propertyYear);
  assertNotClosed(state);
  assertInEffect(state, number);
  const run = state.inEffect;
  if (run === undefined) throw conflict("No statements are issued for this year.");
  const statements = await findStatements(ctx, run);
  assertReversible(statements);
  // First, so that the job files no more documents.
  await ctx.db
    .updateTable("reconciliations")
    .set({ reversed_by_id: ctx.actor.id, reversed_at: ctx.now, reversal_reason: reason })
    .where("id", "=", run.id)
    .execute();
  const onDay = await reverseEntries(ctx, accounts, statements, reason);
  if (onDay !== undefined)
    await applyCredits(
      ctx,
      statements.map(({ leaseId }) => leaseId),
      { onDay },
    );
  for (const { documentId } of statements)
    if (documentId !== null) await trashDocument(ctx, documentId, undefined);
  await ctx.db
    .deleteFrom("reconciliation_reviews")
    .where("property_id", "=", propertyId)
    .where("year", "=", year)
    .execute();
  await notifyTenants(ctx, propertyYear, statements);
  await audit(ctx, {
    action: "reconciliation.reversed",
    subjectType: "property",
    subjectId: propertyId,
    propertyId,
    details: { year, number, statements: statements.length, reason },
  });
}

async function findStatements({ db }: SignedInCtx, { id: runId, at }: Run): Promise<IssuedStatement[]> {
  const { rows } = await sql<IssuedStatement>`
    select s.lease_id as "leaseId", s.content ->> 'company' as company, s.entry_id as "entryId",
      (select d.id from documents d where d.id = s.document_id and d.trashed_at is null) as "documentId",
      exists (select from allocations a join receivables credit on credit.entry_id = a.credit_id
        where a.charge_id = s.entry_id and credit.counts_as = 'collected' and credit.entry_id <> s.entry_id
        group by a.credit_id having sum(a.amount_cents) > 0) as "isPaid",
      exists (select from allocations a join ledger_entries credit on credit.id = a.credit_id
        where a.charge_id = s.entry_id and credit.kind in ('waiver', 'write-off')
        group by a.credit_id having sum(a.amount_cents) > 0) as "isForgiven",
      exists (select from allocations a join ledger_entries charge on charge.id = a.charge_id
        where a.credit_id = s.entry_id and charge.kind in ('credit-paid-out', 'refund')
        group by a.charge_id having sum(a.amount_cents) > 0) as "isPaidOut",
      exists (select from allocations a where a.credit_id = s.entry_id group by a.charge_id having sum(a.amount_cents) > 0)
        and exists (select from ledger_entries payment where payment.lease_id = s.lease_id and payment.kind = 'payment'
          and payment.made_at > ${at}::timestamptz
          and not exists (select from ledger_entries reversal where reversal.reverses_id = payment.id)) as "isReliedOn",
      exists (select from recovery_questions q where q.statement_id = s.id and q.credit_entry_id is not null
        and not exists (select from ledger_entries reversal where reversal.reverses_id = q.credit_entry_id)) as "isCredited"
    from recovery_statements s where s.reconciliation_id = ${runId} order by s.id`.execute(db);
  return rows;
}

/** @throws AppError conflict, with the tenant's name and what to do instead */
function assertReversible(statements: readonly IssuedStatement[]): void {
  const instead = "so these statements can't be reversed. Issue a correction instead.";
  for (const { company, isPaid, isForgiven, isPaidOut, isReliedOn, isCredited } of statements) {
    if (isPaid) throw conflict(`${company} has paid its charge, ${instead}`);
    if (isPaidOut) throw conflict(`The credit of ${company} was paid out, ${instead}`);
    if (isReliedOn) throw conflict(`${company} has made a payment since its credit was applied, ${instead}`);
    if (isCredited)
      throw conflict(
        `A question of ${company} was answered with a credit. Reverse that in its ledger first.`,
      );
    if (isForgiven)
      throw conflict(`The charge of ${company} was waived or written off. Reverse that in its ledger first.`);
  }
}

/** Returns the date of the reversals. Undefined if the run posted no entries. */
async function reverseEntries(
  ctx: SignedInCtx,
  accounts: LockedAccounts,
  statements: readonly IssuedStatement[],
  reason: string,
): Promise<Day | undefined> {
  let lastDay: Day | undefined;
  for (const { leaseId, entryId } of statements) {
    if (entryId === null) continue;
    const account = requireAccount(accounts, leaseId);
    const entry = await findEntry(ctx, leaseId, entryId);
    const onDay = maxDay(resolveEntryDay(account, undefined), entry.onDay);
    await writeReversal(ctx, account, entry, { onDay, reason, cause: "mistake" });
    lastDay = onDay;
  }
  return lastDay;
}

async function notifyTenants(
  ctx: SignedInCtx,
  { id: propertyId, year }: PropertyYear,
  statements: readonly IssuedStatement[],
): Promise<void> {
  const leases = await findLeasesToNotify(
    ctx,
    statements.map(({ leaseId }) => leaseId),
  );
  for (const { id, building, units, memberIds } of leases.values())
    await notify(ctx, memberIds, {
      kind: "reconciliation.reversed",
      details: { year, building, units },
      link: leaseLedgerPath(id),
      propertyId,
    });
}
