import { sql } from "kysely";
import { workOrderScope } from "#domains/work-orders/server/access.ts";
import { appliesToProperty, worksAtProperty } from "#domains/work-orders/server/assignment/teams.ts";
import { unassignFromTeam } from "#domains/work-orders/server/assignment/unassign-work-orders.ts";
import { unfinishedStatuses } from "#domains/work-orders/status.ts";
import { personScope } from "#server/access/people.ts";
import { audit, diffFields } from "#server/audit.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import { assertCurrentVersion } from "#server/http/requests/assert-current-version.ts";
import { conflict, forbidden, invalid, notFound } from "#shared/errors.ts";
import type { BodyOf } from "#shared/http/endpoint.ts";
import type { createTeam, Team } from "../contract.ts";
import { dispatchScope } from "./access.ts";
import { type Coverage, resolveCoverage } from "./coverage.ts";
import { publishDispatchChange } from "./publish-change.ts";

const maxTeams = 200;

const canTakeWorkOrders = sql`exists (select from properties p where ${appliesToProperty("t", sql`p.id`)} and ${worksAtProperty(sql`p.id`)})`;

/**
 * Returns all teams, or only the one with this id. Landlords see only members and unclaimed work orders at
 * their own properties.
 */
async function readTeams({ db, actor }: SignedInCtx, id: number | null): Promise<(Team & Coverage)[]> {
  const { accessScope } = actor;
  const { rows } = await sql<Team & Coverage>`
    select t.id, t.name, t.version, t.property_id, t.landlord_id,
      case when b.id is not null then json_build_object('id', b.id, 'name', b.name) end as property,
      case when l.id is not null then json_build_object('id', l.id, 'fullName', l.full_name) end as landlord,
      (select coalesce(json_agg(json_build_object('id', u.id, 'fullName', u.full_name, 'canTakeWorkOrders', ${canTakeWorkOrders})
          order by u.full_name collate "C", u.id), '[]')
        from team_members m join users u on u.id = m.user_id where m.team_id = t.id and ${personScope(accessScope)}) as members,
      (select count(*)::int from work_orders o where o.team_id = t.id and o.assignee_id is null and o.deleted_at is null
        and o.status = any(${[...unfinishedStatuses]}::text[]) and ${workOrderScope(accessScope)}) as waiting,
      (select coalesce(json_agg(r.name order by r.is_for_all, r.position), '[]') from dispatch_rules r
        where r.team_id = t.id and ${dispatchScope(accessScope, "r")}) as rules,
      ${dispatchScope(accessScope, "t", "edit")} as "canEdit"
    from teams t left join properties b on b.id = t.property_id left join users l on l.id = t.landlord_id
    where ${dispatchScope(accessScope, "t")} and (${id}::bigint is null or t.id = ${id}::bigint)
    order by fold_text(t.name) collate "C", t.id`.execute(db);
  return rows;
}

export const listAllTeams = (ctx: SignedInCtx): Promise<Team[]> => readTeams(ctx, null);

/** @throws AppError not_found outside the access scope */
async function findTeam(ctx: SignedInCtx, id: number): Promise<Team & Coverage> {
  const [team] = await readTeams(ctx, id);
  if (team === undefined) throw notFound("team");
  return team;
}

async function lockTeam(ctx: SignedInCtx, id: number): Promise<Team & Coverage> {
  await ctx.db.selectFrom("teams").select("id").where("id", "=", id).forUpdate().execute();
  const team = await findTeam(ctx, id);
  if (!team.canEdit)
    throw forbidden("This team also covers properties you don't manage. An administrator can change it.");
  return team;
}

/** @throws AppError invalid; conflict when the limit is reached */
export async function addTeam(ctx: SignedInCtx, body: BodyOf<typeof createTeam>): Promise<Team> {
  const { db } = ctx;
  if ((await listAllTeams(ctx)).length >= maxTeams)
    throw conflict(`You've reached the limit of ${maxTeams} teams. Delete one first.`);
  const coverage = await resolveCoverage(ctx, body.propertyId);
  const { id } = await db
    .insertInto("teams")
    .values({ name: body.name, ...coverage })
    .returning("id")
    .executeTakeFirstOrThrow();
  await writeMembers(ctx, id, body.memberIds);
  const addedTeam = await findTeam(ctx, id);
  await audit(ctx, {
    action: "team.created",
    subjectType: "team",
    subjectId: id,
    propertyId: coverage.property_id,
    details: toAuditDetails(addedTeam),
  });
  await publishDispatchChange(ctx, body.memberIds);
  return addedTeam;
}

/**
 * Updates a team. Its open work orders at properties where it has no members left become unassigned, and
 * their logs say why.
 * @throws AppError not_found; forbidden; invalid; conflict for an outdated version
 */
export async function changeTeam(
  ctx: SignedInCtx,
  id: number,
  body: BodyOf<typeof createTeam>,
  expectedVersion: number | undefined,
): Promise<Team> {
  const before = await lockTeam(ctx, id);
  await assertCurrentVersion(
    ctx,
    { type: "team", id, name: "this team", version: before.version },
    expectedVersion,
    async () => before,
  );
  const coverage = await resolveCoverage(ctx, body.propertyId, before);
  const formerMembers = await ctx.db
    .selectFrom("team_members")
    .select("user_id")
    .where("team_id", "=", id)
    .execute();
  await ctx.db
    .updateTable("teams")
    .set({ name: body.name, ...coverage })
    .where("id", "=", id)
    .execute();
  await writeMembers(ctx, id, body.memberIds);
  await unassignFromTeam(ctx, {
    teamId: id,
    where: "no-members-left",
    reason: `no one on team ${body.name} works there anymore`,
  });
  const after = await findTeam(ctx, id);
  const [detailsBefore, detailsAfter] = [toAuditDetails(before), toAuditDetails(after)];
  const changes = diffFields(toComparable(before), toComparable(after), [
    "name",
    "properties",
    "members",
  ]).map(({ field }) => ({ field, from: detailsBefore[field], to: detailsAfter[field] }));
  if (changes.length === 0) return before;
  await ctx.db
    .updateTable("teams")
    .set({ version: before.version + 1 })
    .where("id", "=", id)
    .execute();
  await audit(ctx, {
    action: "team.edited",
    subjectType: "team",
    subjectId: id,
    propertyId: coverage.property_id,
    details: { changes },
  });
  await publishDispatchChange(ctx, [...body.memberIds, ...formerMembers.map(({ user_id }) => user_id)]);
  return { ...after, version: before.version + 1 };
}

/** Replaces the members. @throws AppError invalid for anyone who works at none of the team's properties */
async function writeMembers({ db }: SignedInCtx, id: number, memberIds: readonly number[]): Promise<void> {
  await db.deleteFrom("team_members").where("team_id", "=", id).execute();
  const requestedIds = [...new Set(memberIds)];
  const { numAffectedRows } = await sql`
    insert into team_members (team_id, user_id)
    select t.id, u.id from teams t join users u on u.id = any(${requestedIds}::bigint[])
    where t.id = ${id} and ${canTakeWorkOrders}`.execute(db);
  if (Number(numAffectedRows) < requestedIds.length)
    throw invalid({ memberIds: "Select only maintenance staff who work at these properties." });
}

/**
 * Deletes a team. Its unclaimed work orders become unassigned, and their logs say why.
 * @throws AppError not_found; forbidden; conflict while a rule assigns work orders to the team
 */
export async function removeTeam(ctx: SignedInCtx, id: number): Promise<void> {
  const { db } = ctx;
  const before = await lockTeam(ctx, id);
  const rulesUsingTeam = await db
    .selectFrom("dispatch_rules")
    .select("name")
    .where("team_id", "=", id)
    .limit(1)
    .execute();
  const [blockingRule] = rulesUsingTeam;
  if (blockingRule !== undefined)
    throw conflict(
      `Rule “${blockingRule.name}” assigns work orders to this team. Change or delete the rule first.`,
    );
  const members = await db.selectFrom("team_members").select("user_id").where("team_id", "=", id).execute();
  const orders = await unassignFromTeam(ctx, {
    teamId: id,
    where: "everywhere",
    reason: `team ${before.name} was deleted`,
  });
  await db.deleteFrom("teams").where("id", "=", id).execute();
  await audit(ctx, {
    action: "team.deleted",
    subjectType: "team",
    subjectId: id,
    propertyId: before.property_id,
    details: { ...toAuditDetails(before), orders },
  });
  await publishDispatchChange(
    ctx,
    members.map(({ user_id }) => user_id),
  );
}

const toAuditDetails = ({ name, property, landlord, members }: Team) => ({
  name,
  properties:
    property?.name ?? (landlord === null ? "all properties" : `all of ${landlord.fullName}'s properties`),
  members: members.map(({ fullName }) => fullName),
});

/** Values for comparison. Names don't suffice because two people or properties can share one. */
const toComparable = (team: Team) => ({
  ...toAuditDetails(team),
  properties: team.property ?? team.landlord,
  members: team.members.map(({ id }) => id),
});
