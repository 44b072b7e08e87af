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
import type { MyLease, MyRequest, TenantDay } from "../contract.ts";

const leasesMax = 10;
/** One more than the page shows, so that it knows whether there are more. */
const requestsMax = 6;

/** Returns what's due on a tenant's leases and their open work orders. */
export async function readTenantDayFor(ctx: SignedInCtx): Promise<TenantDay> {
  const [leases, requests] = await Promise.all([readLeases(ctx), readRequests(ctx)]);
  return { leases, requests };
}

async function readLeases(ctx: SignedInCtx): Promise<MyLease[]> {
  const { accessScope } = ctx.actor;
  if (getGrant(accessScope.effectiveRole, "ledger.read") === "no") return [];
  const { from } = reportedLeases;
  const { rows } = await sql<Omit<MyLease, "account"> & { state: LeaseState }>`
    select ${leaseColumns}, l.state from ${from} where ${moneyScope(accessScope)} order by l.id desc limit ${leasesMax}`.execute(
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

async function readRequests({ db, actor: { accessScope }, now }: SignedInCtx): Promise<MyRequest[]> {
  const { rows } = await sql<MyRequest>`
    select o.id, o.title, o.status, o.awaiting_approval as "awaitingApproval", p.time_zone as "timeZone", ${appointmentColumn},
      case when a.id is not null then json_build_object('id', a.id, 'fullName', a.full_name) end as assignee
    from work_orders o join properties p on p.id = o.property_id left join users a on a.id = o.assignee_id
    where o.deleted_at is null and ${workOrderScope(accessScope)} and (
      o.status not in ('completed', 'cancelled')
      or (o.status = 'completed' and o.signature_id is null and ${workOrderScope(accessScope, "write")}
        and coalesce(o.completion_received_at, o.completed_at) > ${now}::timestamptz - make_interval(days => ${reopenDays})))
    order by o.status = 'completed' desc, o.id desc limit ${requestsMax}`.execute(db);
  return rows.map((row) => ({ ...row, appointment: presentAppointment(row.appointment) }));
}
