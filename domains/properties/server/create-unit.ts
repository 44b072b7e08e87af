import { audit } from "#server/audit.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import { conflict } from "#shared/errors.ts";
import type { BodyOf, ResponseOf } from "#shared/http/endpoint.ts";
import type { createUnits as call, NewUnit, UnitDetails } from "../contract.ts";
import { lockProperty } from "./property-queries.ts";
import { publishPropertyChange } from "./publish-change.ts";
import { countUnits } from "./single-unit.ts";
import { takenNumber } from "./unit-numbers.ts";
import { presentUnit } from "./unit-queries.ts";

type UnitFacts = BodyOf<typeof call>["units"][number];

/**
 * Adds a unit to a property within the access scope (AUN-19).
 * @throws AppError not_found when there is no such property; conflict for a number that is taken, or for a second unit of a
 * single-unit property
 */
export async function createUnit(ctx: SignedInCtx, { propertyId, ...facts }: NewUnit): Promise<UnitDetails> {
  const [unit] = await insertUnits(ctx, propertyId, [facts], () => "unitNumber");
  return presentUnit(ctx.db, (unit as { id: number }).id);
}

/** The same for several units: all of them, or none and a conflict with a sentence for each row at fault. */
export const createUnits = (
  ctx: SignedInCtx,
  propertyId: number,
  units: readonly UnitFacts[],
): Promise<ResponseOf<typeof call>> =>
  insertUnits(ctx, propertyId, units, (row) => `units.${row}.unitNumber`);

async function insertUnits(
  ctx: SignedInCtx,
  propertyId: number,
  units: readonly UnitFacts[],
  fieldOf: (row: number) => string,
): Promise<{ id: number; unitNumber: string }[]> {
  const property = await lockProperty(ctx, propertyId);
  if (property.type === "single" && (await countUnits(ctx, propertyId)) + units.length > 1) {
    const sentence = "A single-unit property has its one unit. Make it a multi-unit property to add more.";
    throw conflict(sentence, { fields: { propertyId: sentence } });
  }
  const added = await ctx.db
    .insertInto("units")
    .values(
      units.map((facts) => ({
        property_id: propertyId,
        unit_number: facts.unitNumber,
        type: facts.type,
        beds: facts.beds,
        baths: facts.baths,
        rent_cents: facts.rent,
        deposit_cents: facts.deposit,
        size_sqft: facts.sizeSqft ?? null,
        suite: facts.suite ?? null,
        floor: facts.floor ?? null,
        rentable_sqft: facts.rentableSqft ?? null,
        access_notes: facts.accessNotes ?? null,
        status: facts.status,
      })),
    )
    // A unit whose number is taken is not among those that come back.
    .onConflict((conflicted) => conflicted.doNothing())
    .returning(["id", "unit_number as unitNumber"])
    .execute();
  refuseTaken(units, added, fieldOf);
  for (const [row, { id }] of added.entries())
    await audit(ctx, {
      action: "unit.created",
      subjectType: "unit",
      subjectId: id,
      propertyId,
      details: { after: { propertyId, ...units[row] } },
    });
  publishPropertyChange(ctx, propertyId);
  return added;
}

/** @throws AppError conflict unless each unit was added; those of a taken number were not */
function refuseTaken(
  units: readonly UnitFacts[],
  added: readonly { unitNumber: string }[],
  fieldOf: (row: number) => string,
): void {
  const names = new Set(added.map(({ unitNumber }) => unitNumber));
  const seen = new Set<string>();
  const fields: Record<string, string> = {};
  for (const [row, { unitNumber }] of units.entries()) {
    if (seen.has(unitNumber.toLowerCase())) fields[fieldOf(row)] = `Unit ${unitNumber} is listed twice.`;
    else if (!names.has(unitNumber)) fields[fieldOf(row)] = takenNumber(unitNumber);
    seen.add(unitNumber.toLowerCase());
  }
  const [sentence] = Object.values(fields);
  if (sentence !== undefined) throw conflict(sentence, { fields });
}
