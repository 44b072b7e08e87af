import { sql } from "kysely";
import { personScope } from "#server/access/people.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import type { Role } from "#shared/permissions.ts";
import type { Person } from "../../people-contract.ts";
import { personList } from "./list-people.ts";

/** A person in the results of the top bar search. */
export interface PersonResult {
  id: number;
  fullName: string;
  email: string;
  role: Role;
  state: Person["state"];
  /**
   * A property that the person and the signed-in user share. Null for admins, who open the person in the
   * people list.
   */
  propertyId: number | null;
}

/** Returns the newest people who match the text, using the same search as the people list. */
export async function searchPeople(ctx: SignedInCtx, text: string, limit: number): Promise<PersonResult[]> {
  const rows = await personList.first(ctx, { q: text }, limit);
  return findPeopleByIds(
    ctx,
    rows.map(({ id }) => id),
  );
}

/** Returns the people with these ids within the access scope, newest first. */
export async function findPeopleByIds(
  { db, actor: { accessScope } }: SignedInCtx,
  ids: readonly number[],
): Promise<PersonResult[]> {
  const sharedPropertyId = sql`
    coalesce((select membership.property_id from (
        select u.requested_property_id as property_id
        union all select m.property_id from lease_members m where m.user_id = u.id
        union all select s.property_id from property_staff s where s.user_id = u.id
        union all select l.property_id from property_landlords l where l.user_id = u.id
      ) membership where membership.property_id = any(${accessScope.propertyIds}::bigint[]) limit 1), ${accessScope.propertyIds[0] ?? null}::bigint)`;
  const { rows } = await sql<PersonResult>`
    select u.id, u.full_name as "fullName", u.email, u.role, u.state, ${accessScope.effectiveRole === "admin" ? sql`null` : sharedPropertyId} as "propertyId"
    from users u where u.id = any(${ids}::bigint[]) and ${personScope(accessScope)} order by u.id desc`.execute(
    db,
  );
  return rows;
}
