import { type RawBuilder, sql } from "kysely";
import type { Actor } from "#server/http/actor.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import { invalid } from "#shared/errors.ts";

export interface TeamRef {
  id: number;
  name: string;
}

type Sql = RawBuilder<unknown>;

/** Whether the person `u` works in the building: only such a person gets its orders. `property` is an expression for its id. */
export const worksIn = (
  property: Sql,
): RawBuilder<boolean> => sql`u.role = 'maintenance' and u.state = 'active'
  and (u.all_buildings or exists (select 1 from property_staff s where s.user_id = u.id and s.property_id = ${property}))`;

/**
 * Whether a team or rule, given by its alias, is for the building: for that one, for all of a landlord who still owns it,
 * or for every building.
 */
export const isForBuilding = (alias: string, property: Sql): RawBuilder<boolean> => {
  const of = (column: string) => sql.ref(`${alias}.${column}`);
  return sql`case
    when ${of("property_id")} is not null then ${of("property_id")} = ${property}
    when ${of("landlord_id")} is not null then exists (
      select from property_landlords owned
      join users owner on owner.id = owned.user_id and owner.role = 'landlord' and owner.state = 'active'
      where owned.user_id = ${of("landlord_id")} and owned.property_id = ${property})
    else true end`;
};

/** The members of team `t` who get its orders in the building, as a statement. */
export const membersIn = (property: Sql): RawBuilder<unknown> => sql`select u.id from team_members m
  join users u on u.id = m.user_id where m.team_id = t.id and ${worksIn(property)}`;

/** Whether orders of the building may be given to the team `t`. */
export const takesOrdersIn = (property: Sql): RawBuilder<boolean> =>
  sql`${isForBuilding("t", property)} and exists (${membersIn(property)})`;

/** The teams to which orders of the building may be given. */
export async function teamsFor(ctx: SignedInCtx, propertyId: number): Promise<TeamRef[]> {
  const { rows } = await sql<TeamRef>`
    select t.id, t.name from teams t where ${takesOrdersIn(sql`${propertyId}::bigint`)}
    order by lower(t.name) collate "C", t.id limit 200`.execute(ctx.db);
  return rows;
}

/** @throws AppError invalid when the team has nobody in the building */
export async function teamToAssign(ctx: SignedInCtx, propertyId: number, teamId: number): Promise<TeamRef> {
  const { rows } = await sql<TeamRef>`
    select t.id, t.name from teams t where t.id = ${teamId} and ${takesOrdersIn(sql`${propertyId}::bigint`)}`.execute(
    ctx.db,
  );
  const [team] = rows;
  if (team === undefined) throw invalid({ teamId: "Nobody of this team works in this building." });
  return team;
}

/** The ids of the members who get the team's orders in the building. */
export async function teamMembersFor(
  ctx: SignedInCtx,
  propertyId: number,
  teamId: number,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select member.id from teams t cross join lateral (${membersIn(sql`${propertyId}::bigint`)}) member
    where t.id = ${teamId} order by member.id`.execute(ctx.db);
  return rows.map(({ id }) => id);
}

/** The name of the team, and whether this person belongs to it. */
export async function teamOf(
  ctx: SignedInCtx,
  teamId: number | null,
  userId: number | null,
): Promise<(TeamRef & { hasMember: boolean }) | null> {
  if (teamId === null) return null;
  const { rows } = await sql<TeamRef & { hasMember: boolean }>`
    select t.id, t.name, ${isOfTeam(sql`t.id`, sql`${userId}::bigint`)} as "hasMember" from teams t where t.id = ${teamId}`.execute(
    ctx.db,
  );
  return rows[0] ?? null;
}

/** Whether the person belongs to the team. */
export const isOfTeam = (team: Sql, user: Sql): RawBuilder<boolean> =>
  sql`exists (select from team_members m where m.team_id = ${team} and m.user_id = ${user})`;

/** The orders `o` that somebody of a team is to take: for a technician, of the own teams. */
export const toBeTaken = ({ id, role }: Pick<Actor, "id" | "role">): RawBuilder<boolean> =>
  role === "maintenance"
    ? sql`o.assignee_id is null and o.team_id in (select m.team_id from team_members m where m.user_id = ${id})`
    : sql`o.assignee_id is null and o.team_id is not null`;
