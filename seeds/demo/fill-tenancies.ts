import { sql } from "kysely";
import type { Db } from "#server/db/database.ts";
import type { KeptBuildingPhoto } from "./contents.ts";
import { leases, properties, units } from "./tenancies.ts";
import { firstOfMonth, hoursBefore, lastOfMonth } from "./time.ts";

const madeHoursAgo = 559 * 24;

/** Buildings, units, companies and leases. People come later, as their claims refer to units. */
export async function fillTenancies(
  db: Db,
  photos: ReadonlyMap<number, KeptBuildingPhoto>,
  now: Date,
): Promise<void> {
  const madeAt = hoursBefore(now, madeHoursAgo);
  await db
    .insertInto("properties")
    .values(
      properties.map((property) => ({
        id: property.id,
        name: property.name,
        address: property.address,
        city: property.city,
        state: "WA",
        zip: property.zip,
        type: property.type,
        year_built: property.yearBuilt,
        mls_number: property.mlsNumber,
        ...photoOf(photos, property.id),
        offers_registration: property.offersRegistration,
        access_notes: property.accessNotes,
        created_at: madeAt,
      })),
    )
    .execute();
  await db
    .insertInto("units")
    .values(
      units.map((unit) => ({
        id: unit.id,
        property_id: unit.property,
        unit_number: unit.number,
        type: unit.type,
        baths: unit.baths,
        rent_cents: unit.rentCents,
        deposit_cents: unit.depositCents,
        size_sqft: unit.sqft,
        floor: unit.floor,
        suite: unit.suite ?? null,
        rentable_sqft: unit.rentableSqft ?? null,
        status: unit.status,
        access_notes: unit.accessNotes ?? null,
        created_at: madeAt,
      })),
    )
    .execute();
  await db
    .insertInto("companies")
    .values(
      leases.map(({ id, company }) => ({
        id,
        name: company,
        contact_email: `office@${company.toLowerCase().replace(/[^a-z]+/g, "-")}.example`,
        contact_phone: `(206) 555-01${String(id).padStart(2, "0")}`,
        created_at: madeAt,
      })),
    )
    .execute();
  const dated = leases.map((lease) => ({
    ...lease,
    from: firstOfMonth(now, -lease.beganMonthsAgo),
    to: lastOfMonth(now, lease.endsInMonths),
  }));
  await db
    .insertInto("leases")
    .values(
      dated.map(({ id, property, state, from, to }) => ({
        id,
        property_id: property,
        company_id: id,
        state,
        from_on: from,
        to_on: to,
        created_at: madeAt,
      })),
    )
    .execute();
  await db
    .insertInto("lease_units")
    .values(
      dated.flatMap(({ id, property, units: leased, from, to, state }) =>
        leased.map((unitId) => ({
          lease_id: id,
          unit_id: unitId,
          property_id: property,
          during: sql<string>`daterange(${from}::date, ${to}::date, '[]')`,
          holds: state !== "draft",
          has_begun: state !== "draft",
          has_ended: state === "ended",
        })),
      ),
    )
    .execute();
}

function photoOf(photos: ReadonlyMap<number, KeptBuildingPhoto>, propertyId: number) {
  const photo = photos.get(propertyId);
  return {
    image_key: photo?.file.key ?? null,
    image_thumbnail_key: photo?.thumbnail.key ?? null,
    image_media_type: photo === undefined ? null : "image/jpeg",
  };
}
