import { sql } from "kysely";
import { audit } from "#server/audit.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import { assertCurrentVersion } from "#server/http/requests/assert-current-version.ts";
import { runDeletion } from "#server/run-deletion.ts";
import { assertNoRelatedRecords, formatCounts } from "../deletion-blockers.ts";
import { publishPropertyChange } from "../publish-change.ts";
import { lockProperty, presentProperty } from "./property-queries.ts";

interface RelatedCounts {
  leases: number;
  orders: number;
  bills: number;
  documents: number;
  trashed: number;
  requests: number;
}

/**
 * Deletes a property, its unused units, and the assignments of its landlords and staff. The audit log keeps
 * its contents.
 * @throws AppError not_found; conflict if it has leases, work orders, bills, documents, or people requesting access
 * to a unit
 */
export async function deleteProperty(
  ctx: SignedInCtx,
  id: number,
  expectedVersion: number | undefined,
): Promise<void> {
  const { db } = ctx;
  const property = await lockProperty(ctx, id);
  await assertCurrentVersion(ctx, { ...property, type: "property" }, expectedVersion, () =>
    presentProperty(db, id),
  );
  const { rows } = await sql<RelatedCounts>`
    select (select count(*) from leases where property_id = ${id}) as leases,
      (select count(*) from work_orders where property_id = ${id}) as orders,
      (select count(*) from bills where property_id = ${id}) as bills,
      (select count(*) from documents where property_id = ${id} and trashed_at is null) as documents,
      (select count(*) from documents where property_id = ${id} and trashed_at is not null) as trashed,
      (select count(*) from users where requested_unit_id in (select u.id from units u where u.property_id = ${id})
        and state in ('pending', 'declined')) as requests`.execute(db);
  const [counts] = rows;
  const { leases = 0, orders = 0, bills = 0, documents = 0, trashed = 0, requests = 0 } = counts ?? {};
  assertNoRelatedRecords(
    property.name,
    formatCounts({
      leases: [leases, "lease", "leases"],
      orders: [orders, "work order", "work orders"],
      bills: [bills, "bill", "bills"],
      documents: [documents, "document", "documents"],
      trashed: [trashed, "document in the trash", "documents in the trash"],
      requests: [requests, "person requesting a unit", "people requesting a unit"],
    }),
  );
  const units = await db
    .selectFrom("units")
    .select(["id", "unit_number"])
    .where("property_id", "=", id)
    .execute();
  const assignedUserIds = await findAssignedUserIds(ctx, id);
  await runDeletion(property.name, async () => {
    // For people approved long ago, the unit they requested is kept only as a note.
    await sql`update users set requested_unit_id = null
      where requested_unit_id in (select u.id from units u where u.property_id = ${id})`.execute(db);
    await db.deleteFrom("property_landlords").where("property_id", "=", id).execute();
    await db.deleteFrom("property_staff").where("property_id", "=", id).execute();
    await db.deleteFrom("units").where("property_id", "=", id).execute();
    await db.deleteFrom("properties").where("id", "=", id).execute();
  });
  const { image_key, image_thumbnail_key, ...fields } = property;
  await audit(ctx, {
    action: "property.deleted",
    subjectType: "property",
    subjectId: id,
    propertyId: id,
    details: { before: { ...fields, units: units.map((unit) => unit.unit_number) } },
  });
  publishPropertyChange(ctx, id);
  ctx.afterCommit(async () => {
    ctx.live.publish({ to: "access-scope", userIds: assignedUserIds });
    for (const key of [image_key, image_thumbnail_key]) if (key !== null) await ctx.files.remove(key);
  });
}

async function findAssignedUserIds({ db }: SignedInCtx, id: number): Promise<number[]> {
  const { rows } = await sql<{ user_id: number }>`
    select user_id from property_landlords where property_id = ${id}
    union select user_id from property_staff where property_id = ${id}`.execute(db);
  return rows.map(({ user_id }) => user_id);
}
