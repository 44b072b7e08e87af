import { sql } from "kysely";
import { ledgerScope } from "#domains/ledger/server/access.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import type { Input } from "#server/http/route.ts";
import { formatCents, toCents } from "#shared/format/money.ts";
import type { listPaymentsUnderWay, PaymentUnderWay } from "../contract.ts";

const newestWithoutLimit = 100;

type Row = Omit<PaymentUnderWay, "amountFormatted" | "since"> & { since: Date; total: number };

/** What is on its way, within reach; it moves no balance before it has arrived (DASH-26). */
export async function listUnderWay(
  { db, actor }: SignedInCtx,
  { query, reply }: Input<typeof listPaymentsUnderWay>,
): Promise<PaymentUnderWay[]> {
  const { caller, userId } = actor.reach;
  const limit = query.limit ?? newestWithoutLimit;
  // Of a tenant's few leases the rows are looked up by the lease.
  const mine =
    caller === "tenant"
      ? sql`w.lease_id in (select m.lease_id from lease_members m where m.user_id = ${userId})`
      : sql`true`;
  const within = sql`${mine} and ${query.leaseId === undefined ? sql`true` : sql`w.lease_id = ${query.leaseId}`}
    and exists (select from leases l where l.id = w.lease_id and ${ledgerScope(actor.reach)})`;
  const { rows } = await sql<Row>`
    with under_way as materialized (
      select 'clearing' as kind, w.id, w.description, w.method, w.amount_cents, w.changed_at as since, w.lease_id, w.user_id
      from payment_intents w where w.state = 'processing' and ${within}
      union all
      select 'confirmation', w.id, w.description, w.method, w.amount_cents, w.created_at, w.lease_id, w.user_id
      from payment_confirmations w where w.state = 'pending' and ${within}
    )
    select w.kind, w.id, w.description, w.method, w.amount_cents as "amountCents", w.since, w.lease_id as "leaseId",
      c.name as company, json_build_object('fullName', u.full_name) as "user",
      (select count(*) from under_way) as total
    from (select * from under_way order by since desc, kind, id desc limit ${limit}) w
      join leases l on l.id = w.lease_id join companies c on c.id = l.company_id join users u on u.id = w.user_id
    order by w.since desc, w.kind, w.id desc`.execute(db);
  reply.header("x-total-count", String(rows[0]?.total ?? 0));
  return rows.map(({ total: _, ...row }) => ({
    ...row,
    amountFormatted: formatCents(toCents(row.amountCents)),
    since: row.since.toISOString(),
  }));
}
