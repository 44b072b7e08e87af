import { contentHashVersion } from "#domains/work-orders/server/signatures/content-hash.ts";
import type { Db } from "#server/db/database.ts";
import type { DemoWorkOrderContents } from "./contents.ts";

/**
 * Adds work orders with their time entries, photos, files, and signatures, then all activity in chronological
 * order.
 */
export async function fillWorkOrders(db: Db, orders: readonly DemoWorkOrderContents[]): Promise<void> {
  await db
    .insertInto("work_orders")
    .values(
      orders.map((order) => ({
        id: order.id,
        property_id: order.propertyId,
        unit_id: order.unitId,
        lease_id: order.leaseId,
        ...order.fields,
        status: order.status,
        created_by_id: order.createdBy.id,
        assignee_id: order.assignee?.id ?? null,
        due_at: order.dueAt,
        planned_on: order.plannedOn,
        estimate_minutes: order.estimateMinutes,
        pause_reason: order.pause?.reason ?? null,
        paused_at: order.pause?.since ?? null,
        paused_until: order.pause?.until ?? null,
        awaiting_approval: order.createdBy.state === "pending",
        content_hash: order.contentHash,
        content_hash_version: contentHashVersion,
        version: order.version,
        created_at: order.createdAt,
        updated_at: order.updatedAt,
        completed_at: order.completedAt,
      })),
    )
    .execute();
  await db
    .insertInto("work_order_appointments")
    .values(
      orders.flatMap(({ id, propertyId, appointment: visit }) =>
        visit === null
          ? []
          : [
              {
                work_order_id: id,
                property_id: propertyId,
                starts_at: new Date(visit.from),
                ends_at: new Date(visit.to),
                state: visit.state,
                note: visit.note,
                arranged_by_id: visit.arrangedById,
              },
            ],
      ),
    )
    .execute();
  await db
    .insertInto("work_order_times")
    .values(
      orders.flatMap(({ id, propertyId, times }) =>
        times.map(({ by, startedAt, endedAt, note }) => ({
          work_order_id: id,
          property_id: propertyId,
          user_id: by.id,
          started_at: startedAt,
          ended_at: endedAt,
          note,
          recorded_at: endedAt ?? startedAt,
        })),
      ),
    )
    .execute();
  await db
    .insertInto("work_order_images")
    .values(
      orders.flatMap((order) =>
        order.photos.map(({ file, thumbnail, width, height }, position) => ({
          work_order_id: order.id,
          property_id: order.propertyId,
          position,
          file_key: file.key,
          thumbnail_key: thumbnail.key,
          media_type: "image/jpeg",
          bytes: file.bytes,
          width,
          height,
          sha256: file.sha256,
          added_by_id: order.createdBy.id,
          created_at: order.createdAt,
        })),
      ),
    )
    .execute();
  await db
    .insertInto("work_order_files")
    .values(
      orders.flatMap((order) =>
        order.files.map(({ file, name, mediaType, internal, by, at }) => ({
          work_order_id: order.id,
          property_id: order.propertyId,
          file_key: file.key,
          name,
          media_type: mediaType,
          bytes: file.bytes,
          sha256: file.sha256,
          internal,
          added_by_id: by.id,
          created_at: at,
        })),
      ),
    )
    .execute();
  await fillConflicts(db, orders);
  const signatureIds = await fillSignatures(db, orders);
  await fillActivity(db, orders, signatureIds);
}

async function fillConflicts(db: Db, orders: readonly DemoWorkOrderContents[]): Promise<void> {
  const rows = orders.flatMap(({ id, propertyId, conflict }) =>
    conflict === null
      ? []
      : [
          {
            work_order_id: id,
            property_id: propertyId,
            requested: JSON.stringify(conflict.requested),
            current: JSON.stringify({ ...conflict.current, byId: conflict.currentById }),
            expected: JSON.stringify({ status: "open", assigneeId: conflict.by.id }),
            user_id: conflict.by.id,
            happened_at: conflict.happenedAt,
            created_at: conflict.at,
          },
        ],
  );
  await db.insertInto("work_order_conflicts").values(rows).execute();
}

/** Returns the ids of each work order's signatures, oldest first. */
async function fillSignatures(
  db: Db,
  orders: readonly DemoWorkOrderContents[],
): Promise<Map<number, number[]>> {
  const signings = orders
    .flatMap((order) => order.signings.map((signing) => ({ order, signing })))
    .sort((a, b) => a.signing.at.getTime() - b.signing.at.getTime());
  await db
    .insertInto("work_order_signatures")
    .values(
      signings.map(({ order, signing }, index) => ({
        id: index + 1,
        work_order_id: order.id,
        property_id: order.propertyId,
        file_key: signing.image.key,
        sha256: signing.image.sha256,
        content_hash: signing.contentHash,
        content_hash_version: contentHashVersion,
        signed_by_id: signing.by.id,
        signed_by_name: signing.name,
        signed_at: signing.at,
      })),
    )
    .execute();
  const ids = new Map<number, number[]>();
  for (const [index, { order }] of signings.entries()) {
    ids.set(order.id, [...(ids.get(order.id) ?? []), index + 1]);
    await db
      .updateTable("work_orders")
      .set({ signature_id: index + 1 })
      .where("id", "=", order.id)
      .execute();
  }
  return ids;
}

async function fillActivity(
  db: Db,
  orders: readonly DemoWorkOrderContents[],
  signatureIds: Map<number, number[]>,
): Promise<void> {
  const rows = orders.flatMap((order) => {
    let signed = 0;
    return order.entries.map(({ at, happenedAt = null, by, internal, ...content }) => {
      const signature =
        content.actionType === "signature"
          ? {
              signatureId: signatureIds.get(order.id)?.[signed],
              imageSha256: order.signings[signed++]?.image.sha256.toString("hex"),
            }
          : {};
      return {
        work_order_id: order.id,
        property_id: order.propertyId,
        action_type: content.actionType,
        internal,
        user_id: by.id,
        user_name: by.fullName,
        user_role: by.role,
        details: JSON.stringify({ ...content.details, ...signature }),
        created_at: at,
        happened_at: happenedAt,
        // Set by the trigger that chains the entries.
        seq: 0,
        previous_hash: Buffer.alloc(0),
        hash: Buffer.alloc(0),
      };
    });
  });
  rows.sort((a, b) => a.created_at.getTime() - b.created_at.getTime());
  await db.insertInto("work_order_activity").values(rows).execute();
}
