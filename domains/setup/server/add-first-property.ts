import { createProperty } from "#domains/properties/server/properties/create-property.ts";
import { createUnits } from "#domains/properties/server/units/create-unit.ts";
import { assertKnownTimeZone } from "#domains/settings/server/assert-known-time-zone.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import { invalid } from "#shared/errors.ts";
import type { BodyOf, ResponseOf } from "#shared/http/endpoint.ts";
import { type addFirstProperty, findUnitNumbersError } from "../contract.ts";
import { parseUnitNumbers } from "../unit-numbers.ts";
import { finishSetup } from "./progress.ts";

/** The third step. Adds the property with all its units, or nothing. @throws AppError invalid, conflict */
export async function createFirstProperty(
  ctx: SignedInCtx,
  body: BodyOf<typeof addFirstProperty>,
): Promise<ResponseOf<typeof addFirstProperty>> {
  const error = findUnitNumbersError(body);
  if (error !== undefined) throw invalid({ unitNumbers: error });
  if (body.timeZone !== undefined) await assertKnownTimeZone(ctx.db, body.timeZone);
  await finishSetup(ctx.db);
  const { id, name } = await createProperty(ctx, body.property, body.timeZone);
  const parsedNumbers = parseUnitNumbers(body.unitNumbers ?? "");
  const isSingle = body.property.type === "single";
  const numbers = isSingle || "error" in parsedNumbers ? [] : parsedNumbers.numbers;
  const unitDefaults = {
    type: body.unitType,
    beds: 0,
    baths: 0,
    rent: 0,
    deposit: 0,
    status: "vacant",
  } as const;
  if (numbers.length > 0)
    await createUnits(
      ctx,
      id,
      numbers.map((unitNumber) => ({ unitNumber, ...unitDefaults })),
    );
  return { propertyId: id, name, units: isSingle ? 1 : numbers.length };
}
