import { type RawBuilder, sql } from "kysely";
import type { SignedInCtx } from "#server/http/context.ts";
import type { AccessScope } from "#server/http/requests/actor.ts";
import { invalid } from "#shared/errors.ts";

export interface TeamRef {
  id: number;
  name: string;
}

type SqlExpression = RawBuilder<unknown>;

/**
 * Whether person `u` works at the property and can get its work orders. `property` is an expression for the
 * property id.
 */
export const worksAtProperty = (
  property: SqlExpression,
): RawBuilder<boolean> => sql`u.role = 'maintenance' and u.state = 'active'
  and (u.has_all_properties or exists (select 1 from property_staff s where s.user_id = u.id and s.property_id = ${property}))`;

/**
 * Whether a team or rule, by its alias, applies to the property: to that property, to all properties of a
 * landlord who still owns it, or to every property.
 */
export const appliesToProperty = (alias: string, property: SqlExpression): RawBuilder<boolean> => {
  const column = (name: string) => sql.ref(`${alias}.${name}`);
  return sql`case
    when ${column("property_id")} is not null then ${column("property_id")} = ${property}
    when ${column("landlord_id")} is not null then exists (
      select from property_landlords owned
      join users owner on owner.id = owned.user_id and owner.role = 'landlord' and owner.state = 'active'
      where owned.user_id = ${column("landlord_id")} and owned.property_id = ${property})
    else true end`;
};

/** A query for the members of team `t` who work at the property. */
export const membersAt = (property: SqlExpression): RawBuilder<unknown> => sql`select u.id from team_members m
  join users u on u.id = m.user_id where m.team_id = t.id and ${worksAtProperty(property)}`;

/** Whether team `t` can get work orders at the property. */
export const servesProperty = (property: SqlExpression): RawBuilder<boolean> =>
  sql`${appliesToProperty("t", property)} and exists (${membersAt(property)})`;

/** Returns the teams that can get work orders at the property. */
export async function findTeams(ctx: SignedInCtx, propertyId: number): Promise<TeamRef[]> {
  const { rows } = await sql<TeamRef>`
    select t.id, t.name from teams t where ${servesProperty(sql`${propertyId}::bigint`)}
    order by fold_text(t.name) collate "C", t.id limit 200`.execute(ctx.db);
  return rows;
}

/** @throws AppError invalid if the team has no members at the property */
export async function requireTeam(ctx: SignedInCtx, propertyId: number, teamId: number): Promise<TeamRef> {
  const { rows } = await sql<TeamRef>`
    select t.id, t.name from teams t where t.id = ${teamId} and ${servesProperty(sql`${propertyId}::bigint`)}`.execute(
    ctx.db,
  );
  const [team] = rows;
  if (team === undefined) throw invalid({ teamId: "No one on this team works at this property." });
  return team;
}

/** Returns the ids of the team's members who work at the property. */
export async function findTeamMembers(
  ctx: SignedInCtx,
  propertyId: number,
  teamId: number,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select member.id from teams t cross join lateral (${membersAt(sql`${propertyId}::bigint`)}) member
    where t.id = ${teamId} order by member.id`.execute(ctx.db);
  return rows.map(({ id }) => id);
}

/** Returns the team's name and whether the user is a member. */
export async function findTeam(
  ctx: SignedInCtx,
  teamId: number | null,
  userId: number | null,
): Promise<(TeamRef & { hasMember: boolean }) | null> {
  if (teamId === null) return null;
  const { rows } = await sql<TeamRef & { hasMember: boolean }>`
    select t.id, t.name, ${isTeamMember(sql`t.id`, sql`${userId}::bigint`)} as "hasMember" from teams t where t.id = ${teamId}`.execute(
    ctx.db,
  );
  return rows[0] ?? null;
}

/** Whether the user is on the team. */
export const isTeamMember = (team: SqlExpression, user: SqlExpression): RawBuilder<boolean> =>
  sql`exists (select from team_members m where m.team_id = ${team} and m.user_id = ${user})`;

/** Whether work order `o` is unclaimed. For technicians, only work orders of their own teams count. */
export const isUnclaimed = ({ userId, effectiveRole }: AccessScope): RawBuilder<boolean> =>
  effectiveRole === "maintenance"
    ? sql`o.assignee_id is null and o.team_id in (select m.team_id from team_members m where m.user_id = ${userId})`
    : sql`o.assignee_id is null and o.team_id is not null`;
