import { sql } from "kysely";
import { personScope } from "#server/access/people.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import type { Role } from "#shared/permissions.ts";
import type { Person } from "../people-contract.ts";
import { people } from "./list-people.ts";

/** A person in the search of the top bar. */
export interface PersonFound {
  id: number;
  fullName: string;
  email: string;
  role: Role;
  state: Person["state"];
  /** A building of the user's that the person belongs to; null for admins, who have the list of everybody. */
  propertyId: number | null;
}

/** The newest people that match the text in the list of people. */
export async function findPeopleByWords(
  ctx: SignedInCtx,
  text: string,
  limit: number,
): Promise<PersonFound[]> {
  const found = await people.first(ctx, { q: text }, limit);
  return peopleFound(
    ctx,
    found.map(({ id }) => id),
  );
}

/** The people with these ids that are within the access scope, newest first. */
export async function peopleFound(
  { db, actor: { accessScope } }: SignedInCtx,
  ids: readonly number[],
): Promise<PersonFound[]> {
  const place = sql`
    coalesce((select place.property_id from (
        select u.claimed_property_id as property_id
        union all select m.property_id from lease_members m where m.user_id = u.id
        union all select s.property_id from property_staff s where s.user_id = u.id
        union all select l.property_id from property_landlords l where l.user_id = u.id
      ) place where place.property_id = any(${accessScope.propertyIds}::bigint[]) limit 1), ${accessScope.propertyIds[0] ?? null}::bigint)`;
  const { rows } = await sql<PersonFound>`
    select u.id, u.full_name as "fullName", u.email, u.role, u.state, ${accessScope.effectiveRole === "admin" ? sql`null` : place} as "propertyId"
    from users u where u.id = any(${ids}::bigint[]) and ${personScope(accessScope)} order by u.id desc`.execute(
    db,
  );
  return rows;
}
