import { sql } from "kysely";
import type { SignedInCtx } from "#server/http/context.ts";
import { conflict, invalid } from "#shared/errors.ts";
import { workOrderNumber } from "#shared/format/ids.ts";
import type { ShownContent } from "../contract.ts";
import type { SignedContent } from "./content-hash.ts";
import { presentOrder } from "./present.ts";
import { findOrder } from "./queries.ts";

/*
 * A signature that was given on a phone without a network. It covers what the phone showed, and the order may have gone on
 * since.
 */

/** @throws AppError conflict where somebody else has signed later than this, though it came sooner */
export async function refuseSignedSince(ctx: SignedInCtx, id: number): Promise<void> {
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
  throw conflict(`${later.signed_by_name} signed ${workOrderNumber(id)} in the meantime.`, {
    current: presentOrder(await findOrder(db, actor.accessScope, id), actor, now),
  });
}

/** Whether the order has left Completed since, which takes back its sign-off. */
export async function isReopenedSince({ db, happenedAt }: SignedInCtx, id: number): Promise<boolean> {
  const { rows } = await sql`
    select from work_order_activity where work_order_id = ${id} and coalesce(happened_at, created_at) > ${happenedAt}
      and (particulars @> '{"from": "completed"}' or particulars @> '{"changes": [{"field": "status", "from": "completed"}]}')
    limit 1`.execute(db);
  return rows.length > 0;
}

/**
 * What was shown to who signed. The signer's own photos of before belong to it: the phone shows them before they are sent.
 * @throws AppError invalid for photos that never were of this order
 */
export async function contentShown(
  { db, actor, happenedAt }: SignedInCtx,
  id: number,
  { imageIds, ...facts }: ShownContent,
): Promise<SignedContent> {
  const { rows } = await sql<{ id: number; sha256: Buffer; is_own: boolean }>`
    select id, sha256, added_by_id = ${actor.id} and created_at <= ${happenedAt} as is_own, position
      from work_order_images where work_order_id = ${id}
    union all select (particulars->>'imageId')::bigint, decode(particulars->>'removed', 'hex'), false, 0 from work_order_activity
      where work_order_id = ${id} and action_type = 'photos_changed' and particulars ? 'imageId'
    order by position`.execute(db);
  const photos = imageIds.map((imageId) => rows.find((photo) => photo.id === imageId));
  const own = rows.filter((photo) => photo.is_own && !imageIds.includes(photo.id));
  return {
    ...facts,
    photos: [...photos, ...own].map((photo) => {
      if (photo === undefined) throw invalid({ shown: "A photo that was shown is not of this work order." });
      return photo.sha256;
    }),
  };
}

/** For the log: what was signed, and in what the order differs by now. */
export function signedBefore(signed: SignedContent, present: SignedContent) {
  const { title, description, category, location, priority } = signed;
  const facts = { title, description, category, location, priority };
  const fields = Object.keys(facts) as (keyof typeof facts)[];
  const photos = hexOf(signed.photos);
  return {
    ...facts,
    photos,
    differsIn: [
      ...fields.filter((field) => signed[field] !== present[field]),
      ...(photos.join() === hexOf(present.photos).join() ? [] : (["photos"] as const)),
    ],
  };
}

const hexOf = (photos: readonly Buffer[]): string[] => photos.map((photo) => photo.toString("hex"));
