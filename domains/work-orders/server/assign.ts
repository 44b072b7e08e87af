import { sql } from "kysely";
import type { SignedInCtx } from "#server/http/context.ts";
import { forbidden, invalid } from "#shared/errors.ts";
import type { WorkOrder } from "../contract.ts";
import { addActivity } from "./activity.ts";
import { presentOrder } from "./present.ts";
import { notifyParticipants, publishOrderChange } from "./publish-change.ts";
import { findOrder, lockOrder, type WorkOrderRecord } from "./queries.ts";

interface Assignee {
  id: number;
  fullName: string;
}

/** Who may be assigned orders of this property, as a condition on `users u`. */
const worksIn = (propertyId: number) => sql`u.role = 'maintenance' and u.state = 'active'
  and (u.all_buildings or exists (select 1 from property_staff s where s.user_id = u.id and s.property_id = ${propertyId}))`;

/** Maintenance staff who work in the building. */
export async function assigneesFor(ctx: SignedInCtx, propertyId: number): Promise<Assignee[]> {
  const { rows } = await sql<Assignee>`
    select u.id, u.full_name as "fullName" from users u
    where ${worksIn(propertyId)} order by u.full_name collate "C", u.id limit 200`.execute(ctx.db);
  return rows;
}

/** One of them, locked until the transaction ends: disabling that person meanwhile then hands this order back as well. */
export async function lockAssignee(
  ctx: SignedInCtx,
  propertyId: number,
  userId: number,
): Promise<Assignee | undefined> {
  await sql`select id from users where id = ${userId} for share`.execute(ctx.db);
  const { rows } = await sql<Assignee>`
    select u.id, u.full_name as "fullName" from users u where u.id = ${userId} and ${worksIn(propertyId)}`.execute(
    ctx.db,
  );
  return rows[0];
}

/**
 * The person an order is to be assigned to, locked; undefined for nobody.
 * @throws AppError invalid, at `field`, when the person does not work in the building
 */
export async function admitAssignee(
  ctx: SignedInCtx,
  order: Pick<WorkOrderRecord, "property_id">,
  userId: number | null,
  field: string,
): Promise<Assignee | undefined> {
  if (userId === null) return undefined;
  const assignee = await lockAssignee(ctx, order.property_id, userId);
  if (assignee === undefined) throw invalid({ [field]: "This person does not work in this building." });
  return assignee;
}

/** The entry of the log for an order that is about to be assigned to another person, or to nobody. */
export const logAssigned = (
  ctx: SignedInCtx,
  order: WorkOrderRecord,
  to: number | null,
  assignee: Assignee | undefined,
) =>
  addActivity(ctx, order, {
    actionType: "assigned",
    particulars: {
      from: order.assignee_id,
      to,
      ...(assignee === undefined ? {} : { assignee: assignee.fullName }),
    },
  });

/**
 * Assigns an order, or with null removes the assignment. A technician may take an unassigned order or hand back their own
 * (requirements, "Activity").
 * @throws AppError not_found; forbidden; invalid when the person does not work in the building
 */
export async function assignOrder(ctx: SignedInCtx, id: number, userId: number | null): Promise<WorkOrder> {
  const { actor, db, now } = ctx;
  const order = await lockOrder(ctx, id);
  if (order.assignee_id !== userId) {
    if (
      actor.role === "maintenance" &&
      !(order.assignee_id === null && userId === actor.id) &&
      !(order.assignee_id === actor.id && userId === null)
    )
      throw forbidden("You can take a work order that nobody has, or hand back your own.");
    const assignee = await admitAssignee(ctx, order, userId, "userId");
    const assigned = await db
      .updateTable("work_orders")
      .set({ assignee_id: userId, updated_at: now, version: order.version + 1 })
      .where("id", "=", id)
      .returningAll()
      .executeTakeFirstOrThrow();
    await logAssigned(ctx, order, userId, assignee);
    await notifyParticipants(
      ctx,
      assigned,
      {
        kind: "work-order.assigned",
        particulars: { workOrderId: id, title: order.title, assignee: assignee?.fullName ?? null },
      },
      { also: order.assignee_id === null ? [] : [order.assignee_id] },
    );
    publishOrderChange(ctx, "work-order.changed", assigned);
  }
  return presentOrder(await findOrder(db, actor.accessScope, id), actor, now);
}
