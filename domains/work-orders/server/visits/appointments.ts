import { sql } from "kysely";
import { everyViewer } from "#server/access/viewer.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import { conflict, invalid } from "#shared/errors.ts";
import type { ActivityContent } from "../../activity-text.ts";
import { type AppointmentState, validateVisit } from "../../appointment.ts";
import type { WorkOrder } from "../../contract.ts";
import { unfinishedStatuses } from "../../status.ts";
import { workOrderScope } from "../access.ts";
import { addActivity } from "../activity/activity.ts";
import { canConfirmVisit } from "../appointment-columns.ts";
import { presentWorkOrder } from "../present.ts";
import { notifyPeople, publishWorkOrderChange } from "../publish-change.ts";
import { findWorkOrder, getTimeZone, lockWorkOrder, type WorkOrderRecord } from "../queries.ts";

/*
 * Visits for work orders (requirements, "Visits"). Staff propose a time, and the tenant confirms it or
 * proposes another, in turns. Without a tenant who could respond, the visit is confirmed right away.
 */

interface VisitTime {
  from: string;
  to: string;
}

/**
 * Proposes a visit or a new time for it.
 * @throws AppError not_found; invalid; conflict if the work order is closed, or if a tenant proposes a time
 * before staff did
 */
export async function proposeWorkOrderVisit(
  ctx: SignedInCtx,
  id: number,
  { from, to, note }: VisitTime & { note?: string },
): Promise<WorkOrder> {
  const errors = validateVisit({ from, to }, ctx.now);
  if (errors !== undefined) throw invalid(errors);
  const order = await lockWorkOrder(ctx, id);
  if (!unfinishedStatuses.includes(order.status)) throw conflict("This work order is already closed.");
  const existingVisit = await findAppointment(ctx, id);
  const isTenant = ctx.actor.accessScope.effectiveRole === "tenant";
  if (isTenant && existingVisit === undefined)
    throw conflict("No visit is scheduled. Add a comment with times that work for you.");
  const tenants = await findTenants(ctx, order);
  const state: AppointmentState = isTenant
    ? "awaiting_staff"
    : tenants.length > 0
      ? "awaiting_tenant"
      : "confirmed";
  const arrangedById = isTenant && existingVisit !== undefined ? existingVisit.arranged_by_id : ctx.actor.id;
  const visitColumns = {
    starts_at: new Date(from),
    ends_at: new Date(to),
    state,
    note: note === undefined || note === "" ? null : note,
    arranged_by_id: arrangedById,
  };
  await ctx.db
    .insertInto("work_order_appointments")
    .values({ work_order_id: id, property_id: order.property_id, ...visitColumns })
    .onConflict((conflictBuilder) => conflictBuilder.column("work_order_id").doUpdateSet(visitColumns))
    .execute();
  return recordVisitChange(ctx, order, {
    change: state === "confirmed" ? "set" : "proposed",
    visitTime: { from, to },
    note: visitColumns.note,
    recipientIds: isTenant ? [arrangedById] : tenants,
  });
}

/**
 * Confirms the visit the other side proposed.
 * @throws AppError not_found; conflict if there's no visit to confirm or a new time has been proposed
 */
export async function confirmWorkOrderVisit(
  ctx: SignedInCtx,
  id: number,
  visitTime: VisitTime,
): Promise<WorkOrder> {
  const { actor, now } = ctx;
  const order = await lockWorkOrder(ctx, id);
  const visit = await findAppointment(ctx, id);
  if (
    visit === undefined ||
    !canConfirmVisit({ ...visit, status: order.status }, actor.accessScope.effectiveRole)
  )
    throw conflict("There's no visit for you to confirm.");
  if (
    visit.starts_at.getTime() !== Date.parse(visitTime.from) ||
    visit.ends_at.getTime() !== Date.parse(visitTime.to)
  )
    throw conflict("A new time has since been proposed.", {
      current: presentWorkOrder(await findWorkOrder(ctx.db, actor.accessScope, id), actor, now),
    });
  if (visit.starts_at < now) throw conflict("That time has passed. Propose a new one.");
  await ctx.db
    .updateTable("work_order_appointments")
    .set({ state: "confirmed" })
    .where("work_order_id", "=", id)
    .execute();
  return recordVisitChange(ctx, order, {
    change: "confirmed",
    visitTime,
    note: null,
    recipientIds:
      actor.accessScope.effectiveRole === "tenant" ? [visit.arranged_by_id] : await findTenants(ctx, order),
  });
}

/**
 * Cancels the visit.
 * @throws AppError not_found; conflict if there's no visit
 */
export async function cancelWorkOrderVisit(ctx: SignedInCtx, id: number): Promise<WorkOrder> {
  const order = await lockWorkOrder(ctx, id);
  const visit = await findAppointment(ctx, id);
  if (visit === undefined) throw conflict("There's no visit to cancel.");
  await ctx.db.deleteFrom("work_order_appointments").where("work_order_id", "=", id).execute();
  const visitTime = { from: visit.starts_at.toISOString(), to: visit.ends_at.toISOString() };
  return recordVisitChange(ctx, order, {
    change: "cancelled",
    visitTime,
    note: null,
    recipientIds: await findTenants(ctx, order),
  });
}

/** Deletes a past visit when a finished work order is reopened. It belonged to the finished work. */
export async function deletePastVisit(
  ctx: SignedInCtx,
  order: WorkOrderRecord,
  status: string,
): Promise<void> {
  if (unfinishedStatuses.includes(order.status) || !unfinishedStatuses.includes(status)) return;
  await ctx.db
    .deleteFrom("work_order_appointments")
    .where("work_order_id", "=", order.id)
    .where("ends_at", "<", ctx.now)
    .execute();
}

const findAppointment = ({ db }: SignedInCtx, id: number) =>
  db.selectFrom("work_order_appointments").selectAll().where("work_order_id", "=", id).executeTakeFirst();

/** Returns the tenants who can respond: the current members of the work order's lease. */
async function findTenants({ db }: SignedInCtx, order: WorkOrderRecord): Promise<number[]> {
  if (order.lease_id === null) return [];
  const { rows } = await sql<{ id: number }>`
    select viewer.user_id as id from access_scopes viewer, work_orders o
    where o.id = ${order.id} and viewer.effective_role = 'tenant'
      and viewer.user_id in (select m.user_id from current_lease_members m where m.lease_id = o.lease_id)
      and ${workOrderScope(everyViewer, "write")}`.execute(db);
  return rows.map(({ id }) => id);
}

interface VisitChange {
  change: Extract<ActivityContent, { actionType: "visit_changed" }>["details"]["change"];
  visitTime: VisitTime;
  note: string | null;
  /** People to notify, in addition to the assignee. */
  recipientIds: readonly number[];
}

/** Logs the change, notifies the other side and the assignee, and returns the work order. */
async function recordVisitChange(
  ctx: SignedInCtx,
  order: WorkOrderRecord,
  visitChange: VisitChange,
): Promise<WorkOrder> {
  const { actor, db, now } = ctx;
  const { change, visitTime, note } = visitChange;
  const changedOrder = await db
    .updateTable("work_orders")
    .set({ updated_at: now, version: order.version + 1 })
    .where("id", "=", order.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  const timeZone = await getTimeZone(ctx, order);
  const visit = { change, ...toUtc(visitTime), timeZone };
  await addActivity(ctx, order, {
    actionType: "visit_changed",
    details: { ...visit, ...(note === null ? {} : { note }) },
  });
  await notifyPeople(ctx, order, [...visitChange.recipientIds, order.assignee_id], {
    kind: "work-order.visit",
    details: { workOrderId: order.id, title: order.title, by: actor.fullName, ...visit },
  });
  publishWorkOrderChange(ctx, "work-order.changed", changedOrder);
  return presentWorkOrder(await findWorkOrder(db, actor.accessScope, order.id), actor, now);
}

const toUtc = ({ from, to }: VisitTime): VisitTime => ({
  from: new Date(from).toISOString(),
  to: new Date(to).toISOString(),
});
