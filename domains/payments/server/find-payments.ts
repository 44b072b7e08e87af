import { sql } from "kysely";
import type { SignedInCtx } from "#server/http/context.ts";
import { formatCents, toCents } from "#shared/format/money.ts";
import type { PaymentStatus } from "../contract.ts";
import { paymentsFound } from "./payments-found.ts";
import { searchPayments } from "./search-payments.ts";

export interface PaymentHit {
  id: number;
  description: string;
  amount: string;
  company: string;
  receiptNumber: number;
  status: PaymentStatus;
}

/** The newest payments within reach that `text` finds, for the search of the top bar. */
export async function findPaymentsByWords(
  ctx: SignedInCtx,
  text: string,
  limit: number,
): Promise<PaymentHit[]> {
  const found = { ...(await paymentsFound(ctx, {})), overdue: null };
  if (found.paid === null) return [];
  const slice = { limit, offset: 0, after: undefined };
  const { ids } = await searchPayments(ctx, found, { text, slice, enough: limit });
  const { rows } = await sql<Omit<PaymentHit, "amount"> & { amountCents: number }>`
    with page as materialized (${ids})
    select p.entry_id as id, p.description, p.amount_cents as "amountCents", c.name as company,
      p.receipt_number as "receiptNumber", payment_status(p) as status
    from page join payments p on p.entry_id = page.id join leases l on l.id = p.lease_id join companies c on c.id = l.company_id
    order by p.paid_on desc, p.entry_id desc`.execute(ctx.db);
  return rows.map(({ amountCents, ...row }) => ({ ...row, amount: formatCents(toCents(amountCents)) }));
}
