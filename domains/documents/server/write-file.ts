import type { SignedInCtx } from "#server/http/context.ts";
import type { KeptUpload } from "./receive-file.ts";

/** Writes the row of a file that is kept, as number `number` of its document. */
export async function writeFile(
  { db, actor, now }: SignedInCtx,
  document: { id: number; property_id: number },
  number: number,
  { file, name, mediaType }: KeptUpload,
): Promise<void> {
  await db
    .insertInto("document_files")
    .values({
      document_id: document.id,
      property_id: document.property_id,
      number,
      file_key: file.key,
      name,
      media_type: mediaType,
      bytes: file.bytes,
      sha256: file.sha256,
      uploaded_by_id: actor.id,
      uploaded_at: now,
      scan: "unscanned",
    })
    .execute();
}
