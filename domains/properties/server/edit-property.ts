import { audit, changesBetween } from "#server/audit.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import { refuseOldVersion } from "#server/http/refuse-old-version.ts";
import { check } from "#server/http/route.ts";
import { conflict } from "#shared/errors.ts";
import type { BodyOf } from "#shared/http/endpoint.ts";
import {
  type editProperty as call,
  type NewProperty,
  newProperty,
  type PropertyDetails,
} from "../contract.ts";
import { lockProperty, type PropertyRecord, presentProperty } from "./property-queries.ts";
import { publishPropertyChange } from "./publish-change.ts";
import { addOnlyUnit, countUnits } from "./single-unit.ts";

const fields = [
  "name",
  "address",
  "city",
  "state",
  "zip",
  "country",
  "type",
  "yearBuilt",
  "mlsNumber",
  "accessNotes",
] as const satisfies (keyof NewProperty)[];

/**
 * Changes the given fields of a property; the audit log records each field's old and new value.
 * @throws AppError not_found; conflict when `seen` is an old version, or when a property with several units would become
 *   single-unit
 */
export async function editProperty(
  ctx: SignedInCtx,
  id: number,
  { version: _, ...given }: BodyOf<typeof call>,
  seen: number | undefined,
): Promise<PropertyDetails> {
  const property = await lockProperty(ctx, id);
  await refuseOldVersion(ctx, { ...property, type: "property" }, seen, () => presentProperty(ctx.db, id));
  const before = factsOf(property);
  // State and country depend on each other, so the whole property is checked again.
  const after: NewProperty = { ...before, ...(check(newProperty, { ...before, ...given }) as NewProperty) };
  const changes = changesBetween(before, after, fields);
  if (changes.length > 0) {
    if (after.type === "single" && before.type !== "single") await makeSingle(ctx, id);
    await ctx.db
      .updateTable("properties")
      .set({
        name: after.name,
        address: after.address,
        city: after.city,
        state: after.state,
        zip: after.zip,
        country: after.country,
        type: after.type,
        year_built: after.yearBuilt ?? null,
        mls_number: after.mlsNumber ?? null,
        access_notes: after.accessNotes ?? null,
        version: property.version + 1,
      })
      .where("id", "=", id)
      .execute();
    await audit(ctx, {
      action: "property.edited",
      subjectType: "property",
      subjectId: id,
      propertyId: id,
      details: { changes },
    });
    publishPropertyChange(ctx, id);
  }
  return presentProperty(ctx.db, id);
}

const factsOf = (property: PropertyRecord): NewProperty => ({
  name: property.name,
  address: property.address,
  city: property.city,
  state: property.state,
  zip: property.zip,
  country: property.country as NewProperty["country"],
  type: property.type as NewProperty["type"],
  yearBuilt: property.year_built,
  mlsNumber: property.mls_number,
  accessNotes: property.access_notes,
});

async function makeSingle(ctx: SignedInCtx, id: number): Promise<void> {
  const count = await countUnits(ctx, id);
  if (count > 1) {
    const sentence = `This property has ${count} units, and a single-unit property has one. Please delete the others first.`;
    throw conflict(sentence, { fields: { type: sentence } });
  }
  if (count === 0) await addOnlyUnit(ctx, id);
}
