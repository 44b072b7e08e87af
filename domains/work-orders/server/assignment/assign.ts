import { sql } from "kysely";
import type { SignedInCtx } from "#server/http/context.ts";
import { forbidden, invalid } from "#shared/errors.ts";
import type { BodyOf } from "#shared/http/endpoint.ts";
import type { assignWorkOrder, WorkOrder } from "../../contract.ts";
import { unfinishedStatuses } from "../../status.ts";
import { addActivity } from "../activity/activity.ts";
import { assertCurrentWorkOrder } from "../assert-current-work-order.ts";
import { presentWorkOrder } from "../present.ts";
import { notifyParticipants, publishWorkOrderChange } from "../publish-change.ts";
import { findWorkOrder, lockWorkOrder, type WorkOrderRecord } from "../queries.ts";
import { hasRunningTimer } from "../time-entries/timers.ts";
import { findTeam, findTeamMembers, requireTeam, worksAtProperty } from "./teams.ts";

/** A current or future assignee. */
export interface Assignee {
  id: number;
  fullName: string;
}

/** Returns the maintenance staff at the property. */
export async function findAssignees(ctx: SignedInCtx, propertyId: number): Promise<Assignee[]> {
  const { rows } = await sql<Assignee>`
    select u.id, u.full_name as "fullName" from users u
    where ${worksAtProperty(sql`${propertyId}`)} order by u.full_name collate "C", u.id limit 200`.execute(
    ctx.db,
  );
  return rows;
}

/**
 * Returns a possible assignee, locked until the transaction ends. Disabling that person then waits, and
 * unassigns this work order too.
 */
export async function lockAssignee(
  ctx: SignedInCtx,
  propertyId: number,
  userId: number,
): Promise<Assignee | undefined> {
  await sql`select id from users where id = ${userId} for share`.execute(ctx.db);
  const { rows } = await sql<Assignee>`
    select u.id, u.full_name as "fullName" from users u where u.id = ${userId} and ${worksAtProperty(sql`${propertyId}`)}`.execute(
    ctx.db,
  );
  return rows[0];
}

/**
 * Returns the new assignee, locked, or undefined if `userId` is null.
 * @throws AppError invalid, at `field`, if the person doesn't work at the property
 */
export async function requireAssignee(
  ctx: SignedInCtx,
  order: Pick<WorkOrderRecord, "property_id">,
  userId: number | null,
  field: string,
): Promise<Assignee | undefined> {
  if (userId === null) return undefined;
  const assignee = await lockAssignee(ctx, order.property_id, userId);
  if (assignee === undefined) throw invalid({ [field]: "This person isn't assigned to this property." });
  return assignee;
}

/** Logs the assignment of a work order to a person, to a team, or to no one. */
export const logAssignment = (
  ctx: SignedInCtx,
  order: WorkOrderRecord,
  assigneeId: number | null,
  assignee: Assignee | undefined,
  team: { team?: string; backTo?: string } = {},
) =>
  addActivity(ctx, order, {
    actionType: "assigned",
    details: {
      from: order.assignee_id,
      to: assigneeId,
      ...(assignee === undefined ? {} : { assignee: assignee.fullName }),
      ...team,
    },
  });

/**
 * Assigns a work order to a person or a team, or unassigns it with null. Technicians can take an unassigned
 * work order unless it belongs to another team, and release their own, which then returns to the team
 * (requirements, "Activity").
 * @throws AppError not_found; forbidden; invalid if the person or team doesn't work at the property; conflict
 * if `expectedVersion` is outdated
 */
export async function changeAssignment(
  ctx: SignedInCtx,
  id: number,
  { userId, teamId: requestedTeamId }: BodyOf<typeof assignWorkOrder>,
  expectedVersion: number | undefined,
): Promise<WorkOrder> {
  const { actor, db, now } = ctx;
  const order = await lockWorkOrder(ctx, id);
  if (userId !== null && requestedTeamId != null)
    throw invalid({ teamId: "Select a person or a team, not both." });
  await assertTechnicianCanAssign(ctx, order, { userId, requestedTeamId });
  const teamId = requestedTeamId === undefined ? await findRetainedTeam(ctx, order, userId) : requestedTeamId;
  const isUnchanged = order.assignee_id === userId && (userId !== null || order.team_id === teamId);
  if (!isUnchanged) {
    await assertCurrentWorkOrder(ctx, order, expectedVersion);
    const assignee = await requireAssignee(ctx, order, userId, "userId");
    const isReturned =
      userId === null && order.assignee_id !== null && teamId !== null && teamId === order.team_id;
    const team =
      userId !== null || teamId === null
        ? null
        : isReturned
          ? await findTeam(ctx, teamId, null)
          : await requireTeam(ctx, order.property_id, teamId);
    const assignedOrder = await db
      .updateTable("work_orders")
      .set({ assignee_id: userId, team_id: teamId, updated_at: now, version: order.version + 1 })
      .where("id", "=", id)
      .returningAll()
      .executeTakeFirstOrThrow();
    const loggedTeam = team === null ? {} : isReturned ? { backTo: team.name } : { team: team.name };
    await logAssignment(ctx, order, userId, assignee, loggedTeam);
    await notifyParticipants(
      ctx,
      assignedOrder,
      {
        kind: "work-order.assigned",
        details: {
          workOrderId: id,
          title: order.title,
          assignee: assignee?.fullName ?? (team === null ? null : `team ${team.name}`),
        },
      },
      {
        additionalUserIds: [
          ...(order.assignee_id === null ? [] : [order.assignee_id]),
          ...(team === null ? [] : await findTeamMembers(ctx, order.property_id, team.id)),
        ],
      },
    );
    publishWorkOrderChange(ctx, "work-order.changed", assignedOrder);
  }
  return presentWorkOrder(await findWorkOrder(db, actor.accessScope, id), actor, now);
}

/**
 * Returns the team that keeps the work order when its assignee changes. It keeps work taken by a member,
 * and released work while it still has members at the property.
 */
export async function findRetainedTeam(
  ctx: SignedInCtx,
  order: WorkOrderRecord,
  userId: number | null,
): Promise<number | null> {
  if (order.team_id === null) return null;
  if (userId === null)
    return (await findTeamMembers(ctx, order.property_id, order.team_id)).length > 0 ? order.team_id : null;
  return (await findTeam(ctx, order.team_id, userId))?.hasMember === true ? order.team_id : null;
}

async function assertTechnicianCanAssign(
  ctx: SignedInCtx,
  order: WorkOrderRecord,
  { userId, requestedTeamId }: { userId: number | null; requestedTeamId: number | null | undefined },
): Promise<void> {
  const { actor } = ctx;
  if (
    actor.accessScope.effectiveRole !== "maintenance" ||
    (order.assignee_id === userId && requestedTeamId === undefined)
  )
    return;
  const isSelfUnassignment = order.assignee_id === actor.id && userId === null;
  const isSelfAssignment = order.assignee_id === null && userId === actor.id;
  if (requestedTeamId !== undefined || (!isSelfUnassignment && !isSelfAssignment))
    throw forbidden("You can only assign yourself an unassigned work order or unassign one of yours.");
  if (!unfinishedStatuses.includes(order.status))
    throw forbidden("You can't assign or unassign a finished work order.");
  if (isSelfAssignment) await assertCanTake(ctx, order);
}

/**
 * Checks that the user can start, pause, or complete the work or change its status. A technician can work on
 * a team's work order as a member, as the assignee, or if their timer is already running on it.
 * @throws AppError forbidden
 */
export async function assertCanWork(ctx: SignedInCtx, order: WorkOrderRecord): Promise<void> {
  const { id, accessScope } = ctx.actor;
  if (accessScope.effectiveRole !== "maintenance" || order.assignee_id === id) return;
  if (!(await hasRunningTimer(ctx, order.id))) await assertCanTake(ctx, order);
}

/** @throws AppError forbidden if a technician takes a work order of a team they aren't on */
export async function assertCanTake(ctx: SignedInCtx, order: WorkOrderRecord): Promise<void> {
  const team = await findTeam(ctx, order.team_id, ctx.actor.id);
  if (team !== null && !team.hasMember)
    throw forbidden(`This work order is for team ${team.name}, and you're not on that team.`);
}
