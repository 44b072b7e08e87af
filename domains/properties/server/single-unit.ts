import { audit } from "#server/audit.ts";
import type { SignedInCtx } from "#server/http/context.ts";

/** Gives a single-unit property its unit `1` (requirements, "Model"). Its details are filled in on its page. */
export async function addOnlyUnit(ctx: SignedInCtx, propertyId: number): Promise<void> {
  const facts = { unitNumber: "1", type: "office", status: "vacant" };
  const { id } = await ctx.db
    .insertInto("units")
    .values({
      property_id: propertyId,
      unit_number: facts.unitNumber,
      type: facts.type,
      status: facts.status,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await audit(ctx, {
    action: "unit.created",
    subjectType: "unit",
    subjectId: id,
    propertyId,
    details: { after: { propertyId, ...facts } },
  });
}

export async function countUnits({ db }: SignedInCtx, propertyId: number): Promise<number> {
  const { count } = await db
    .selectFrom("units")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("property_id", "=", propertyId)
    .executeTakeFirstOrThrow();
  return count;
}
