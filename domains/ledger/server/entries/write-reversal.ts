import { sql } from "kysely";
import type { Ctx } from "#server/http/context.ts";
import type { Day } from "#shared/calendar.ts";
import { invalid } from "#shared/errors.ts";
import { negate, toCents } from "#shared/format/money.ts";
import type { Account, EntryKind, LedgerChargeKind, ReversalCause } from "../../accounts.ts";
import { recheckLateFees } from "../posting/recheck-late-fees.ts";
import { type Allocation, writeAllocations } from "./apply-credits.ts";
import type { LockedAccount } from "./lock-account.ts";
import type { Receivable } from "./write-entries.ts";
import { writeSingleEntry } from "./write-entry.ts";

/** A lease's entry with the facts that decide whether it can be reversed. */
export interface ReversibleEntry {
  id: number;
  kind: EntryKind;
  onDay: Day;
  description: string;
  isReversed: boolean;
  /**
   * Whether the charge has a later adjustment that wasn't reversed. A change of the lease dates causes one.
   */
  isAdjusted: boolean;
  /** Whether it's a payment with a completed or pending refund. */
  isRefunded: boolean;
  /** Whether the card provider made this refund. */
  isProviderRefund: boolean;
  /** The year of the reconciliation that posted it. Null if none did. */
  reconciledYear: number | null;
  /** The card provider that received this payment. */
  receivedBy: "stripe" | "sandbox" | null;
  postings: { account: Account; amountCents: number }[];
  /** Null if the entry isn't on the lease's account. */
  receivable: {
    amountCents: number;
    dueOn: Day;
    countsAs: Receivable["countsAs"];
    chargeKind: LedgerChargeKind | null;
  } | null;
  /** The credits applied to it, or the charges it's applied to. */
  allocated: {
    chargeId: number;
    creditId: number;
    amountCents: number;
    otherKind: EntryKind;
    otherDescription: string;
  }[];
}

/** Returns an entry of the lease. @throws AppError invalid for an entry of another lease */
export async function findEntry(ctx: Ctx, leaseId: number, entryId: number): Promise<ReversibleEntry> {
  const { rows } = await sql<ReversibleEntry>`
    select e.id, e.kind, e.on_day as "onDay", e.description,
      exists (select from ledger_entries reversal where reversal.reverses_id = e.id) as "isReversed",
      exists (select from receivables a where a.lease_id = r.lease_id and a.terms_number = r.terms_number
        and a.line_key = r.line_key and a.month = r.month and a.revision > r.revision
        and not exists (select from ledger_entries reversal where reversal.reverses_id = a.entry_id)) as "isAdjusted",
      exists (select from refunds f where f.payment_id = e.id and f.state <> 'failed') as "isRefunded",
      exists (select from refunds f join payment_intents i on i.payment_id = f.payment_id and i.provider is not null
        where f.entry_id = e.id) as "isProviderRefund",
      (select r.year from recovery_statements s join reconciliations r on r.id = s.reconciliation_id
        where s.entry_id = e.id) as "reconciledYear",
      (select i.provider from payment_intents i where i.payment_id = e.id) as "receivedBy",
      (select json_agg(json_build_object('account', p.account, 'amountCents', p.amount_cents) order by p.position)
        from ledger_postings p where p.entry_id = e.id) as postings,
      case when r.entry_id is not null then json_build_object('amountCents', r.amount_cents, 'dueOn', r.due_on,
        'countsAs', r.counts_as, 'chargeKind', r.charge_kind) end as receivable,
      (select coalesce(json_agg(json_build_object('chargeId', s.charge_id, 'creditId', s.credit_id, 'amountCents', s.amount,
          'otherKind', other.kind, 'otherDescription', other.description) order by other.id), '[]')
        from (
          select charge_id, credit_id, sum(amount_cents) as amount from allocations
          where charge_id = e.id or credit_id = e.id group by charge_id, credit_id having sum(amount_cents) <> 0
        ) s join ledger_entries other on other.id in (s.charge_id, s.credit_id) and other.id <> e.id) as allocated
    from ledger_entries e left join receivables r on r.entry_id = e.id
    where e.id = ${entryId} and e.lease_id = ${leaseId}`.execute(ctx.db);
  const entry = rows[0];
  if (entry === undefined) throw invalid({ entryId: "This entry isn't on this lease." });
  return entry;
}

/**
 * Writes the reversal of an entry, undoes the entry's allocations, and applies the entry and its reversal to
 * each other. Rent paid by a returned payment might now incur a late fee. The caller must lock the lease and
 * apply open credits afterward. Returns the id of the reversal.
 */
export async function writeReversal(
  ctx: Ctx,
  account: Pick<LockedAccount, "leaseId" | "propertyId">,
  entry: ReversibleEntry,
  { onDay, reason, cause }: { onDay: Day; reason: string; cause: ReversalCause },
): Promise<number> {
  const id = await writeSingleEntry(
    ctx,
    account,
    {
      kind: "reversal",
      onDay,
      description: `Reversed: ${entry.description}`,
      reason,
      reversesId: entry.id,
      reversalCause: cause,
      postings: entry.postings.map((posting) => ({
        account: posting.account,
        amountCents: negate(posting.amountCents),
      })),
      ...(entry.receivable === null
        ? {}
        : {
            receivable: {
              // A charge or its adjustment is removed from the month it was charged in. A returned payment
              // counts in the month of its return.
              dueOn: entry.receivable.countsAs === "charged" ? entry.receivable.dueOn : onDay,
              countsAs: entry.receivable.countsAs,
              chargeKind: entry.receivable.chargeKind,
            },
          }),
    },
    {
      action: "ledger.entry-reversed",
      amountCents: entry.receivable?.amountCents ?? getDepositChange(entry),
    },
  );
  await writeAllocations(ctx, buildReversalAllocations(account, entry, id), { reason, onDay });
  if (entry.receivable?.countsAs === "collected" && entry.receivable.amountCents < 0)
    await recheckLateFees(
      ctx,
      entry.allocated.map(({ chargeId }) => chargeId),
    );
  return id;
}

/** Returns how much the entry added to the deposit held. */
export const getDepositChange = ({ postings }: ReversibleEntry): number =>
  -postings
    .filter(({ account }) => account === "deposits")
    .reduce((sum, { amountCents }) => sum + amountCents, 0);

/** Undoes the entry's allocations, and applies the entry and its reversal to each other. */
function buildReversalAllocations(
  { leaseId, propertyId }: Pick<LockedAccount, "leaseId" | "propertyId">,
  entry: ReversibleEntry,
  reversalId: number,
): Allocation[] {
  if (entry.receivable === null) return [];
  const isCharge = entry.receivable.amountCents > 0;
  return [
    ...entry.allocated.map(({ chargeId, creditId, amountCents }) => ({
      leaseId,
      propertyId,
      chargeId,
      creditId,
      amountCents: negate(amountCents),
    })),
    {
      leaseId,
      propertyId,
      chargeId: isCharge ? entry.id : reversalId,
      creditId: isCharge ? reversalId : entry.id,
      amountCents: toCents(Math.abs(entry.receivable.amountCents)),
    },
  ];
}
