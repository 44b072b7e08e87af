import { sql } from "kysely";
import { moneyScope } from "#domains/leases/server/access.ts";
import { isRunning, type LeaseState } from "#domains/leases/states.ts";
import { readAccount } from "#domains/ledger/server/account/read-account.ts";
import { leaseColumns, reportedLeases } from "#domains/ledger/server/reports/reports-leases.ts";
import { workOrderScope } from "#domains/work-orders/server/access.ts";
import { appointmentColumn, presentAppointment } from "#domains/work-orders/server/appointment-columns.ts";
import { reopenDays } from "#domains/work-orders/status.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import { getGrant } from "#shared/permissions.ts";
import type { MyLease, TenantDay, WorkOrderToAnswer } from "../contract.ts";

const maxLeases = 10;
const maxWorkOrdersToAnswer = 5;

/** Returns the amounts due on a tenant's leases and the work orders waiting for the tenant. */
export async function readTenantDayFor(ctx: SignedInCtx): Promise<TenantDay> {
  const [leases, workOrdersToAnswer] = await Promise.all([readLeases(ctx), readWorkOrdersToAnswer(ctx)]);
  return { leases, workOrdersToAnswer };
}

async function readLeases(ctx: SignedInCtx): Promise<MyLease[]> {
  const { accessScope } = ctx.actor;
  if (getGrant(accessScope.effectiveRole, "ledger.read") === "no") return [];
  const { from } = reportedLeases;
  const { rows } = await sql<Omit<MyLease, "account"> & { state: LeaseState }>`
    select ${leaseColumns}, l.state from ${from} where ${moneyScope(accessScope)} order by l.id desc limit ${maxLeases}`.execute(
    ctx.db,
  );
  const accounts = await Promise.all(
    rows.map(async ({ state, ...lease }) => ({ state, lease, account: await readAccount(ctx, lease.id) })),
  );
  return accounts
    .filter(
      ({ state, account }) => isRunning(state) || account.balanceCents !== 0 || account.depositCents !== 0,
    )
    .map(({ lease, account }) => ({ ...lease, account }));
}

async function readWorkOrdersToAnswer({
  db,
  actor: { accessScope },
  now,
}: SignedInCtx): Promise<WorkOrderToAnswer[]> {
  const { rows } = await sql<WorkOrderToAnswer>`
    select o.id, o.title, o.status, p.time_zone as "timeZone", ${appointmentColumn},
      (select json_build_object('id', u.id, 'fullName', u.full_name) from users u where u.id = coalesce(
        (select v.arranged_by_id from work_order_appointments v where v.work_order_id = o.id and o.status <> 'completed'),
        o.assignee_id)) as by
    from work_orders o join properties p on p.id = o.property_id
    where o.deleted_at is null and ${workOrderScope(accessScope, "write")} and (
      (o.status not in ('completed', 'cancelled') and exists (select from work_order_appointments v
        where v.work_order_id = o.id and v.state = 'awaiting_tenant' and v.ends_at > ${now}::timestamptz))
      or (o.status = 'completed' and o.signature_id is null
        and coalesce(o.completion_received_at, o.completed_at) > ${now}::timestamptz - make_interval(days => ${reopenDays})))
    order by o.status = 'completed', o.id desc limit ${maxWorkOrdersToAnswer}`.execute(db);
  return rows.map((row) => ({ ...row, appointment: presentAppointment(row.appointment) }));
}
