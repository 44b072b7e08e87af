import { sql } from "kysely";
import { moneyScope } from "#domains/leases/server/access.ts";
import { isRunning, type LeaseState } from "#domains/leases/states.ts";
import { readAccount } from "#domains/ledger/server/read-account.ts";
import { columnsOfLease, leasesOfReports } from "#domains/ledger/server/reports-leases.ts";
import { workOrderScope } from "#domains/work-orders/server/access.ts";
import { appointmentColumn, presentAppointment } from "#domains/work-orders/server/appointment-columns.ts";
import { reopenDays } from "#domains/work-orders/status.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import { grantOf } from "#shared/permissions.ts";
import type { OwnLease, OwnRequest, TenantDay } from "../contract.ts";

const leasesMax = 10;
/** One more than the page shows, so that it knows of further ones. */
const requestsMax = 6;

/** What is due on a tenant's leases, and their open requests. */
export async function readDayOfTenant(ctx: SignedInCtx): Promise<TenantDay> {
  const [ofLeases, requests] = await Promise.all([readLeases(ctx), readRequests(ctx)]);
  return { leases: ofLeases, requests };
}

async function readLeases(ctx: SignedInCtx): Promise<OwnLease[]> {
  const { accessScope } = ctx.actor;
  if (grantOf(accessScope.effectiveRole, "ledger.read") === "no") return [];
  const { from } = leasesOfReports;
  const { rows } = await sql<Omit<OwnLease, "account"> & { state: LeaseState }>`
    select ${columnsOfLease}, l.state from ${from} where ${moneyScope(accessScope)} order by l.id desc limit ${leasesMax}`.execute(
    ctx.db,
  );
  const found = await Promise.all(
    rows.map(async ({ state, ...lease }) => ({ state, lease, account: await readAccount(ctx, lease.id) })),
  );
  return found
    .filter(
      ({ state, account }) => isRunning(state) || account.balanceCents !== 0 || account.depositCents !== 0,
    )
    .map(({ lease, account }) => ({ ...lease, account }));
}

async function readRequests({ db, actor: { accessScope }, now }: SignedInCtx): Promise<OwnRequest[]> {
  const { rows } = await sql<OwnRequest>`
    select o.id, o.title, o.status, o.awaiting_approval as "awaitingApproval", p.time_zone as "timeZone", ${appointmentColumn},
      case when a.id is not null then json_build_object('id', a.id, 'fullName', a.full_name) end as assignee
    from work_orders o join properties p on p.id = o.property_id left join users a on a.id = o.assignee_id
    where o.deleted_at is null and ${workOrderScope(accessScope)} and (
      o.status not in ('completed', 'cancelled')
      or (o.status = 'completed' and o.signature_id is null and ${workOrderScope(accessScope, "write")}
        and coalesce(o.completion_came_at, o.completed_at) > ${now}::timestamptz - make_interval(days => ${reopenDays})))
    order by o.status = 'completed' desc, o.id desc limit ${requestsMax}`.execute(db);
  return rows.map((row) => ({ ...row, appointment: presentAppointment(row.appointment) }));
}
