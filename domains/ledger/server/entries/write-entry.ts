import type { DetailsByAction, LedgerAction } from "#domains/audit/details.ts";
import { publishLeaseChange } from "#domains/leases/server/publish-change.ts";
import { audit } from "#server/audit.ts";
import type { Ctx } from "#server/http/context.ts";
import { type Cents, negate } from "#shared/format/money.ts";
import type { Account, EntryKind } from "../../accounts.ts";
import type { LockedAccount } from "./lock-account.ts";
import { type NewEntry, type Receivable, writeEntries } from "./write-entries.ts";

/** An entry between two accounts. `amountCents` is positive and moves from `credit` to `debit`. */
interface TwoSidedEntry {
  kind: EntryKind;
  onDay: string;
  description: string;
  reason: string;
  externalReference?: string;
  debit: Account;
  credit: Account;
  amountCents: Cents;
  receivable?: Receivable;
}

/**
 * Writes an entry on the lease's account with its audit log entry and notifies open pages. Returns the id of
 * the entry.
 */
export async function writeEntry(
  ctx: Ctx,
  account: LockedAccount,
  { debit, credit, amountCents, ...fields }: TwoSidedEntry,
  action: LedgerAction,
): Promise<number> {
  return writeSingleEntry(
    ctx,
    account,
    {
      ...fields,
      postings: [
        { account: debit, amountCents },
        { account: credit, amountCents: negate(amountCents) },
      ],
    },
    { action, amountCents },
  );
}

/** Like `writeEntry`, for an entry with any number of postings. */
export async function writeSingleEntry(
  ctx: Ctx,
  { leaseId, propertyId }: Pick<LockedAccount, "leaseId" | "propertyId">,
  entry: Omit<NewEntry, "leaseId" | "propertyId">,
  {
    action,
    ...details
  }: { action: LedgerAction } & Omit<DetailsByAction[LedgerAction], "entry" | "day" | "reason">,
): Promise<number> {
  const [id] = await writeEntries(ctx, [{ ...entry, leaseId, propertyId }]);
  if (id === undefined) throw new Error("The new entry has no id.");
  await audit(ctx, {
    action,
    subjectType: "lease",
    subjectId: leaseId,
    propertyId,
    details: {
      ...details,
      entry: entry.description,
      day: entry.onDay,
      ...(entry.reason === undefined || entry.reason === "" ? {} : { reason: entry.reason }),
    },
  });
  publishLeaseChange(ctx, { id: leaseId, property_id: propertyId });
  return id;
}
