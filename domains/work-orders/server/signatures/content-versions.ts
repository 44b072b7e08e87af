import { sql } from "kysely";
import type { Db } from "#server/db/database.ts";
import type { ActivityContent } from "../../activity-text.ts";
import type { WorkOrderRecord } from "../queries.ts";
import type { SignedContent } from "./content-hash.ts";

/** A version of the content that signatures cover. */
export interface ContentVersion {
  content: SignedContent;
  /** Who added photos, and when, if that created this version. */
  photosAdded?: { userId: number; at: Date };
}

type LoggedChange = Extract<ActivityContent, { actionType: "edited" | "photos_changed" }> & {
  userId: number;
  at: Date;
};
type SignedValues = Omit<SignedContent, "photos">;

/**
 * Returns every version of the content, oldest first, by undoing the logged changes one by one.
 * Photos are in the order of their ids.
 */
export async function readContentVersions(
  db: Db,
  order: Pick<WorkOrderRecord, "id" | keyof SignedValues>,
): Promise<ContentVersion[]> {
  const { rows: changes } = await sql<LoggedChange>`
    select action_type as "actionType", details, user_id as "userId", coalesce(happened_at, created_at) as at
    from work_order_activity where work_order_id = ${order.id} and action_type in ('edited', 'photos_changed')
    order by seq desc`.execute(db);
  let photos = await db
    .selectFrom("work_order_images")
    .select(["id", "sha256"])
    .where("work_order_id", "=", order.id)
    .orderBy("id")
    .execute();
  const { title, description, category, location, priority } = order;
  let values: SignedValues = { title, description, category, location, priority };
  const toVersion = (): ContentVersion => ({
    content: { ...values, photos: photos.map(({ sha256 }) => sha256) },
  });

  const versions = [toVersion()];
  for (const { actionType, details, userId, at } of changes) {
    // A tag isn't part of the content.
    if ("tagged" in details) continue;
    if (actionType === "edited") {
      for (const { field, from } of details.changes)
        if (field in values) values = { ...values, [field]: from };
    } else if ("removed" in details) {
      const removedPhoto = { id: details.imageId, sha256: Buffer.from(details.removed, "hex") };
      photos = [...photos, removedPhoto].sort((a, b) => a.id - b.id);
    } else {
      Object.assign(versions[0] ?? {}, { photosAdded: { userId, at } });
      for (const hash of details.added) {
        const addedIndex = photos.findLastIndex(({ sha256 }) => sha256.toString("hex") === hash);
        photos = photos.filter((_, index) => index !== addedIndex);
      }
    }
    versions.unshift(toVersion());
  }
  return versions;
}
