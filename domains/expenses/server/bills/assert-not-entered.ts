import { sql } from "kysely";
import { managesProperty } from "#server/access/viewer.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import { invalid } from "#shared/errors.ts";
import { formatCalendarDay } from "#shared/format/dates.ts";
import { formatCents, toCents } from "#shared/format/money.ts";

interface ComparedBill {
  /** The bill being edited. Null for a new one. */
  id: number | null;
  vendor: { id: number; name: string };
  number: string;
  billedOn: string;
  totalCents: number;
  isNotDuplicate: boolean;
}

/**
 * Checks that a bill wasn't entered before: not with its number, which another property's bill might have,
 * and not with its vendor, amount, and date unless `isNotDuplicate` is set. Voided bills don't count.
 * @throws AppError invalid
 */
export async function assertNotEntered(ctx: SignedInCtx, bill: ComparedBill): Promise<void> {
  const { vendor, number, billedOn, totalCents } = bill;
  const isOtherBill = sql`b.vendor_id = ${vendor.id} and b.voided_at is null and b.id is distinct from ${bill.id}::bigint`;
  const canAccess = managesProperty(ctx.actor.accessScope, sql`b.property_id`);
  const { rows: sameNumber } = await sql<{ billedOn: string; canAccess: boolean }>`
    select b.billed_on as "billedOn", ${canAccess} as "canAccess" from bills b
    where ${isOtherBill} and b.number <> '' and ${number}::text <> ''
      and replace(fold_text(b.number), ' ', '') = replace(fold_text(${number}), ' ', '')`.execute(ctx.db);
  const [other] = sameNumber;
  if (other !== undefined)
    throw invalid({
      number: other.canAccess
        ? `${vendor.name}'s bill ${number} of ${formatCalendarDay(other.billedOn)} was already entered.`
        : `${vendor.name}'s bill ${number} was already entered at another property.`,
    });
  if (bill.isNotDuplicate) return;
  const { rows: similar } = await sql<{ number: string }>`
    select b.number from bills b
    where ${isOtherBill} and b.billed_on = ${billedOn}::date and b.total_cents = ${totalCents} and ${canAccess}
    order by b.id limit 1`.execute(ctx.db);
  if (similar[0] === undefined) return;
  const amount = formatCents(toCents(totalCents));
  const itsNumber = similar[0].number === "" ? "" : `, number ${similar[0].number}`;
  throw invalid({
    isNotDuplicate: `There is already a bill from ${vendor.name} for ${amount} of ${formatCalendarDay(billedOn)}${itsNumber}. Confirm that this is another bill.`,
  });
}
