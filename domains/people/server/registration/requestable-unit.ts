import type { Ctx } from "#server/http/context.ts";
import { invalid } from "#shared/errors.ts";
import type { Role } from "#shared/permissions.ts";
import { findOfferedUnit, type LabeledUnit } from "../units.ts";

/**
 * Finds the requested unit. Null for other roles, because only tenants request a unit (REG-13).
 * @throws AppError invalid for a unit that isn't offered or doesn't exist
 */
export async function findRequestableUnit(
  ctx: Ctx,
  role: Role,
  unitId: number | null | undefined,
): Promise<LabeledUnit | null> {
  if (role !== "tenant" || unitId === null || unitId === undefined) return null;
  const unit = await findOfferedUnit(ctx.db, unitId);
  if (unit === undefined) throw invalid({ unitId: "Select one of the units listed." });
  return unit;
}
