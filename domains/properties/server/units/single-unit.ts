import { audit } from "#server/audit.ts";
import type { SignedInCtx } from "#server/http/context.ts";

/** Adds unit `1` to a single-unit property (requirements, "Model"). Its details are filled in on its page. */
export async function addSingleUnit(ctx: SignedInCtx, propertyId: number): Promise<void> {
  const fields = { unitNumber: "1", type: "office", status: "vacant" } as const;
  const { id } = await ctx.db
    .insertInto("units")
    .values({
      property_id: propertyId,
      unit_number: fields.unitNumber,
      type: fields.type,
      status: fields.status,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await audit(ctx, {
    action: "unit.created",
    subjectType: "unit",
    subjectId: id,
    propertyId,
    details: { after: { propertyId, ...fields } },
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
