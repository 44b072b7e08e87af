import { type RawBuilder, sql } from "kysely";
import { personScope } from "#server/access/people.ts";
import type { Db } from "#server/db/database.ts";
import type { AccessScope } from "#server/http/requests/actor.ts";
import { notFound } from "#shared/errors.ts";
import { decidableUnits } from "../access.ts";
import { unitLabel } from "../units.ts";
import type { PersonRow } from "./present-person.ts";

const maxListedProperties = 5;

/**
 * The list columns of `users u`. Requested and leased units, companies, and properties are included only
 * within the access scope.
 */
export const personColumns = (accessScope: AccessScope): RawBuilder<unknown> => sql`
  u.id, u.full_name as "fullName", u.email, u.role, u.state, u.email_confirmed_at is not null as "emailConfirmed",
  (select json_build_object('id', cu.id, 'label', ${unitLabel("cp", "cu")}, 'propertyId', cu.property_id)
    from units cu join properties cp on cp.id = cu.property_id
    where cu.id = u.requested_unit_id and ${decidableUnits(accessScope, "cu")}) as "requestedUnit",
  (select json_build_object('count', count(*), 'firstProperties', coalesce(json_agg(json_build_object('id', id, 'name', name)
      order by name, id) filter (where place <= ${sql.lit(maxListedProperties)}), '[]'))
    from (select p.id, p.name, row_number() over (order by p.name, p.id) as place
      from properties p where p.id in (${selectPropertyIds("u")}) and ${withinScope(accessScope, "p.id")}) named) as properties,
  u.has_all_properties as "hasAllProperties",
  (select json_build_object(
      'companies', coalesce(jsonb_agg(distinct jsonb_build_object('id', c.id, 'name', c.name)), '[]'), 'units',
      coalesce(jsonb_agg(distinct jsonb_build_object('id', un.id, 'label', ${unitLabel("p", "un")})), '[]'))
    from current_lease_members m
    join leases l on l.id = m.lease_id
    join companies c on c.id = l.company_id
    join properties p on p.id = l.property_id
    join lease_units lu on lu.lease_id = l.id and lu.during @> (now() at time zone p.time_zone)::date
    join units un on un.id = lu.unit_id
    where m.user_id = u.id and u.role = 'tenant' and ${withinScope(accessScope, "p.id")}) as "leaseSummary",
  (select json_build_object('id', i.id, 'invitedBy', inviter.full_name,
      'acceptedAt', to_char(i.accepted_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
    from invitations i join users inviter on inviter.id = i.invited_by_id where i.accepted_by_id = u.id) as invitation,
  case u.state when 'disabled' then u.disabled_reason end as "disabledReason",
  u.created_at as "createdAt", u.last_sign_in_at as "lastSignInAt", u.version`;

/** The properties related to a person (alias `person`) through their role. */
const selectPropertyIds = (person: string) => sql`
  select l.property_id from property_landlords l where l.user_id = ${sql.ref(`${person}.id`)} and ${sql.ref(`${person}.role`)} = 'landlord'
  union all
  select s.property_id from property_staff s where s.user_id = ${sql.ref(`${person}.id`)} and ${sql.ref(`${person}.role`)} = 'maintenance'
  union all
  select m.property_id from current_lease_members m where m.user_id = ${sql.ref(`${person}.id`)} and ${sql.ref(`${person}.role`)} = 'tenant'`;

const withinScope = ({ effectiveRole, propertyIds }: AccessScope, column: string): RawBuilder<boolean> =>
  effectiveRole === "admin"
    ? sql`true`
    : sql`${sql.ref(column)} = any(${effectiveRole === "landlord" ? propertyIds : []}::bigint[])`;

/**
 * All of one person's properties within the access scope, and the number of open work orders there assigned to
 * the person.
 */
export async function findAssignments(
  db: Db,
  accessScope: AccessScope,
  id: number,
): Promise<{ propertyIds: number[]; openWorkOrderCount: number }> {
  const { rows } = await sql<{ propertyIds: number[]; openWorkOrderCount: number }>`
    select array(select p.id from properties p where p.id in (${selectPropertyIds("u")}) and ${withinScope(accessScope, "p.id")}
        order by p.id) as "propertyIds",
      (select count(*)::int from work_orders o where o.assignee_id = u.id and o.deleted_at is null
        and o.status not in ('completed', 'cancelled') and ${withinScope(accessScope, "o.property_id")}) as "openWorkOrderCount"
    from users u where u.id = ${id}`.execute(db);
  const row = rows[0];
  if (row === undefined) throw notFound("person");
  return row;
}

/** Finds a person the user can access. @throws AppError not_found if missing or outside the access scope */
export async function findPerson(db: Db, accessScope: AccessScope, id: number): Promise<PersonRow> {
  const { rows } = await sql<PersonRow>`
    select ${personColumns(accessScope)} from users u where u.id = ${id} and ${personScope(accessScope)}`.execute(
    db,
  );
  const person = rows[0];
  if (person === undefined) throw notFound("person");
  return person;
}

/**
 * Finds a person and locks the row for a change. The lock allows inserts that reference the person, such as
 * notifications, to avoid deadlocks.
 * @throws AppError not_found
 */
export async function lockPerson(db: Db, accessScope: AccessScope, id: number): Promise<PersonRow> {
  await sql`select id from users where id = ${id} for no key update`.execute(db);
  return findPerson(db, accessScope, id);
}
