import { type RawBuilder, sql } from "kysely";
import type { Actor } from "#server/http/actor.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import { conflict, invalid, notFound } from "#shared/errors.ts";

/** The building and unit that a report names. */
interface Asked {
  propertyId: number | undefined;
  unitId: number | undefined;
}

interface Place {
  property_id: number;
  unit_id: number | null;
  lease_id: number | null;
}

/**
 * Where a fault is; undefined where the user may not report it. A tenant reports at their own unit whatever was sent, a
 * pending tenant at the claimed one; staff choose a building within the access scope, or get the first one when they name
 * none. The lease is the unit's current one, so that its tenant sees what staff report there.
 */
export async function placeOf({ db, actor }: SignedInCtx, asked: Asked): Promise<Place | undefined> {
  const { rows } = await sql<Place>`${selectPlace(actor, asked)}`.execute(db);
  return rows[0];
}

function selectPlace({ role, unitId: ownUnitId, accessScope }: Actor, asked: Asked): RawBuilder<unknown> {
  const unitId = asked.unitId ?? null;
  if (role === "tenant")
    return accessScope.effectiveRole === "pending"
      ? sql`select property_id, id as unit_id, null::bigint as lease_id from units where id = ${ownUnitId}::bigint`
      : sql`select property_id, unit_id, lease_id from open_lease_units where lease_id = any(${accessScope.leaseIds}::bigint[])
          order by coalesce(unit_id = ${unitId}::bigint, false) desc, lease_id, unit_id limit 1`;
  if (accessScope.effectiveRole === "pending")
    return sql`select null::bigint as property_id, null::bigint as unit_id, null::bigint as lease_id where false`;
  const propertyId = asked.propertyId ?? null;
  return sql`
    select p.id as property_id, u.id as unit_id,
      (select lease_id from current_lease_units lu where lu.unit_id = u.id order by lease_id limit 1) as lease_id
    from (
      select id from properties where (${accessScope.everywhere}::boolean or id = any(${accessScope.propertyIds}::bigint[]))
        and (${propertyId}::bigint is null or id = ${propertyId}::bigint)
      order by id limit 1
    ) p left join units u on u.property_id = p.id and u.id = ${unitId}::bigint
    where ${unitId}::bigint is null or u.id is not null`;
}

/**
 * Throws the error that says why there is no such place.
 * @throws AppError conflict, invalid or not_found
 */
export async function refusePlace({ db, actor }: SignedInCtx, { propertyId }: Asked): Promise<never> {
  const { role, accessScope } = actor;
  if (role === "tenant")
    throw accessScope.effectiveRole === "pending"
      ? conflict("Please choose your unit first.")
      : conflict("You are on no current lease, so there is no unit to report a fault for.");
  if (accessScope.effectiveRole === "pending")
    throw conflict("You can report a fault once your account has been approved.");
  const { rows } = await sql`
    select from properties where (${accessScope.everywhere}::boolean or id = any(${accessScope.propertyIds}::bigint[]))
      and (${propertyId ?? null}::bigint is null or id = ${propertyId ?? null}::bigint) limit 1`.execute(db);
  if (rows.length === 0)
    throw propertyId === undefined
      ? invalid({ propertyId: "Please choose a building" })
      : notFound("building");
  throw invalid({ unitId: "This unit is not in the chosen building" });
}
