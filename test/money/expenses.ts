import type { NewBill } from "#domains/expenses/contract.ts";
import type { Db } from "#server/db/database.ts";

let counter = 0;

/** Returns the id of a standard expense category. */
export async function findCategoryId(db: Db, name = "Cleaning"): Promise<number> {
  const { id } = await db
    .selectFrom("expense_categories")
    .select("id")
    .where("name", "=", name)
    .executeTakeFirstOrThrow();
  return id;
}

export async function createVendor(db: Db, name = `Vendor ${++counter}`): Promise<number> {
  const { id } = await db
    .insertInto("vendors")
    .values({ name, created_at: new Date() })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** Returns the body of a $1,200.00 bill for November 2026. */
export async function buildBill(
  db: Db,
  { propertyId, ...fields }: { propertyId: number } & Partial<NewBill>,
): Promise<NewBill> {
  return {
    propertyId,
    ...(fields.vendorName === undefined && { vendorId: fields.vendorId ?? (await createVendor(db)) }),
    number: String(1_000 + ++counter),
    billedOn: "2026-11-03",
    lines: [{ categoryId: await findCategoryId(db), amountCents: 120_000, memo: "" }],
    ...fields,
  };
}

interface BillRow {
  propertyId: number;
  createdById: number;
  vendorId?: number;
  number?: string;
  billedOn?: string;
  serviceFrom?: string;
  serviceTo?: string;
  paidOn?: string | null;
  workOrderId?: number;
  lines?: readonly { category?: string; amountCents: number; memo?: string }[];
}

/** Inserts a bill and returns its id. */
export async function insertBill(db: Db, bill: BillRow): Promise<number> {
  const billedOn = bill.billedOn ?? "2026-11-03";
  const { id } = await db
    .insertInto("bills")
    .values({
      property_id: bill.propertyId,
      vendor_id: bill.vendorId ?? (await createVendor(db)),
      number: bill.number ?? String(1_000 + ++counter),
      billed_on: billedOn,
      service_from: bill.serviceFrom ?? "2026-11-01",
      service_to: bill.serviceTo ?? "2026-11-30",
      due_on: billedOn,
      paid_on: bill.paidOn ?? null,
      work_order_id: bill.workOrderId ?? null,
      created_by_id: bill.createdById,
      created_at: new Date(),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  for (const [index, line] of (bill.lines ?? [{ amountCents: 120_000 }]).entries())
    await db
      .insertInto("bill_lines")
      .values({
        bill_id: id,
        position: index + 1,
        property_id: bill.propertyId,
        category_id: await findCategoryId(db, line.category),
        amount_cents: line.amountCents,
        memo: line.memo ?? "",
      })
      .execute();
  return id;
}
