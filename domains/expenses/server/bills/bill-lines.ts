import { sql } from "kysely";
import type { SignedInCtx } from "#server/http/context.ts";
import { invalid } from "#shared/errors.ts";
import type { Bill, NewBill } from "../../contract.ts";

type Lines = NewBill["lines"];

export const addUp = (lines: Lines): number => lines.reduce((sum, { amountCents }) => sum + amountCents, 0);

export const insertLines = (
  { db }: SignedInCtx,
  { billId, propertyId, lines }: { billId: number; propertyId: number; lines: Lines },
) =>
  db
    .insertInto("bill_lines")
    .values(
      lines.map(({ categoryId, amountCents, memo }, index) => ({
        bill_id: billId,
        position: index + 1,
        property_id: propertyId,
        category_id: categoryId,
        amount_cents: amountCents,
        memo,
      })),
    )
    .execute();

/**
 * Checks that the categories exist and aren't archived, except those that the bill had before.
 * @throws AppError invalid
 */
export async function assertKnownCategories({ db }: SignedInCtx, lines: Lines, before?: Bill): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select id from expense_categories where archived_at is null`.execute(db);
  const knownIds = new Set([
    ...rows.map(({ id }) => id),
    ...(before?.lines.map(({ categoryId }) => categoryId) ?? []),
  ]);
  const index = lines.findIndex(({ categoryId }) => !knownIds.has(categoryId));
  if (index >= 0)
    throw invalid({
      [`lines.${index}.categoryId`]: "This category doesn't exist or is archived. Select another one.",
    });
}

export const auditFields = [
  "vendor",
  "number",
  "billedOn",
  "serviceFrom",
  "serviceTo",
  "dueOn",
  "paidOn",
  "totalCents",
  "lines",
] as const;

/** Returns the fields that the audit log shows. */
export const toAuditFields = (bill: Bill) => ({
  vendor: bill.vendor.name,
  number: bill.number,
  billedOn: bill.billedOn,
  serviceFrom: bill.serviceFrom,
  serviceTo: bill.serviceTo,
  dueOn: bill.dueOn,
  paidOn: bill.paidOn,
  totalCents: bill.totalCents,
  lines: bill.lines.map(({ category, amountCents, memo }) => ({ category, amountCents, memo })),
});
