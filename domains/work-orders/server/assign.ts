import { sql } from "kysely";
import type { SignedInCtx } from "#server/http/context.ts";
import { forbidden, invalid } from "#shared/errors.ts";
import type { BodyOf } from "#shared/http/endpoint.ts";
import type { assignWorkOrder, WorkOrder } from "../contract.ts";
import { addActivity } from "./activity.ts";
import { presentOrder } from "./present.ts";
import { notifyParticipants, publishOrderChange } from "./publish-change.ts";
import { findOrder, lockOrder, type WorkOrderRecord } from "./queries.ts";
import { refuseStale } from "./stale.ts";
import { teamMembersFor, teamOf, teamToAssign, worksIn } from "./teams.ts";

/** A person whom an order is assigned to, or is to be. */
export interface Assignee {
  id: number;
  fullName: string;
}

/** Maintenance staff who work in the building. */
export async function assigneesFor(ctx: SignedInCtx, propertyId: number): Promise<Assignee[]> {
  const { rows } = await sql<Assignee>`
    select u.id, u.full_name as "fullName" from users u
    where ${worksIn(sql`${propertyId}`)} order by u.full_name collate "C", u.id limit 200`.execute(ctx.db);
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
    select u.id, u.full_name as "fullName" from users u where u.id = ${userId} and ${worksIn(sql`${propertyId}`)}`.execute(
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
  team: { team?: string; backTo?: string } = {},
) =>
  addActivity(ctx, order, {
    actionType: "assigned",
    particulars: {
      from: order.assignee_id,
      to,
      ...(assignee === undefined ? {} : { assignee: assignee.fullName }),
      ...team,
    },
  });

/**
 * Assigns an order to a person or a team, or with null removes the assignment. A technician may take an order that nobody
 * has, unless it is another team's, or hand back their own; it is then the team's again (requirements, "Activity").
 * @throws AppError not_found; forbidden; invalid when nobody of these works in the building; conflict when `seen` is an old
 * version
 */
export async function assignOrder(
  ctx: SignedInCtx,
  id: number,
  { userId, teamId: askedTeamId }: BodyOf<typeof assignWorkOrder>,
  seen: number | undefined,
): Promise<WorkOrder> {
  const { actor, db, now } = ctx;
  const order = await lockOrder(ctx, id);
  if (userId !== null && askedTeamId != null)
    throw invalid({ teamId: "Please choose either a person or a team." });
  await refuseTechnician(ctx, order, { userId, askedTeamId });
  const teamId = askedTeamId === undefined ? await teamKept(ctx, order, userId) : askedTeamId;
  const isSame = order.assignee_id === userId && (userId !== null || order.team_id === teamId);
  if (!isSame) {
    await refuseStale(ctx, order, seen);
    const assignee = await admitAssignee(ctx, order, userId, "userId");
    const isBack =
      userId === null && order.assignee_id !== null && teamId !== null && teamId === order.team_id;
    const team =
      userId !== null || teamId === null
        ? null
        : isBack
          ? await teamOf(ctx, teamId, null)
          : await teamToAssign(ctx, order.property_id, teamId);
    const assigned = await db
      .updateTable("work_orders")
      .set({ assignee_id: userId, team_id: teamId, updated_at: now, version: order.version + 1 })
      .where("id", "=", id)
      .returningAll()
      .executeTakeFirstOrThrow();
    const named = team === null ? {} : isBack ? { backTo: team.name } : { team: team.name };
    await logAssigned(ctx, order, userId, assignee, named);
    await notifyParticipants(
      ctx,
      assigned,
      {
        kind: "work-order.assigned",
        particulars: {
          workOrderId: id,
          title: order.title,
          assignee: assignee?.fullName ?? (team === null ? null : `the team ${team.name}`),
        },
      },
      {
        also: [
          ...(order.assignee_id === null ? [] : [order.assignee_id]),
          ...(team === null ? [] : await teamMembersFor(ctx, order.property_id, team.id)),
        ],
      },
    );
    publishOrderChange(ctx, "work-order.changed", assigned);
  }
  return presentOrder(await findOrder(db, actor.accessScope, id), actor, now);
}

/** An order that somebody of its team takes stays the team's, and so does one that is handed back, while somebody of it is left. */
export async function teamKept(
  ctx: SignedInCtx,
  order: WorkOrderRecord,
  userId: number | null,
): Promise<number | null> {
  if (order.team_id === null) return null;
  if (userId === null)
    return (await teamMembersFor(ctx, order.property_id, order.team_id)).length > 0 ? order.team_id : null;
  return (await teamOf(ctx, order.team_id, userId))?.hasMember === true ? order.team_id : null;
}

async function refuseTechnician(
  ctx: SignedInCtx,
  order: WorkOrderRecord,
  { userId, askedTeamId }: { userId: number | null; askedTeamId: number | null | undefined },
): Promise<void> {
  const { actor } = ctx;
  if (actor.role !== "maintenance" || (order.assignee_id === userId && askedTeamId === undefined)) return;
  const isOwn = order.assignee_id === actor.id && userId === null;
  const isTaken = order.assignee_id === null && userId === actor.id;
  if (askedTeamId !== undefined || (!isOwn && !isTaken))
    throw forbidden("You can take a work order that nobody has, or hand back your own.");
  if (isTaken) await refuseOtherTeam(ctx, order);
}

/** @throws AppError forbidden when a technician takes the order of a team without belonging to it */
export async function refuseOtherTeam(ctx: SignedInCtx, order: WorkOrderRecord): Promise<void> {
  const team = await teamOf(ctx, order.team_id, ctx.actor.id);
  if (team !== null && !team.hasMember)
    throw forbidden(`This work order is for the team ${team.name}, which you are not in.`);
}
