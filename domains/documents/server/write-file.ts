import type { Selectable } from "kysely";
import type { DocumentFilesTable } from "#server/db/tables.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import { forgetText, queueTexts, textTries } from "./extract-text.ts";
import type { KeptFile } from "./keep-file.ts";
import { queueScan } from "./scan-document-file.ts";

/** Inserts the row of a stored file, as number `number` of its document. */
export const writeFile = (
  ctx: SignedInCtx,
  document: { id: number; property_id: number },
  number: number,
  { file, name, mediaType }: KeptFile,
): Promise<void> =>
  write(ctx, {
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
    scan_begun_at: null,
  });

/** Inserts the row of a file that restores `earlier`: it refers to the same stored file. */
export const writeFileAgain = (
  ctx: SignedInCtx,
  {
    id: _,
    uploaded_by_id: __,
    uploaded_at: ___,
    text_tries_left: ____,
    ...earlier
  }: Selectable<DocumentFilesTable>,
  number: number,
): Promise<void> => write(ctx, { ...earlier, number, restored_from: earlier.number });

async function write(
  { db, actor, now }: SignedInCtx,
  file: Omit<Selectable<DocumentFilesTable>, "id" | "uploaded_by_id" | "uploaded_at" | "text_tries_left">,
): Promise<void> {
  const tries = textTries(file.media_type);
  const { id } = await db
    .insertInto("document_files")
    .values({ ...file, text_tries_left: tries, uploaded_by_id: actor.id, uploaded_at: now })
    .returning("id")
    .executeTakeFirstOrThrow();
  if (file.number > 1) await forgetText(db, file.document_id);
  if (file.scan === "waiting") await queueScan(db, id);
  else if (tries > 0) await queueTexts(db);
}
