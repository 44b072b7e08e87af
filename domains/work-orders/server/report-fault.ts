import { sql } from "kysely";
import type { SignedInCtx } from "#server/http/context.ts";
import type { KeptPicture } from "#server/outside/pictures.ts";
import { conflict, invalid, notFound } from "#shared/errors.ts";
import type { BodyOf } from "#shared/http/endpoint.ts";
import type { createWorkOrder, WorkOrder } from "../contract.ts";
import { contentHash } from "./content-hash.ts";
import { presentOrder } from "./present.ts";
import { findOrder } from "./queries.ts";
import { refuseWithoutMembership } from "./reporter.ts";
import { writeReport } from "./write-report.ts";

interface Place {
  property_id: number;
  unit_id: number | null;
  lease_id: number | null;
}

/** Reports a fault: the order, its photos, the first entry of its log and who is told, in one transaction (WO-70, ROLE-03). */
export async function reportFault(
  ctx: SignedInCtx,
  body: BodyOf<typeof createWorkOrder>,
  photos: KeptPicture[],
): Promise<WorkOrder> {
  const { actor, db } = ctx;
  const isPending = actor.reach.caller === "pending";
  await refuseWithoutMembership(ctx);
  const place = await placeOf(ctx, body.propertyId || undefined, body.unitId || undefined);
  const { title, description, category, location, priority } = body;
  const order = await writeReport(ctx, {
    ...place,
    title,
    description,
    category,
    location,
    priority,
    awaitingApproval: isPending,
    contentHash: contentHash({
      title,
      description,
      category,
      location,
      priority,
      photos: photos.map(({ file }) => file.sha256),
    }),
    entry:
      photos.length === 0
        ? "Work order created"
        : `Work order created with ${photos.length === 1 ? "1 photo" : `${photos.length} photos`}`,
  });
  if (photos.length === 0) return presentOrder(order, actor, ctx.now);
  await db
    .insertInto("work_order_images")
    .values(
      photos.map(({ file, thumbnail, mediaType, width, height }, position) => ({
        work_order_id: order.id,
        property_id: order.property_id,
        position,
        file_key: file.key,
        thumbnail_key: thumbnail.key,
        media_type: mediaType,
        bytes: file.bytes,
        width,
        height,
        sha256: file.sha256,
      })),
    )
    .execute();
  return presentOrder(await findOrder(db, actor.reach, order.id), actor, ctx.now);
}

/**
 * Where the fault is. A tenant's is at the own unit whatever was sent, a pending tenant's at the claimed one; staff choose
 * a building within reach, the first one when they name none.
 */
async function placeOf(
  ctx: SignedInCtx,
  propertyId: number | undefined,
  unitId: number | undefined,
): Promise<Place> {
  const { actor } = ctx;
  if (actor.role === "tenant")
    return actor.reach.caller === "pending" ? claimedPlace(ctx) : leasedPlace(ctx, unitId);
  if (actor.reach.caller === "pending")
    throw conflict("You can report a fault once your account has been approved.");
  const within = actor.reach.everywhere
    ? sql<boolean>`true`
    : sql<boolean>`p.id = any(${actor.reach.propertyIds}::bigint[])`;
  const property = await ctx.db
    .selectFrom("properties as p")
    .select("p.id")
    .where(within)
    .$if(propertyId !== undefined, (query) => query.where("p.id", "=", propertyId ?? 0))
    .orderBy("p.id")
    .limit(1)
    .executeTakeFirst();
  if (property === undefined)
    throw propertyId === undefined
      ? invalid({ propertyId: "Please choose a building" })
      : notFound("building");
  if (unitId === undefined) return { property_id: property.id, unit_id: null, lease_id: null };
  const unit = await ctx.db
    .selectFrom("units")
    .select("id")
    .where("id", "=", unitId)
    .where("property_id", "=", property.id)
    .executeTakeFirst();
  if (unit === undefined) throw invalid({ unitId: "This unit is not in the chosen building" });
  return { property_id: property.id, unit_id: unitId, lease_id: await currentLeaseOf(ctx, unitId) };
}

async function leasedPlace({ db, actor }: SignedInCtx, unitId: number | undefined): Promise<Place> {
  const { rows: leased } = await sql<Place>`
    select property_id, unit_id, lease_id from current_lease_units where lease_id = any(${actor.reach.leaseIds}::bigint[])
    order by lease_id, unit_id`.execute(db);
  const place = leased.find(({ unit_id }) => unit_id === unitId) ?? leased[0];
  if (place === undefined)
    throw conflict("Your tenancy has ended, so there is no unit to report a fault for.");
  return place;
}

async function claimedPlace({ db, actor }: SignedInCtx): Promise<Place> {
  const unit =
    actor.unitId === null
      ? undefined
      : await db
          .selectFrom("units")
          .select(["id", "property_id"])
          .where("id", "=", actor.unitId)
          .executeTakeFirst();
  if (unit === undefined) throw conflict("Please choose your unit first.");
  return { property_id: unit.property_id, unit_id: unit.id, lease_id: null };
}

/** The lease that has the unit today, so that its tenant sees what staff report there. */
async function currentLeaseOf({ db }: SignedInCtx, unitId: number): Promise<number | null> {
  const { rows } = await sql<{ lease_id: number }>`
    select lease_id from current_lease_units where unit_id = ${unitId}`.execute(db);
  return rows[0]?.lease_id ?? null;
}
