import { publishLeaseChange } from "#domains/leases/server/publish-change.ts";
import { audit } from "#server/audit.ts";
import type { Ctx } from "#server/http/context.ts";
import { type Cents, negated } from "#shared/format/money.ts";
import type { Account, EntryKind } from "../accounts.ts";
import type { LockedAccount } from "./lock-account.ts";
import { type NewEntry, type Owed, writeEntries } from "./write-entries.ts";

/** An entry between two accounts: `amountCents` is positive, from `credit` to `debit`. */
interface TwoSided {
  kind: EntryKind;
  onDay: string;
  description: string;
  reason: string;
  externalReference?: string;
  debit: Account;
  credit: Account;
  amountCents: Cents;
  owed?: Owed;
}

/** Writes an entry on the lease's account with its audit log entry; open pages receive the event. Returns its id. */
export async function writeEntry(
  ctx: Ctx,
  account: LockedAccount,
  { debit, credit, amountCents, ...facts }: TwoSided,
  action: string,
): Promise<number> {
  return writeOne(
    ctx,
    account,
    {
      ...facts,
      postings: [
        { account: debit, amountCents },
        { account: credit, amountCents: negated(amountCents) },
      ],
    },
    { action, amountCents },
  );
}

/** The same for an entry with any postings. */
export async function writeOne(
  ctx: Ctx,
  { leaseId, propertyId }: Pick<LockedAccount, "leaseId" | "propertyId">,
  entry: Omit<NewEntry, "leaseId" | "propertyId">,
  { action, ...details }: { action: string } & Record<string, unknown>,
): Promise<number> {
  const [id] = await writeEntries(ctx, [{ ...entry, leaseId, propertyId }]);
  if (id === undefined) throw new Error("An entry that is written has an id.");
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
