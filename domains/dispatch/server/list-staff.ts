import { sql } from "kysely";
import { personScope } from "#server/access/people.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import type { ResponseOf } from "#shared/http/endpoint.ts";
import type { listStaff } from "../contract.ts";

/**
 * Lists the maintenance staff the user can access, by name, with those of their properties that the user can
 * access.
 */
export async function listStaffWithProperties({
  db,
  actor,
}: SignedInCtx): Promise<ResponseOf<typeof listStaff>> {
  const { accessScope } = actor;
  const { rows } = await sql<ResponseOf<typeof listStaff>[number]>`
    select u.id, u.full_name as "fullName", u.has_all_properties as everywhere,
      (select coalesce(json_agg(s.property_id order by s.property_id), '[]') from property_staff s where s.user_id = u.id
        and (${accessScope.everywhere}::boolean or s.property_id = any(${accessScope.propertyIds}::bigint[]))) as "propertyIds"
    from users u where u.role = 'maintenance' and u.state = 'active' and ${personScope(accessScope)}
    order by u.full_name collate "C", u.id limit 1000`.execute(db);
  return rows;
}
