import { audit } from "#server/audit.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import { conflict } from "#shared/errors.ts";
import { foldText } from "#shared/fold-text.ts";
import type { BodyOf, ResponseOf } from "#shared/http/endpoint.ts";
import type { createUnits as createUnitsEndpoint, NewUnit, UnitDetails } from "../../contract.ts";
import { lockProperty } from "../properties/property-queries.ts";
import { publishPropertyChange } from "../publish-change.ts";
import { countUnits } from "./single-unit.ts";
import { duplicateNumberMessage } from "./unit-numbers.ts";
import { presentUnit } from "./unit-queries.ts";

type UnitInput = BodyOf<typeof createUnitsEndpoint>["units"][number];

/**
 * Adds a unit to a property the user can access (AUN-19).
 * @throws AppError not_found if the property is missing or the user can't access it; conflict if the number
 * is already used, or for a second unit at a single-unit property
 */
export async function createUnit(ctx: SignedInCtx, { propertyId, ...input }: NewUnit): Promise<UnitDetails> {
  const [unit] = await insertUnits(ctx, propertyId, [input], () => "unitNumber");
  return presentUnit(ctx, (unit as { id: number }).id);
}

/** Adds either all of the units or none. @throws AppError conflict with a message for each invalid row */
export const createUnits = (
  ctx: SignedInCtx,
  propertyId: number,
  units: readonly UnitInput[],
): Promise<ResponseOf<typeof createUnitsEndpoint>> =>
  insertUnits(ctx, propertyId, units, (row) => `units.${row}.unitNumber`);

async function insertUnits(
  ctx: SignedInCtx,
  propertyId: number,
  units: readonly UnitInput[],
  getFieldPath: (row: number) => string,
): Promise<{ id: number; unitNumber: string }[]> {
  const property = await lockProperty(ctx, propertyId);
  if (property.type === "single" && (await countUnits(ctx, propertyId)) + units.length > 1) {
    const sentence = "Single-unit properties have just one unit. Change the type to multi-unit to add more.";
    throw conflict(sentence, { fields: { propertyId: sentence } });
  }
  const addedUnits = await ctx.db
    .insertInto("units")
    .values(
      units.map((input) => ({
        property_id: propertyId,
        unit_number: input.unitNumber,
        type: input.type,
        beds: input.beds,
        baths: input.baths,
        rent_cents: input.rent,
        deposit_cents: input.deposit,
        size_sqft: input.sizeSqft ?? null,
        suite: input.suite ?? null,
        floor: input.floor ?? null,
        rentable_sqft: input.rentableSqft ?? null,
        access_notes: input.accessNotes ?? null,
        status: input.status,
      })),
    )
    // A unit whose number is already used isn't inserted, so it isn't returned.
    .onConflict((conflicted) => conflicted.doNothing())
    .returning(["id", "unit_number as unitNumber"])
    .execute();
  assertAllAdded(units, addedUnits, getFieldPath);
  for (const [row, { id }] of addedUnits.entries())
    await audit(ctx, {
      action: "unit.created",
      subjectType: "unit",
      subjectId: id,
      propertyId,
      details: { after: { propertyId, ...units[row] } },
    });
  publishPropertyChange(ctx, propertyId);
  return addedUnits;
}

/** @throws AppError conflict unless every unit was added */
function assertAllAdded(
  units: readonly UnitInput[],
  addedUnits: readonly { unitNumber: string }[],
  getFieldPath: (row: number) => string,
): void {
  const addedNumbers = new Set(addedUnits.map(({ unitNumber }) => unitNumber));
  const seenNumbers = new Set<string>();
  const fields: Record<string, string> = {};
  for (const [row, { unitNumber }] of units.entries()) {
    if (seenNumbers.has(foldText(unitNumber)))
      fields[getFieldPath(row)] = `Unit ${unitNumber} is listed twice.`;
    else if (!addedNumbers.has(unitNumber)) fields[getFieldPath(row)] = duplicateNumberMessage(unitNumber);
    seenNumbers.add(foldText(unitNumber));
  }
  const [sentence] = Object.values(fields);
  if (sentence !== undefined) throw conflict(sentence, { fields });
}
