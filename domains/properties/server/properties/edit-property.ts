import { audit, diffFields } from "#server/audit.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import { parseInput } from "#server/http/endpoints/route.ts";
import { assertCurrentVersion } from "#server/http/requests/assert-current-version.ts";
import { conflict } from "#shared/errors.ts";
import type { BodyOf } from "#shared/http/endpoint.ts";
import {
  type editProperty as editPropertyEndpoint,
  type NewProperty,
  newProperty,
  type PropertyDetails,
} from "../../contract.ts";
import { publishPropertyChange } from "../publish-change.ts";
import { addSingleUnit, countUnits } from "../units/single-unit.ts";
import { lockProperty, type PropertyRecord, presentProperty } from "./property-queries.ts";

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
 * Updates a property. The audit log records each field's old and new value.
 * @throws AppError not_found; conflict if `expectedVersion` is outdated, or if a property with several units
 * would become single-unit
 */
export async function editProperty(
  ctx: SignedInCtx,
  id: number,
  { version: _, ...input }: BodyOf<typeof editPropertyEndpoint>,
  expectedVersion: number | undefined,
): Promise<PropertyDetails> {
  const property = await lockProperty(ctx, id);
  await assertCurrentVersion(ctx, { ...property, type: "property" }, expectedVersion, () =>
    presentProperty(ctx.db, id),
  );
  const before = toPropertyFields(property);
  // State and country depend on each other, so the whole property is validated again.
  const after: NewProperty = {
    ...before,
    ...(parseInput(newProperty, { ...before, ...input }) as NewProperty),
  };
  const changes = diffFields(before, after, fields);
  if (changes.length > 0) {
    if (after.type === "single" && before.type !== "single") await convertToSingleUnit(ctx, id);
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

const toPropertyFields = (property: PropertyRecord): NewProperty => ({
  name: property.name,
  address: property.address,
  city: property.city,
  state: property.state,
  zip: property.zip,
  country: property.country,
  type: property.type,
  yearBuilt: property.year_built,
  mlsNumber: property.mls_number,
  accessNotes: property.access_notes,
});

async function convertToSingleUnit(ctx: SignedInCtx, id: number): Promise<void> {
  const count = await countUnits(ctx, id);
  if (count > 1) {
    const sentence = `This property has ${count} units, but single-unit properties can have only one. Delete the others first.`;
    throw conflict(sentence, { fields: { type: sentence } });
  }
  if (count === 0) await addSingleUnit(ctx, id);
}
