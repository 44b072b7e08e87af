import { audit } from "#server/audit.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import { conflict } from "#shared/errors.ts";
import type { NewUnit, UnitDetails } from "../contract.ts";
import { lockProperty } from "./property-queries.ts";
import { publishPropertyChange } from "./publish-change.ts";
import { countUnits } from "./single-unit.ts";
import { refusingTwins } from "./unit-numbers.ts";
import { presentUnit } from "./unit-queries.ts";

/**
 * Adds a unit to a property within the access scope (AUN-19).
 * @throws AppError not_found when there is no such property; conflict for a number that is taken, or for a second unit of a
 * single-unit property
 */
export async function createUnit(ctx: SignedInCtx, facts: NewUnit): Promise<UnitDetails> {
  const property = await lockProperty(ctx, facts.propertyId);
  if (property.type === "single" && (await countUnits(ctx, property.id)) > 0) {
    const sentence = "A single-unit property has its one unit. Make it a multi-unit property to add more.";
    throw conflict(sentence, { fields: { propertyId: sentence } });
  }
  const { id } = await refusingTwins(facts.unitNumber, () =>
    ctx.db
      .insertInto("units")
      .values({
        property_id: facts.propertyId,
        unit_number: facts.unitNumber,
        type: facts.type,
        beds: facts.beds,
        baths: facts.baths,
        rent_cents: facts.rent,
        deposit_cents: facts.deposit,
        size_sqft: facts.sizeSqft ?? null,
        status: facts.status,
      })
      .returning("id")
      .executeTakeFirstOrThrow(),
  );
  await audit(ctx, {
    action: "unit.created",
    subjectType: "unit",
    subjectId: id,
    propertyId: facts.propertyId,
    details: { after: facts },
  });
  publishPropertyChange(ctx, facts.propertyId);
  return presentUnit(ctx.db, id);
}
