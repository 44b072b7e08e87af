import { sql } from "kysely";
import { paymentsOnTheirWay } from "#domains/ledger/server/account/sum-amounts-due.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import type { Input } from "#server/http/endpoints/route.ts";
import { defineList } from "#server/list/define-list.ts";
import { formatCents, toCents } from "#shared/format/money.ts";
import type { QueryOf } from "#shared/http/endpoint.ts";
import type { listPendingPayments, PendingPayment } from "../../contract.ts";
import { paymentScope } from "../access.ts";

type PendingPaymentQuery = QueryOf<typeof listPendingPayments>;
type PendingPaymentRow = Omit<PendingPayment, "amountFormatted" | "since"> & { since: Date };

/** Pending payments. They don't change the balance until they are received (DASH-26). */
const pendingPayments = defineList<PendingPaymentQuery, PendingPaymentRow, PendingPayment>({
  from: sql`${paymentsOnTheirWay} e`,
  joins: sql`join leases l on l.id = e.lease_id join companies c on c.id = l.company_id join users u on u.id = e.user_id`,
  columns: sql`e.kind, e.id, e.description, e.method, e.amount_cents as "amountCents", e.since, e.lease_id as "leaseId",
    c.name as company, c.id as "companyId", json_build_object('fullName', u.full_name) as "user"`,
  id: sql`e.id`,
  sort: () => ({ by: [sql`e.since`, sql`(e.kind = 'clearing')`, sql`e.id`], descending: true }),
  scope: paymentScope,
  filters: { leaseId: (leaseId) => sql`e.lease_id = ${leaseId}` },
  present: (rows) =>
    rows.map((row) => ({
      ...row,
      amountFormatted: formatCents(toCents(row.amountCents)),
      since: row.since.toISOString(),
    })),
});

const defaultLimit = 100;

/** Returns the newest pending payments as a single page, with the total count. */
export async function readPendingPayments(
  ctx: SignedInCtx,
  { query, reply }: Input<typeof listPendingPayments>,
): Promise<PendingPayment[]> {
  reply.header("x-total-count", String(await pendingPayments.count(ctx, query)));
  return pendingPayments.first(ctx, query, query.limit ?? defaultLimit);
}
