import { sql } from "kysely";
import type { Db } from "#server/db/database.ts";
import type { StoredBuildingPhoto } from "./contents.ts";
import { leases, properties, units } from "./properties-and-leases.ts";
import { firstOfMonth, hoursBefore, lastOfMonth } from "./time.ts";

const createdHoursAgo = 559 * 24;

/**
 * Adds properties, units, companies, and leases. People are added later because their access requests refer
 * to units.
 */
export async function fillPropertiesAndLeases(
  db: Db,
  photos: ReadonlyMap<number, StoredBuildingPhoto>,
  now: Date,
): Promise<void> {
  const createdAt = hoursBefore(now, createdHoursAgo);
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
        ...toPhotoColumns(photos, property.id),
        offers_registration: property.offersRegistration,
        access_notes: property.accessNotes,
        created_at: createdAt,
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
        created_at: createdAt,
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
        created_at: createdAt,
      })),
    )
    .execute();
  const dated = leases.map((lease) => ({
    ...lease,
    from: firstOfMonth(now, -lease.startedMonthsAgo),
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
        starts_on: from,
        ends_on: to,
        created_at: createdAt,
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
          has_started: state !== "draft",
          has_ended: state === "ended",
        })),
      ),
    )
    .execute();
}

function toPhotoColumns(photos: ReadonlyMap<number, StoredBuildingPhoto>, propertyId: number) {
  const photo = photos.get(propertyId);
  return {
    image_key: photo?.file.key ?? null,
    image_thumbnail_key: photo?.thumbnail.key ?? null,
    image_media_type: photo === undefined ? null : ("image/jpeg" as const),
  };
}
