import { sql } from "kysely";
import { ledgerScope } from "#domains/ledger/server/access.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import { notFound } from "#shared/errors.ts";
import { formatCents, toCents } from "#shared/format/money.ts";
import type { Payment } from "../contract.ts";

/** What is read of a payment, as columns over `payments p join leases l`; `presentPayment` makes the answer of it. */
export const paymentColumns = sql`p.entry_id as id, p.description, p.method, p.amount_cents as "amountCents",
  p.fee_cents as "feeCents", p.refunded_cents as "refundedCents",
  payment_status(p) as status,
  p.paid_at as "paidAt", p.paid_on as "paidOn", null::date as "dueOn", p.paid_at as "createdAt",
  (select json_build_object('fullName', u.full_name) from users u where u.id = p.payer_id) as "user",
  p.receipt_number as "receiptNumber", p.reference, p.lease_id as "leaseId",
  (select json_build_object('state', d.state, 'reason', d.reason) from disputes d where d.payment_id = p.entry_id
    order by d.id desc limit 1) as dispute`;

/** The same of a charge that is overdue, over `receivables r join ledger_entries e`: what is open of it. */
export const overdueColumns = sql`r.entry_id as id, e.description, null::text as method, r.open_cents as "amountCents",
  0::bigint as "feeCents", 0::bigint as "refundedCents", 'overdue' as status, null::timestamptz as "paidAt",
  null::date as "paidOn", r.due_on as "dueOn", e.made_at as "createdAt", null::json as "user",
  null::bigint as "receiptNumber", '' as reference, r.lease_id as "leaseId", null::json as dispute`;

/** Where a lease is, as columns over `leases l`. */
export const placeColumns = sql`(select c.name from companies c where c.id = l.company_id) as company,
  (select json_build_object('id', b.id, 'name', b.name) from properties b where b.id = l.property_id) as property,
  (select json_build_object('unitNumber', n.unit_number) from lease_units u join units n on n.id = u.unit_id
    where u.lease_id = l.id order by n.id limit 1) as unit`;

export type PaymentRow = Omit<Payment, "amountFormatted" | "paidAt" | "createdAt"> & {
  paidAt: Date | null;
  createdAt: Date;
};

export const presentPayment = (row: PaymentRow): Payment => ({
  ...row,
  amountFormatted: formatCents(toCents(row.amountCents)),
  paidAt: row.paidAt?.toISOString() ?? null,
  createdAt: row.createdAt.toISOString(),
});

/** @throws AppError not_found when missing or out of reach */
export async function paymentOf(ctx: SignedInCtx, id: number): Promise<Payment> {
  const { rows } = await sql<PaymentRow>`
    select ${paymentColumns}, ${placeColumns} from payments p join leases l on l.id = p.lease_id
    where p.entry_id = ${id} and ${ledgerScope(ctx.actor.reach)}`.execute(ctx.db);
  if (rows[0] === undefined) throw notFound("payment");
  return presentPayment(rows[0]);
}
