import { sql } from "kysely";
import { publishLeaseChange } from "#domains/leases/server/publish-change.ts";
import { type ChargeKind, chargeKinds } from "#domains/leases/terms.ts";
import { type Account, getIncomeAccount } from "#domains/ledger/accounts.ts";
import { applyCredits } from "#domains/ledger/server/entries/apply-credits.ts";
import { addNote, toOpenDay } from "#domains/ledger/server/entries/closed-months.ts";
import { type LockedAccounts, requireAccount } from "#domains/ledger/server/entries/lock-account.ts";
import { type NewEntry, writeEntries } from "#domains/ledger/server/entries/write-entries.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import type { Day } from "#shared/calendar.ts";
import { negate, toCents } from "#shared/format/money.ts";
import type { LeaseDraft } from "../drafts/calculate-draft.ts";
import type { PropertyYear } from "./reconciled-year.ts";

/** What a lease is charged or credited by a run: the amount due less what earlier runs in effect posted. */
export interface TrueUp {
  leaseId: number;
  /** Negative for a credit. */
  cents: number;
  /** The same amount by type of charge. */
  byKind: ReadonlyMap<ChargeKind, number>;
}

/** Returns a true-up for each of these leases. Nothing is due from leases without a statement in the draft. */
export async function calculateTrueUps(
  ctx: SignedInCtx,
  propertyYear: PropertyYear,
  { leaseIds, statements }: { leaseIds: Iterable<number>; statements: readonly LeaseDraft[] },
): Promise<TrueUp[]> {
  const posted = await findPosted(ctx, propertyYear);
  const due = new Map(statements.map(({ leaseId, dueByKind }) => [leaseId, dueByKind]));
  return [...leaseIds].map((leaseId) => {
    const byKind = new Map(
      chargeKinds
        .map((kind): [ChargeKind, number] => {
          const earlier = posted.find(
            (row) => row.leaseId === leaseId && row.account === getIncomeAccount(kind),
          );
          return [kind, (due.get(leaseId)?.get(kind) ?? 0) - (earlier?.cents ?? 0)];
        })
        .filter(([, cents]) => cents !== 0),
    );
    return { leaseId, cents: [...byKind.values()].reduce((total, cents) => total + cents, 0), byKind };
  });
}

/** Returns what the runs in effect posted to each income account of each lease. */
async function findPosted(
  { db }: SignedInCtx,
  { id, year }: PropertyYear,
): Promise<{ leaseId: number; account: Account; cents: number }[]> {
  const { rows } = await sql<{ leaseId: number; account: Account; cents: number }>`
    select s.lease_id as "leaseId", p.account, (-sum(p.amount_cents))::bigint as cents
    from reconciliations r join recovery_statements s on s.reconciliation_id = r.id
      join ledger_postings p on p.entry_id = s.entry_id and p.account <> 'receivable'
    where r.property_id = ${id} and r.year = ${year} and r.reversed_at is null
    group by s.lease_id, p.account`.execute(db);
  return rows;
}

interface PostingOptions {
  accounts: LockedAccounts;
  description: string;
  reason: string;
  dueOn: Day;
}

/**
 * Posts one charge or credit for each true-up other than zero, dated today or on the first open day, and applies
 * credits. Returns the ids of the entries by lease. The caller has locked the accounts.
 */
export async function postTrueUps(
  ctx: SignedInCtx,
  trueUps: readonly TrueUp[],
  { accounts, description, reason, dueOn }: PostingOptions,
): Promise<ReadonlyMap<number, number>> {
  const toPost = trueUps.filter(({ cents }) => cents !== 0);
  const [first] = toPost;
  if (first === undefined) return new Map();
  // All leases are at one property, so they have the same date.
  const { today, closed } = requireAccount(accounts, first.leaseId);
  const { onDay, note } = toOpenDay(closed?.through, today);
  const ids = await writeEntries(
    ctx,
    toPost.map(({ leaseId, cents, byKind }): NewEntry => {
      const { propertyId } = requireAccount(accounts, leaseId);
      return {
        propertyId,
        leaseId,
        kind: cents > 0 ? "charge" : "credit",
        onDay,
        description,
        reason: addNote(reason, note),
        postings: [
          { account: "receivable", amountCents: toCents(cents) },
          ...[...byKind].map(([kind, part]) => ({
            account: getIncomeAccount(kind),
            amountCents: negate(toCents(part)),
          })),
        ],
        receivable: {
          dueOn: cents > 0 ? dueOn : onDay,
          countsAs: cents > 0 ? "charged" : "credited",
          chargeKind: findMainKind(byKind),
        },
      };
    }),
  );
  await applyCredits(
    ctx,
    toPost.map(({ leaseId }) => leaseId),
    { onDay },
  );
  for (const { leaseId } of toPost) {
    const { propertyId } = requireAccount(accounts, leaseId);
    publishLeaseChange(ctx, { id: leaseId, property_id: propertyId });
  }
  return new Map(toPost.map(({ leaseId }, index) => [leaseId, ids[index] ?? 0]));
}

/** A charge has one type in lists and reports: that of its largest part. The postings have all of them. */
const findMainKind = (byKind: TrueUp["byKind"]): ChargeKind | null =>
  [...byKind].toSorted(([, a], [, b]) => Math.abs(b) - Math.abs(a))[0]?.[0] ?? null;

/** Counts and adds up the charges and the credits. */
export function sumTrueUps(trueUps: readonly TrueUp[]): {
  charges: number;
  chargedCents: number;
  credits: number;
  creditedCents: number;
} {
  const charges = trueUps.filter(({ cents }) => cents > 0);
  const credits = trueUps.filter(({ cents }) => cents < 0);
  const addUp = (some: readonly TrueUp[]) => some.reduce((total, { cents }) => total + Math.abs(cents), 0);
  return {
    charges: charges.length,
    chargedCents: addUp(charges),
    credits: credits.length,
    creditedCents: addUp(credits),
  };
}
