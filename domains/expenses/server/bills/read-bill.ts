import { sql } from "kysely";
import { managesProperty } from "#server/access/viewer.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import { notFound } from "#shared/errors.ts";
import type { Bill } from "../../contract.ts";
import { billColumns, billJoins } from "./list-bills.ts";

type BillRecord = Omit<Bill, "voided" | "createdAt"> & {
  voidedAt: Date | null;
  voidedBy: string | null;
  voidReason: string | null;
  createdAt: Date;
};

/** Returns a bill with its lines. @throws AppError not_found */
export async function findBill({ db, actor }: SignedInCtx, id: number): Promise<Bill> {
  const { rows } = await sql<BillRecord>`
    select ${billColumns}, (
        select json_agg(json_build_object('categoryId', l.category_id, 'category', c.name,
          'amountCents', l.amount_cents, 'memo', l.memo) order by l.position)
        from bill_lines l join expense_categories c on c.id = l.category_id where l.bill_id = b.id) as lines,
      (select json_build_object('id', o.id, 'title', o.title) from work_orders o
        where o.id = b.work_order_id and o.deleted_at is null) as "workOrder",
      case when b.file_key is not null then
        json_build_object('name', b.file_name, 'mediaType', b.file_type, 'bytes', b.file_bytes) end as file,
      b.voided_at as "voidedAt", (select u.full_name from users u where u.id = b.voided_by_id) as "voidedBy",
      b.void_reason as "voidReason", (select u.full_name from users u where u.id = b.created_by_id) as "createdBy",
      b.created_at as "createdAt"
    from bills b ${billJoins} where b.id = ${id} and ${managesProperty(actor.accessScope, sql`b.property_id`)}`.execute(
    db,
  );
  if (rows[0] === undefined) throw notFound("bill");
  const { voidedAt, voidedBy, voidReason, createdAt, ...bill } = rows[0];
  return {
    ...bill,
    createdAt: createdAt.toISOString(),
    voided:
      voidedAt === null ? null : { at: voidedAt.toISOString(), by: voidedBy ?? "", reason: voidReason ?? "" },
  };
}

/** Locks a bill for a change. @throws AppError not_found */
export async function lockBill(ctx: SignedInCtx, id: number): Promise<Bill> {
  await sql`select id from bills where id = ${id} for no key update`.execute(ctx.db);
  return findBill(ctx, id);
}
