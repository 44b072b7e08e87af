import { type RawBuilder, sql } from "kysely";
import type { SignedInCtx } from "#server/http/context.ts";
import type { Actor } from "#server/http/requests/actor.ts";
import { conflict, invalid, notFound } from "#shared/errors.ts";

interface RequestedPlace {
  propertyId: number | undefined;
  unitId: number | undefined;
}

interface Place {
  property_id: number;
  unit_id: number | null;
  lease_id: number | null;
}

/**
 * Returns where the problem is, or undefined if the user can't report it there. For tenants this is always
 * their own unit, and for pending tenants the unit they requested. Staff select an accessible property, or
 * get the first one by default. The lease is the unit's current one, so that its tenants see the
 * problems staff report there.
 */
export async function findPlace(
  { db, actor }: SignedInCtx,
  requested: RequestedPlace,
): Promise<Place | undefined> {
  const { rows } = await sql<Place>`${selectPlace(actor, requested)}`.execute(db);
  return rows[0];
}

function selectPlace(
  { role, unitId: myUnitId, accessScope }: Actor,
  requested: RequestedPlace,
): RawBuilder<unknown> {
  const unitId = requested.unitId ?? null;
  if (role === "tenant")
    return accessScope.effectiveRole === "pending"
      ? sql`select property_id, id as unit_id, null::bigint as lease_id from units where id = ${myUnitId}::bigint`
      : sql`select property_id, unit_id, lease_id from open_lease_units where lease_id = any(${accessScope.leaseIds}::bigint[])
          order by coalesce(unit_id = ${unitId}::bigint, false) desc, lease_id, unit_id limit 1`;
  if (accessScope.effectiveRole === "pending")
    return sql`select null::bigint as property_id, null::bigint as unit_id, null::bigint as lease_id where false`;
  const propertyId = requested.propertyId ?? null;
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
 * Throws the error that explains why the user can't report a problem there.
 * @throws AppError conflict, invalid, or not_found
 */
export async function throwPlaceError(
  { db, actor }: SignedInCtx,
  { propertyId }: RequestedPlace,
): Promise<never> {
  const { role, accessScope } = actor;
  if (role === "tenant")
    throw accessScope.effectiveRole === "pending"
      ? conflict("Select your unit first.")
      : conflict("You're not on a current lease, so you can't report a problem.");
  if (accessScope.effectiveRole === "pending")
    throw conflict("You can report a problem once your account is approved.");
  const { rows } = await sql`
    select from properties where (${accessScope.everywhere}::boolean or id = any(${accessScope.propertyIds}::bigint[]))
      and (${propertyId ?? null}::bigint is null or id = ${propertyId ?? null}::bigint) limit 1`.execute(db);
  if (rows.length === 0)
    throw propertyId === undefined
      ? invalid({ propertyId: "Please select a property" })
      : notFound("property");
  throw invalid({ unitId: "This unit isn't at the selected property" });
}
