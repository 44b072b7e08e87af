import { sql } from "kysely";
import { everyViewer } from "#server/access/viewer.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import { conflict, invalid } from "#shared/errors.ts";
import type { ActivityContent } from "../activity-text.ts";
import { type AppointmentState, refusedWindow } from "../appointment.ts";
import type { WorkOrder } from "../contract.ts";
import { unfinishedStatuses } from "../status.ts";
import { workOrderScope } from "./access.ts";
import { addActivity } from "./activity.ts";
import { mayAgree } from "./appointment-columns.ts";
import { presentOrder } from "./present.ts";
import { notifyThose, publishOrderChange } from "./publish-change.ts";
import { findOrder, lockOrder, timeZoneOf, type WorkOrderRecord } from "./queries.ts";

/*
 * The visit for an order (requirements, "Visits"). Staff propose it and the tenant agrees or proposes another time, in turns.
 * An order without a tenant who could answer has its visit set at once.
 */

interface Window {
  from: string;
  to: string;
}

/**
 * Proposes a visit, or another time for it.
 * @throws AppError not_found; invalid; conflict when the order is finished, or a tenant was not asked before
 */
export async function proposeVisitFor(
  ctx: SignedInCtx,
  id: number,
  { from, to, note }: Window & { note?: string | undefined },
): Promise<WorkOrder> {
  const refused = refusedWindow({ from, to }, ctx.now);
  if (refused !== undefined) throw invalid(refused);
  const order = await lockOrder(ctx, id);
  if (!unfinishedStatuses.includes(order.status)) throw conflict("This work order is finished.");
  const before = await appointmentOf(ctx, id);
  const isTenant = ctx.actor.role === "tenant";
  if (isTenant && before === undefined)
    throw conflict("No visit is being arranged. Please write a comment about when somebody can come.");
  const tenants = await tenantsOf(ctx, order);
  const state: AppointmentState = isTenant ? "staff_asked" : tenants.length > 0 ? "tenant_asked" : "agreed";
  const arrangedById = isTenant && before !== undefined ? before.arranged_by_id : ctx.actor.id;
  const row = {
    starts_at: new Date(from),
    ends_at: new Date(to),
    state,
    note: note === undefined || note === "" ? null : note,
    arranged_by_id: arrangedById,
  };
  await ctx.db
    .insertInto("work_order_appointments")
    .values({ work_order_id: id, property_id: order.property_id, ...row })
    .onConflict((same) => same.column("work_order_id").doUpdateSet(row))
    .execute();
  return written(ctx, order, {
    did: state === "agreed" ? "set" : "proposed",
    window: { from, to },
    note: row.note,
    to: isTenant ? [arrangedById] : tenants,
  });
}

/**
 * Agrees to the visit that the other side has proposed.
 * @throws AppError not_found; conflict when there is nothing to agree to, or another time was proposed meanwhile
 */
export async function agreeToVisitFor(ctx: SignedInCtx, id: number, window: Window): Promise<WorkOrder> {
  const { actor, now } = ctx;
  const order = await lockOrder(ctx, id);
  const visit = await appointmentOf(ctx, id);
  if (visit === undefined || !mayAgree({ ...visit, status: order.status }, actor.role))
    throw conflict("There is no visit for you to agree to.");
  if (
    visit.starts_at.getTime() !== Date.parse(window.from) ||
    visit.ends_at.getTime() !== Date.parse(window.to)
  )
    throw conflict("Another time was proposed in the meantime.", {
      current: presentOrder(await findOrder(ctx.db, actor.accessScope, id), actor, now),
    });
  if (visit.starts_at < now) throw conflict("That time has passed. Please propose another.");
  await ctx.db
    .updateTable("work_order_appointments")
    .set({ state: "agreed" })
    .where("work_order_id", "=", id)
    .execute();
  return written(ctx, order, {
    did: "agreed",
    window,
    note: null,
    to: actor.role === "tenant" ? [visit.arranged_by_id] : await tenantsOf(ctx, order),
  });
}

/** @throws AppError not_found; conflict when there is no visit */
export async function callOffVisitFor(ctx: SignedInCtx, id: number): Promise<WorkOrder> {
  const order = await lockOrder(ctx, id);
  const visit = await appointmentOf(ctx, id);
  if (visit === undefined) throw conflict("There is no visit to call off.");
  await ctx.db.deleteFrom("work_order_appointments").where("work_order_id", "=", id).execute();
  const window = { from: visit.starts_at.toISOString(), to: visit.ends_at.toISOString() };
  return written(ctx, order, { did: "called_off", window, note: null, to: await tenantsOf(ctx, order) });
}

/** A visit that is over belongs to the work that was finished: an order that is reopened has none. */
export async function dropPastVisit(ctx: SignedInCtx, order: WorkOrderRecord, status: string): Promise<void> {
  if (unfinishedStatuses.includes(order.status) || !unfinishedStatuses.includes(status)) return;
  await ctx.db
    .deleteFrom("work_order_appointments")
    .where("work_order_id", "=", order.id)
    .where("ends_at", "<", ctx.now)
    .execute();
}

const appointmentOf = ({ db }: SignedInCtx, id: number) =>
  db.selectFrom("work_order_appointments").selectAll().where("work_order_id", "=", id).executeTakeFirst();

/** The tenants who may answer: the members of its lease, as long as they are. */
async function tenantsOf({ db }: SignedInCtx, order: WorkOrderRecord): Promise<number[]> {
  if (order.lease_id === null) return [];
  const { rows } = await sql<{ id: number }>`
    select viewer.user_id as id from access_scopes viewer, work_orders o
    where o.id = ${order.id} and viewer.effective_role = 'tenant'
      and viewer.user_id in (select m.user_id from current_lease_members m where m.lease_id = o.lease_id)
      and ${workOrderScope(everyViewer, "write")}`.execute(db);
  return rows.map(({ id }) => id);
}

interface Step {
  did: Extract<ActivityContent, { actionType: "visit_changed" }>["particulars"]["did"];
  window: Window;
  note: string | null;
  /** Whom the step concerns, beside the assignee. */
  to: readonly number[];
}

/** Logs the step, tells the other side and the assignee, and answers with the order. */
async function written(ctx: SignedInCtx, order: WorkOrderRecord, step: Step): Promise<WorkOrder> {
  const { actor, db, now } = ctx;
  const { did, window, note } = step;
  const changed = await db
    .updateTable("work_orders")
    .set({ updated_at: now, version: order.version + 1 })
    .where("id", "=", order.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  const timeZone = await timeZoneOf(ctx, order);
  const visit = { did, ...inUtc(window), timeZone };
  await addActivity(ctx, order, {
    actionType: "visit_changed",
    particulars: { ...visit, ...(note === null ? {} : { note }) },
  });
  await notifyThose(ctx, order, [...step.to, order.assignee_id], {
    kind: "work-order.visit",
    particulars: { workOrderId: order.id, title: order.title, by: actor.fullName, ...visit },
  });
  publishOrderChange(ctx, "work-order.changed", changed);
  return presentOrder(await findOrder(db, actor.accessScope, order.id), actor, now);
}

const inUtc = ({ from, to }: Window): Window => ({
  from: new Date(from).toISOString(),
  to: new Date(to).toISOString(),
});
