import { sql } from "kysely";
import { workOrderScope } from "#domains/work-orders/server/access.ts";
import { takeBackFromTeam } from "#domains/work-orders/server/hand-back-orders.ts";
import { isForBuilding, worksIn } from "#domains/work-orders/server/teams.ts";
import { unfinishedStatuses } from "#domains/work-orders/status.ts";
import { personScope } from "#server/access/people.ts";
import { audit, changesBetween } from "#server/audit.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import { refuseOldVersion } from "#server/http/refuse-old-version.ts";
import { conflict, forbidden, invalid, notFound } from "#shared/errors.ts";
import type { BodyOf } from "#shared/http/endpoint.ts";
import type { createTeam, Team } from "../contract.ts";
import { dispatchScope } from "./access.ts";
import { publishDispatchChange } from "./publish-change.ts";
import { type Reach, reachFor } from "./reach.ts";

const teamsMax = 200;

const getsOrders = sql`exists (select from properties p where ${isForBuilding("t", sql`p.id`)} and ${worksIn(sql`p.id`)})`;

/** All, or the one with this id. A landlord learns only of members and waiting orders of the own buildings. */
async function readTeams({ db, actor }: SignedInCtx, id: number | null): Promise<(Team & Reach)[]> {
  const { accessScope } = actor;
  const { rows } = await sql<Team & Reach>`
    select t.id, t.name, t.version, t.property_id, t.landlord_id,
      case when b.id is not null then json_build_object('id', b.id, 'name', b.name) end as building,
      case when l.id is not null then json_build_object('id', l.id, 'fullName', l.full_name) end as landlord,
      (select coalesce(json_agg(json_build_object('id', u.id, 'fullName', u.full_name, 'getsOrders', ${getsOrders})
          order by u.full_name collate "C", u.id), '[]')
        from team_members m join users u on u.id = m.user_id where m.team_id = t.id and ${personScope(accessScope)}) as members,
      (select count(*)::int from work_orders o where o.team_id = t.id and o.assignee_id is null and o.deleted_at is null
        and o.status = any(${[...unfinishedStatuses]}::text[]) and ${workOrderScope(accessScope)}) as waiting,
      (select coalesce(json_agg(r.name order by r.is_for_all, r.position), '[]') from dispatch_rules r
        where r.team_id = t.id and ${dispatchScope(accessScope, "r")}) as rules,
      ${dispatchScope(accessScope, "t", "edit")} as "mayEdit"
    from teams t left join properties b on b.id = t.property_id left join users l on l.id = t.landlord_id
    where ${dispatchScope(accessScope, "t")} and (${id}::bigint is null or t.id = ${id}::bigint)
    order by lower(t.name) collate "C", t.id`.execute(db);
  return rows;
}

export const allTeams = (ctx: SignedInCtx): Promise<Team[]> => readTeams(ctx, null);

/** @throws AppError not_found outside the access scope */
async function findTeam(ctx: SignedInCtx, id: number): Promise<Team & Reach> {
  const [found] = await readTeams(ctx, id);
  if (found === undefined) throw notFound("team");
  return found;
}

async function lockTeam(ctx: SignedInCtx, id: number): Promise<Team & Reach> {
  await ctx.db.selectFrom("teams").select("id").where("id", "=", id).forUpdate().execute();
  const found = await findTeam(ctx, id);
  if (!found.mayEdit)
    throw forbidden("This team is for other buildings too: an administrator can change it.");
  return found;
}

/** @throws AppError invalid; conflict with too many */
export async function addTeam(ctx: SignedInCtx, body: BodyOf<typeof createTeam>): Promise<Team> {
  const { db } = ctx;
  if ((await allTeams(ctx)).length >= teamsMax)
    throw conflict(`There are ${teamsMax} teams already. Please delete one first.`);
  const reach = await reachFor(ctx, body.propertyId);
  const { id } = await db
    .insertInto("teams")
    .values({ name: body.name, ...reach })
    .returning("id")
    .executeTakeFirstOrThrow();
  await writeMembers(ctx, id, body.memberIds);
  const added = await findTeam(ctx, id);
  await audit(ctx, {
    action: "team.created",
    subjectType: "team",
    subjectId: id,
    propertyId: reach.property_id,
    details: factsOf(added),
  });
  await publishDispatchChange(ctx, body.memberIds);
  return added;
}

/**
 * Changes a team; nobody has its unfinished orders in buildings where nobody of it is left, as their logs say.
 * @throws AppError not_found; forbidden; invalid; conflict for an old version
 */
export async function changeTeam(
  ctx: SignedInCtx,
  id: number,
  body: BodyOf<typeof createTeam>,
  seen: number | undefined,
): Promise<Team> {
  const before = await lockTeam(ctx, id);
  await refuseOldVersion(
    ctx,
    { type: "team", id, name: "this team", version: before.version },
    seen,
    async () => before,
  );
  const reach = await reachFor(ctx, body.propertyId, before);
  const former = await ctx.db
    .selectFrom("team_members")
    .select("user_id")
    .where("team_id", "=", id)
    .execute();
  await ctx.db
    .updateTable("teams")
    .set({ name: body.name, ...reach })
    .where("id", "=", id)
    .execute();
  await writeMembers(ctx, id, body.memberIds);
  await takeBackFromTeam(ctx, {
    teamId: id,
    where: "nobody-is-left",
    reason: `nobody of the team ${body.name} works there any more`,
  });
  const after = await findTeam(ctx, id);
  const [was, is] = [factsOf(before), factsOf(after)];
  const changes = changesBetween(recordsOf(before), recordsOf(after), ["name", "buildings", "members"]).map(
    ({ field }) => ({ field, from: was[field], to: is[field] }),
  );
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
    propertyId: reach.property_id,
    details: { changes },
  });
  await publishDispatchChange(ctx, [...body.memberIds, ...former.map(({ user_id }) => user_id)]);
  return { ...after, version: before.version + 1 };
}

/** Replaces the members. @throws AppError invalid for anybody who works in none of the team's buildings */
async function writeMembers({ db }: SignedInCtx, id: number, memberIds: readonly number[]): Promise<void> {
  await db.deleteFrom("team_members").where("team_id", "=", id).execute();
  const asked = [...new Set(memberIds)];
  const { numAffectedRows } = await sql`
    insert into team_members (team_id, user_id)
    select t.id, u.id from teams t join users u on u.id = any(${asked}::bigint[])
    where t.id = ${id} and ${getsOrders}`.execute(db);
  if (Number(numAffectedRows) < asked.length)
    throw invalid({ memberIds: "Please choose only maintenance staff who work in these buildings." });
}

/**
 * Deletes a team; nobody has the unfinished orders it was to take, as their logs say.
 * @throws AppError not_found; forbidden; conflict while a rule gives it orders
 */
export async function removeTeam(ctx: SignedInCtx, id: number): Promise<void> {
  const { db } = ctx;
  const before = await lockTeam(ctx, id);
  const using = await db
    .selectFrom("dispatch_rules")
    .select("name")
    .where("team_id", "=", id)
    .limit(1)
    .execute();
  const [first] = using;
  if (first !== undefined)
    throw conflict(
      `The rule "${first.name}" gives orders to this team. Please change or delete the rule first.`,
    );
  const members = await db.selectFrom("team_members").select("user_id").where("team_id", "=", id).execute();
  const orders = await takeBackFromTeam(ctx, {
    teamId: id,
    where: "everywhere",
    reason: `the team ${before.name} was deleted`,
  });
  await db.deleteFrom("teams").where("id", "=", id).execute();
  await audit(ctx, {
    action: "team.deleted",
    subjectType: "team",
    subjectId: id,
    propertyId: before.property_id,
    details: { ...factsOf(before), orders },
  });
  await publishDispatchChange(
    ctx,
    members.map(({ user_id }) => user_id),
  );
}

const factsOf = ({ name, building, landlord, members }: Team) => ({
  name,
  buildings: building?.name ?? (landlord === null ? "every building" : `all of ${landlord.fullName}`),
  members: members.map(({ fullName }) => fullName),
});

/** To compare: two people or buildings may have the same name. */
const recordsOf = (team: Team) => ({
  ...factsOf(team),
  buildings: team.building ?? team.landlord,
  members: team.members.map(({ id }) => id),
});
