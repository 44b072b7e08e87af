import { audit, diffFields } from "#server/audit.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import { assertCurrentVersion } from "#server/http/requests/assert-current-version.ts";
import type { BodyOf } from "#shared/http/endpoint.ts";
import type { editUnit as editUnitEndpoint, UnitDetails } from "../../contract.ts";
import { publishPropertyChange } from "../publish-change.ts";
import { recordArea } from "./record-area.ts";
import { withUniqueNumber } from "./unit-numbers.ts";
import { lockUnit, presentUnit, type UnitRecord } from "./unit-queries.ts";

const fields = [
  "unitNumber",
  "type",
  "suite",
  "floor",
  "rentableSqft",
  "sizeSqft",
  "beds",
  "baths",
  "rent",
  "deposit",
  "accessNotes",
  "status",
] as const;

/**
 * Updates a unit. Its status can be changed manually from any status to any other (AUN-20). A change of its area
 * applies from a date (REC-20).
 * @throws AppError not_found; invalid if the area applies from a future date; conflict if `expectedVersion` is
 * outdated or the number is already used
 */
export async function editUnit(
  ctx: SignedInCtx,
  id: number,
  { version: _, areaFrom, ...input }: BodyOf<typeof editUnitEndpoint>,
  expectedVersion: number | undefined,
): Promise<UnitDetails> {
  const unit = await lockUnit(ctx, id);
  const record = {
    type: "unit",
    action: "unit.edited",
    id,
    name: `unit ${unit.unit_number}`,
    version: unit.version,
  } as const;
  await assertCurrentVersion(ctx, record, expectedVersion, () => presentUnit(ctx, id));
  const before = toUnitFields(unit);
  const after = { ...before, ...input };
  const changes = diffFields(before, after, fields);
  if (changes.length > 0) {
    await withUniqueNumber(after.unitNumber, () =>
      ctx.db
        .updateTable("units")
        .set({
          unit_number: after.unitNumber,
          type: after.type,
          beds: after.beds,
          baths: after.baths,
          rent_cents: after.rent,
          deposit_cents: after.deposit,
          size_sqft: after.sizeSqft,
          suite: after.suite,
          floor: after.floor,
          rentable_sqft: after.rentableSqft,
          access_notes: after.accessNotes,
          status: after.status,
          version: unit.version + 1,
        })
        .where("id", "=", id)
        .execute(),
    );
    const areaSqft = after.rentableSqft ?? after.sizeSqft ?? 0;
    const since =
      areaSqft === (unit.area_sqft ?? 0) ? undefined : await recordArea(ctx, unit, areaSqft, areaFrom);
    await audit(ctx, {
      action: "unit.edited",
      subjectType: "unit",
      subjectId: id,
      propertyId: unit.property_id,
      details: { changes, ...(since === undefined ? {} : { areaFrom: since }) },
    });
    publishPropertyChange(ctx, unit.property_id);
  }
  return presentUnit(ctx, id);
}

/** Returns a unit's fields as its form and the audit log use them. */
export const toUnitFields = (unit: UnitRecord) => ({
  unitNumber: unit.unit_number,
  type: unit.type,
  beds: unit.beds,
  baths: unit.baths,
  rent: unit.rent_cents,
  deposit: unit.deposit_cents,
  sizeSqft: unit.size_sqft,
  suite: unit.suite,
  floor: unit.floor,
  rentableSqft: unit.rentable_sqft,
  accessNotes: unit.access_notes,
  status: unit.status,
});
