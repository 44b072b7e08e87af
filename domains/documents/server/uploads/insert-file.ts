import type { Selectable } from "kysely";
import type { DocumentFilesTable } from "#server/db/tables.ts";
import type { Ctx } from "#server/http/context.ts";
import { clearText, getTextAttempts, queueTextExtraction } from "../search/extract-text.ts";
import { queueScan } from "../virus-scans/scan-document-file.ts";
import type { StoredUpload } from "./store-file.ts";

/** The person recorded as having uploaded a file, who might not be the one who is signed in. */
type UploadCtx = Pick<Ctx, "db" | "now" | "config"> & { actor: { id: number } };

/** Inserts the row of a stored file as file `number` of its document. */
export const insertFile = (
  ctx: UploadCtx,
  document: { id: number; property_id: number },
  number: number,
  { file, name, mediaType }: StoredUpload,
): Promise<void> =>
  insertFileRow(ctx, {
    document_id: document.id,
    property_id: document.property_id,
    number,
    file_key: file.key,
    name,
    media_type: mediaType,
    bytes: file.bytes,
    sha256: file.sha256,
    restored_from: null,
    scan: ctx.config.clamd === null ? "unscanned" : "waiting",
    scan_started_at: null,
  });

/** Inserts the row of a file that restores an earlier one and refers to the same stored file. */
export const insertRestoredFile = (
  ctx: UploadCtx,
  {
    id: _,
    uploaded_by_id: __,
    uploaded_at: ___,
    text_attempts_left: ____,
    ...earlierFile
  }: Selectable<DocumentFilesTable>,
  number: number,
): Promise<void> => insertFileRow(ctx, { ...earlierFile, number, restored_from: earlierFile.number });

async function insertFileRow(
  { db, actor, now }: UploadCtx,
  file: Omit<Selectable<DocumentFilesTable>, "id" | "uploaded_by_id" | "uploaded_at" | "text_attempts_left">,
): Promise<void> {
  const attempts = getTextAttempts(file.media_type);
  const { id } = await db
    .insertInto("document_files")
    .values({ ...file, text_attempts_left: attempts, uploaded_by_id: actor.id, uploaded_at: now })
    .returning("id")
    .executeTakeFirstOrThrow();
  if (file.number > 1) await clearText(db, file.document_id);
  if (file.scan === "waiting") await queueScan(db, id);
  else if (attempts > 0) await queueTextExtraction(db);
}
