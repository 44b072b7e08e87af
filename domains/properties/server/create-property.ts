import { audit } from "#server/audit.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import type { NewProperty, PropertyDetails } from "../contract.ts";
import { presentProperty } from "./property-queries.ts";
import { publishPropertyChange } from "./publish-change.ts";
import { addOnlyUnit } from "./single-unit.ts";

/**
 * Adds a property (APR-20). A landlord who adds it becomes one of its landlords; a single-unit property gets unit 1
 * at once. It has the organisation's time zone until somebody sets another.
 */
export async function createProperty(ctx: SignedInCtx, facts: NewProperty): Promise<PropertyDetails> {
  const { db, actor } = ctx;
  const { id } = await db
    .insertInto("properties")
    .values((row) => ({
      name: facts.name,
      address: facts.address,
      city: facts.city,
      state: facts.state,
      zip: facts.zip,
      country: facts.country,
      type: facts.type,
      year_built: facts.yearBuilt ?? null,
      mls_number: facts.mlsNumber ?? null,
      access_notes: facts.accessNotes ?? null,
      time_zone: row.selectFrom("organisation").select("time_zone").limit(1),
      created_by_id: actor.id,
    }))
    .returning("id")
    .executeTakeFirstOrThrow();
  await audit(ctx, {
    action: "property.created",
    subjectType: "property",
    subjectId: id,
    propertyId: id,
    details: { after: facts },
  });
  if (facts.type === "single") await addOnlyUnit(ctx, id);
  if (actor.role === "landlord") {
    await db.insertInto("property_landlords").values({ property_id: id, user_id: actor.id }).execute();
    ctx.afterCommit(() => ctx.live.publish({ to: "access-scope", userIds: [actor.id] }));
  }
  publishPropertyChange(ctx, id);
  return presentProperty(db, id);
}
