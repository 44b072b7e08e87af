import type { Ctx } from "#server/http/context.ts";
import { invalid } from "#shared/errors.ts";
import type { Role } from "#shared/permissions.ts";
import { findOfferedUnit, type LabelledUnit } from "./units.ts";

/**
 * The unit a person with this role may claim: only tenants claim a unit (REG-13), and only an offered one.
 * @throws AppError invalid for a unit that is not offered or does not exist
 */
export async function claimableUnit(
  ctx: Ctx,
  role: Role,
  unitId: number | null | undefined,
): Promise<LabelledUnit | null> {
  if (role !== "tenant" || unitId === null || unitId === undefined) return null;
  const unit = await findOfferedUnit(ctx.db, unitId);
  if (unit === undefined) throw invalid({ unitId: "Please choose one of the units offered." });
  return unit;
}
