import { sql } from "kysely";
import type { SignedInCtx } from "#server/http/context.ts";
import { conflict, invalid } from "#shared/errors.ts";
import { workOrderNumber } from "#shared/format/ids.ts";
import type { ShownContent } from "../../contract.ts";
import { presentWorkOrder } from "../present.ts";
import { findWorkOrder } from "../queries.ts";
import type { SignedContent } from "./content-hash.ts";

/*
 * Signatures collected offline. A signature covers what the phone displayed, and the work order might have
 * changed since.
 */

/** @throws AppError conflict if someone else signed at a later time but their signature arrived first */
export async function assertNotSignedSince(ctx: SignedInCtx, id: number): Promise<void> {
  const { actor, db, happenedAt, now } = ctx;
  if (happenedAt >= now) return;
  const later = await db
    .selectFrom("work_order_signatures")
    .select("signed_by_name")
    .where("work_order_id", "=", id)
    .where("signed_at", ">", happenedAt)
    .where("signed_by_id", "<>", actor.id)
    .orderBy("id", "desc")
    .executeTakeFirst();
  if (later === undefined) return;
  throw conflict(`${later.signed_by_name} has already signed ${workOrderNumber(id)}.`, {
    current: presentWorkOrder(await findWorkOrder(db, actor.accessScope, id), actor, now),
  });
}

/** Whether the work order has left Completed since it was signed, which invalidates the sign-off. */
export async function wasReopenedSince({ db, happenedAt }: SignedInCtx, id: number): Promise<boolean> {
  const { rows } = await sql`
    select from work_order_activity where work_order_id = ${id} and coalesce(happened_at, created_at) > ${happenedAt}
      and (details @> '{"from": "completed"}' or details @> '{"changes": [{"field": "status", "from": "completed"}]}')
    limit 1`.execute(db);
  return rows.length > 0;
}

/**
 * Returns the content displayed to the signer. Includes the signer's own earlier photos, which the phone
 * displays before they are uploaded.
 * @throws AppError invalid if a photo never belonged to this work order
 */
export async function resolveSignedContent(
  { db, actor, happenedAt }: SignedInCtx,
  id: number,
  { imageIds, ...values }: ShownContent,
): Promise<SignedContent> {
  const { rows } = await sql<{ id: number; sha256: Buffer; is_mine: boolean }>`
    select id, sha256, added_by_id = ${actor.id} and created_at <= ${happenedAt} as is_mine, position
      from work_order_images where work_order_id = ${id}
    union all select (details->>'imageId')::bigint, decode(details->>'removed', 'hex'), false, 0 from work_order_activity
      where work_order_id = ${id} and action_type = 'photos_changed' and details ? 'imageId'
    order by position`.execute(db);
  const photos = imageIds.map((imageId) => rows.find((photo) => photo.id === imageId));
  const unseenPhotos = rows.filter((photo) => photo.is_mine && !imageIds.includes(photo.id));
  return {
    ...values,
    photos: [...photos, ...unseenPhotos].map((photo) => {
      if (photo === undefined)
        throw invalid({ shown: "One of the photos doesn't belong to this work order." });
      return photo.sha256;
    }),
  };
}

/** Returns the signed content and the fields in which the work order now differs, for the log. */
export function describeSignedContent(signed: SignedContent, current: SignedContent) {
  const { title, description, category, location, priority } = signed;
  const values = { title, description, category, location, priority };
  const fields = Object.keys(values) as (keyof typeof values)[];
  const photos = toHex(signed.photos);
  return {
    ...values,
    photos,
    differsIn: [
      ...fields.filter((field) => signed[field] !== current[field]),
      ...(photos.join() === toHex(current.photos).join() ? [] : (["photos"] as const)),
    ],
  };
}

const toHex = (photos: readonly Buffer[]): string[] => photos.map((photo) => photo.toString("hex"));
