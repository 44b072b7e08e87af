import { sql } from "kysely";
import type { Ctx } from "#server/http/context.ts";
import type { Day } from "#shared/calendar.ts";
import { invalid } from "#shared/errors.ts";
import { negated, toCents } from "#shared/format/money.ts";
import type { Account, EntryKind, OwedKind } from "../accounts.ts";
import type { LockedAccount } from "./lock-account.ts";
import { lookAgainForLateFees } from "./look-again-for-late-fees.ts";
import { type Allocation, writeAllocations } from "./settle.ts";
import type { Owed } from "./write-entries.ts";
import { writeOne } from "./write-entry.ts";

/** An entry of a lease, with what is checked before it is reversed. */
export interface Entry {
  id: number;
  kind: EntryKind;
  onDay: Day;
  description: string;
  isReversed: boolean;
  /** Whether its charge has a later adjustment, from a change of the lease's days, that was not reversed. */
  isAdjusted: boolean;
  /** Whether it is a payment of which a part was refunded, or is about to be. */
  isGivenBack: boolean;
  /** Whether it is a refund made by the card provider. */
  isOfProvider: boolean;
  /** The card provider that received this payment. */
  receivedBy: "stripe" | "sandbox" | null;
  postings: { account: Account; amountCents: number }[];
  /** Null for an entry that is not on the lease's account. */
  owed: { amountCents: number; dueOn: Day; countsAs: Owed["countsAs"]; chargeKind: OwedKind | null } | null;
  /** What settles it, or what it settles. */
  settled: { chargeId: number; creditId: number; amountCents: number; otherKind: EntryKind; other: string }[];
}

/** @throws AppError invalid for an entry of another lease */
export async function findEntry(ctx: Ctx, leaseId: number, entryId: number): Promise<Entry> {
  const { rows } = await sql<Entry>`
    select e.id, e.kind, e.on_day as "onDay", e.description,
      exists (select from ledger_entries back where back.reverses_id = e.id) as "isReversed",
      exists (select from receivables a where a.lease_id = r.lease_id and a.terms_number = r.terms_number
        and a.line_key = r.line_key and a.month = r.month and a.revision > r.revision
        and not exists (select from ledger_entries back where back.reverses_id = a.entry_id)) as "isAdjusted",
      exists (select from refunds back where back.payment_id = e.id and back.state <> 'failed') as "isGivenBack",
      exists (select from refunds back join payment_intents i on i.payment_id = back.payment_id and i.provider is not null
        where back.entry_id = e.id) as "isOfProvider",
      (select i.provider from payment_intents i where i.payment_id = e.id) as "receivedBy",
      (select json_agg(json_build_object('account', p.account, 'amountCents', p.amount_cents) order by p.position)
        from ledger_postings p where p.entry_id = e.id) as postings,
      case when r.entry_id is not null then json_build_object('amountCents', r.amount_cents, 'dueOn', r.due_on,
        'countsAs', r.counts_as, 'chargeKind', r.charge_kind) end as owed,
      (select coalesce(json_agg(json_build_object('chargeId', s.charge_id, 'creditId', s.credit_id, 'amountCents', s.amount,
          'otherKind', other.kind, 'other', other.description) order by other.id), '[]')
        from (
          select charge_id, credit_id, sum(amount_cents) as amount from allocations
          where charge_id = e.id or credit_id = e.id group by charge_id, credit_id having sum(amount_cents) <> 0
        ) s join ledger_entries other on other.id in (s.charge_id, s.credit_id) and other.id <> e.id) as settled
    from ledger_entries e left join receivables r on r.entry_id = e.id
    where e.id = ${entryId} and e.lease_id = ${leaseId}`.execute(ctx.db);
  const entry = rows[0];
  if (entry === undefined) throw invalid({ entryId: "This entry does not belong to this lease." });
  return entry;
}

/**
 * Writes the reversal of an entry; its allocations are undone, and the two settle each other. Rent settled by a payment
 * that is returned may now cost a late fee. The lease is locked by the caller, who allocates open credits afterwards.
 * Returns the id of the reversal.
 */
export async function writeReversal(
  ctx: Ctx,
  account: Pick<LockedAccount, "leaseId" | "propertyId">,
  entry: Entry,
  { onDay, reason }: { onDay: Day; reason: string },
): Promise<number> {
  const id = await writeOne(
    ctx,
    account,
    {
      kind: "reversal",
      onDay,
      description: `Reversed: ${entry.description}`,
      reason,
      reversesId: entry.id,
      postings: entry.postings.map((posting) => ({
        account: posting.account,
        amountCents: negated(posting.amountCents),
      })),
      ...(entry.owed === null
        ? {}
        : {
            owed: {
              // A charge or its adjustment leaves the month it was charged in; a returned payment counts in the month of its return.
              dueOn: entry.owed.countsAs === "charged" ? entry.owed.dueOn : onDay,
              countsAs: entry.owed.countsAs,
              chargeKind: entry.owed.chargeKind,
            },
          }),
    },
    { action: "ledger.entry-reversed", amountCents: entry.owed?.amountCents ?? depositOf(entry) },
  );
  await writeAllocations(ctx, allocationsAfter(account, entry, id), { reason, onDay });
  if (entry.owed?.countsAs === "collected" && entry.owed.amountCents < 0)
    await lookAgainForLateFees(
      ctx,
      entry.settled.map(({ chargeId }) => chargeId),
    );
  return id;
}

/** How much the entry added to the held deposit. */
export const depositOf = ({ postings }: Entry): number =>
  -postings
    .filter(({ account }) => account === "deposits")
    .reduce((sum, { amountCents }) => sum + amountCents, 0);

/** Takes back the entry's allocations, and allocates the entry and its reversal to each other. */
function allocationsAfter(
  { leaseId, propertyId }: Pick<LockedAccount, "leaseId" | "propertyId">,
  entry: Entry,
  oppositeId: number,
): Allocation[] {
  if (entry.owed === null) return [];
  const isCharge = entry.owed.amountCents > 0;
  return [
    ...entry.settled.map(({ chargeId, creditId, amountCents }) => ({
      leaseId,
      propertyId,
      chargeId,
      creditId,
      amountCents: negated(amountCents),
    })),
    {
      leaseId,
      propertyId,
      chargeId: isCharge ? entry.id : oppositeId,
      creditId: isCharge ? oppositeId : entry.id,
      amountCents: toCents(Math.abs(entry.owed.amountCents)),
    },
  ];
}
