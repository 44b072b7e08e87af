import { audit } from "#server/audit.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import type { NewProperty, PropertyDetails } from "../../contract.ts";
import { publishPropertyChange } from "../publish-change.ts";
import { addSingleUnit } from "../units/single-unit.ts";
import { presentProperty } from "./property-queries.ts";

/**
 * Adds a property (APR-20). A landlord who adds it becomes one of its landlords, and a single-unit property
 * gets unit 1 immediately. The property uses the organization's time zone unless `timeZone` is set.
 */
export async function createProperty(
  ctx: SignedInCtx,
  input: NewProperty,
  timeZone?: string,
): Promise<PropertyDetails> {
  const { db, actor } = ctx;
  const { id } = await db
    .insertInto("properties")
    .values((row) => ({
      name: input.name,
      address: input.address,
      city: input.city,
      state: input.state,
      zip: input.zip,
      country: input.country,
      type: input.type,
      year_built: input.yearBuilt ?? null,
      mls_number: input.mlsNumber ?? null,
      access_notes: input.accessNotes ?? null,
      time_zone: timeZone ?? row.selectFrom("organization").select("time_zone").limit(1),
      created_by_id: actor.id,
    }))
    .returning("id")
    .executeTakeFirstOrThrow();
  await audit(ctx, {
    action: "property.created",
    subjectType: "property",
    subjectId: id,
    propertyId: id,
    details: { after: input },
  });
  if (input.type === "single") await addSingleUnit(ctx, id);
  if (actor.accessScope.effectiveRole === "landlord") {
    await db.insertInto("property_landlords").values({ property_id: id, user_id: actor.id }).execute();
    ctx.afterCommit(() => ctx.live.publish({ to: "access-scope", userIds: [actor.id] }));
  }
  publishPropertyChange(ctx, id);
  return presentProperty(db, id);
}
