import { type RawBuilder, sql } from "kysely";
import type { SignedInCtx } from "#server/http/context.ts";
import { formatCents, toCents } from "#shared/format/money.ts";
import type { PaymentStatus } from "../contract.ts";
import { paymentsFound } from "./payments-found.ts";
import { searchPayments } from "./search-payments.ts";

/** What the search of the top bar shows of a payment. */
export interface PaymentHit {
  id: number;
  description: string;
  amount: string;
  company: string;
  receiptNumber: number;
  status: PaymentStatus;
}

/** As people write a receipt's number: `7`, `#0007`, `receipt 7`. */
const asReceipt = /^(?:receipt\s*)?#?\s*0*([1-9]\d{0,11})$/i;

/** The payment whose receipt has the number, and the newest within reach that `text` finds. */
export async function findPaymentsByWords(
  ctx: SignedInCtx,
  text: string,
  limit: number,
): Promise<PaymentHit[]> {
  const found = { ...(await paymentsFound(ctx, {})), overdue: null };
  if (found.paid === null) return [];
  const slice = { limit, offset: 0, after: undefined };
  const { ids, total } = await searchPayments(ctx, found, { text, slice, enough: limit });
  const number = asReceipt.exec(text)?.[1];
  if (total === 0 && number === undefined) return [];
  const numbered =
    number === undefined
      ? sql``
      : sql`union select p.entry_id as id from payments p where p.receipt_number = ${number}::bigint and ${found.paid}`;
  return read(ctx, sql`select * from (${ids}) searched ${numbered}`);
}

/** Those of the payments with these ids that are within reach. */
export async function paymentHits(ctx: SignedInCtx, ids: readonly number[]): Promise<PaymentHit[]> {
  const { paid } = await paymentsFound(ctx, {});
  if (paid === null) return [];
  return read(
    ctx,
    sql`select p.entry_id as id from payments p where p.entry_id = any(${ids}::bigint[]) and ${paid}`,
  );
}

async function read({ db }: SignedInCtx, ids: RawBuilder<unknown>): Promise<PaymentHit[]> {
  const { rows } = await sql<Omit<PaymentHit, "amount"> & { amountCents: number }>`
    with page as materialized (${ids})
    select p.entry_id as id, p.description, p.amount_cents as "amountCents", c.name as company,
      p.receipt_number as "receiptNumber", payment_status(p) as status
    from page join payments p on p.entry_id = page.id join leases l on l.id = p.lease_id join companies c on c.id = l.company_id
    order by p.paid_on desc, p.entry_id desc`.execute(db);
  return rows.map(({ amountCents, ...row }) => ({ ...row, amount: formatCents(toCents(amountCents)) }));
}
