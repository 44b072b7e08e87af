import { type Selectable, sql } from "kysely";
import type { UnitsTable } from "#server/db/tables.ts";
import type { Ctx, SignedInCtx } from "#server/http/context.ts";
import type { Day } from "#shared/calendar.ts";
import { notFound } from "#shared/errors.ts";
import type { UnitDetails } from "../../contract.ts";
import { propertyScope } from "../access.ts";

export type UnitRecord = Selectable<UnitsTable> & {
  property_name: string;
  property_type: string;
  /** Today's date at the property. */
  today: Day;
};

/** The fields of `units u`. */
export const unitColumns = sql`
  u.id, u.property_id as "propertyId", u.unit_number as "unitNumber", u.type, u.status, u.beds, u.baths,
  u.size_sqft as "sizeSqft", u.suite, u.floor, u.rentable_sqft as "rentableSqft", u.area_sqft as "areaSqft", u.rent_cents as rent, u.deposit_cents as deposit, u.version`;

/** The start date of the unit's next lease, based on the property's date. */
export const nextLeaseColumn = sql`
  (select min(lower(lu.during)) from lease_units lu join properties p on p.id = lu.property_id
    where lu.unit_id = u.id and lu.holds and lower(lu.during) > (now() at time zone p.time_zone)::date) as "nextLeaseStartsOn"`;

/**
 * Returns a unit with its leases, regardless of the access scope, for a user whose access has already been
 * checked.
 */
export async function presentUnit({ db, now }: Ctx, id: number): Promise<UnitDetails> {
  const { rows } = await sql<UnitDetails>`
    select ${unitColumns}, u.access_notes as "accessNotes", ${nextLeaseColumn},
      json_build_object('id', p.id, 'name', p.name,
        'address', concat_ws(', ', p.address, p.city, p.state || ' ' || p.zip)) as property,
      (${now}::timestamptz at time zone p.time_zone)::date as today,
      (select coalesce(json_agg(json_build_object('number', a.number, 'squareFeet', a.square_feet, 'from', nullif(a.starts_on, '1900-01-01'),
          'to', period.ends_on, 'isReplaced', period.number is null, 'madeBy', m.full_name,
          'madeAt', to_char(a.made_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) order by a.number desc), '[]')
        from unit_areas a left join unit_area_periods period using (unit_id, number) left join users m on m.id = a.made_by_id
        where a.unit_id = u.id) as areas,
      (select coalesce(json_agg(json_build_object('id', l.id, 'company', c.name, 'state', l.state,
          'from', to_char(lower(lu.during), 'YYYY-MM-DD'), 'to', to_char(upper(lu.during) - 1, 'YYYY-MM-DD'),
          'isCurrent', exists (select from current_lease_units current_lu where current_lu.lease_id = l.id and current_lu.unit_id = u.id),
          'createdAt', to_char(l.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
        order by lower(lu.during) desc, l.id desc), '[]')
       from lease_units lu join leases l on l.id = lu.lease_id join companies c on c.id = l.company_id
       where lu.unit_id = u.id) as leases
    from units u join properties p on p.id = u.property_id where u.id = ${id}`.execute(db);
  const unit = rows[0];
  if (unit === undefined) throw notFound("unit");
  return unit;
}

/** @throws AppError not_found if it is missing or the user can't access it */
export async function readUnitDetails(ctx: SignedInCtx, id: number): Promise<UnitDetails> {
  await selectUnit(ctx, id, "read");
  return presentUnit(ctx, id);
}

/** Locks a unit for a change. @throws AppError not_found */
export const lockUnit = (ctx: SignedInCtx, id: number): Promise<UnitRecord> => selectUnit(ctx, id, "change");

async function selectUnit(
  { db, actor, now }: SignedInCtx,
  id: number,
  purpose: "read" | "change",
): Promise<UnitRecord> {
  const { rows } = await sql<UnitRecord>`
    select u.*, p.name as property_name, p.type as property_type, (${now}::timestamptz at time zone p.time_zone)::date as today
    from units u join properties p on p.id = u.property_id
    where u.id = ${id} and ${propertyScope(actor.accessScope)} ${purpose === "change" ? sql`for no key update of u` : sql``}`.execute(
    db,
  );
  const unit = rows[0];
  if (unit === undefined) throw notFound("unit");
  return unit;
}
