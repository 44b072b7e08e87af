import { sql } from "kysely";
import type { SignedInCtx } from "#server/http/context.ts";
import { conflict, invalid } from "#shared/errors.ts";
import { workOrderNumber } from "#shared/format/ids.ts";
import { presentWorkOrder } from "../present.ts";
import { findWorkOrder, type WorkOrderRecord } from "../queries.ts";
import { contentHash, type SignedContent } from "./content-hash.ts";
import { type ContentVersion, readContentVersions } from "./content-versions.ts";

/*
 * Signatures collected offline. A signature covers what the phone displayed, and the work order might have
 * changed since.
 */

/** @throws AppError conflict if someone else signed at a later time but their signature arrived first */
export async function assertNotSignedSince(ctx: SignedInCtx, id: number): Promise<void> {
  const { actor, db, happenedAt, now } = ctx;
  if (happenedAt >= now) return;
  const laterSignature = await db
    .selectFrom("work_order_signatures")
    .select("signed_by_name")
    .where("work_order_id", "=", id)
    .where("signed_at", ">", happenedAt)
    .where("signed_by_id", "<>", actor.id)
    .orderBy("id", "desc")
    .executeTakeFirst();
  if (laterSignature === undefined) return;
  throw conflict(`${laterSignature.signed_by_name} has already signed ${workOrderNumber(id)}.`, {
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
 * Returns the version of the content that the device displayed. This includes photos that the
 * signer had added before signing, because the phone displays photos before it uploads them.
 * @throws AppError invalid if the work order never had this content
 */
export async function resolveSignedContent(
  { db, actor, happenedAt }: SignedInCtx,
  order: WorkOrderRecord,
  displayedHash: string,
): Promise<SignedContent> {
  const versions = await readContentVersions(db, order);
  let index = versions.findLastIndex(({ content }) => contentHash(content).toString("hex") === displayedHash);
  const isOwnEarlierPhoto = (version: ContentVersion | undefined) =>
    version?.photosAdded?.userId === actor.id && version.photosAdded.at <= happenedAt;
  if (index >= 0) while (isOwnEarlierPhoto(versions[index + 1])) index += 1;
  const signedVersion = versions[index];
  if (signedVersion === undefined)
    throw invalid({
      contentHash: "This work order never had the content you signed. Reload it and sign again.",
    });
  return signedVersion.content;
}

/** Returns the signed content and the fields in which the work order now differs, for the log. */
export function describeSignedContent(signedContent: SignedContent, currentContent: SignedContent) {
  const { title, description, category, location, priority } = signedContent;
  const values = { title, description, category, location, priority };
  const fields = Object.keys(values) as (keyof typeof values)[];
  const photos = toHex(signedContent.photos);
  return {
    ...values,
    photos,
    differsIn: [
      ...fields.filter((field) => signedContent[field] !== currentContent[field]),
      ...(photos.join() === toHex(currentContent.photos).join() ? [] : (["photos"] as const)),
    ],
  };
}

const toHex = (photos: readonly Buffer[]): string[] => photos.map((photo) => photo.toString("hex"));
