import { sql } from "kysely";
import { audit } from "#server/audit.ts";
import type { Ctx, Services } from "#server/http/context.ts";
import { runAsPortal } from "#server/jobs/as-portal.ts";
import { daysInTrash } from "../../trash.ts";
import { publishDocumentChange } from "../publish-change.ts";
import { type DocumentRecord, recordSql } from "../read-document.ts";

/** How many documents are deleted in one transaction. */
const batchSize = 100;

/**
 * Runs once a day. Permanently deletes documents that have been in the trash for 30 days, with all their
 * files. The rows are deleted first. If a file can't be deleted after the commit, it's swept later because no
 * row refers to it.
 */
export async function removeTrashedDocuments(services: Services): Promise<void> {
  for (;;) {
    const keys = await runAsPortal(services, removeNextBatch);
    if (keys === undefined) return;
    for (const key of keys)
      await services.files
        .remove(key)
        .catch((error: unknown) =>
          services.log.warn({ err: error, key }, "The file of a deleted document couldn't be deleted yet."),
        );
  }
}

/**
 * Deletes the next documents and returns the keys of files that no row refers to anymore. Returns undefined
 * if none are left.
 */
async function removeNextBatch(ctx: Ctx): Promise<string[] | undefined> {
  const { rows: dueDocuments } = await sql<DocumentRecord>`
    select ${recordSql("d")} from documents d where d.trashed_at <= ${ctx.now}::timestamptz - make_interval(days => ${sql.lit(daysInTrash)})
    order by d.trashed_at, d.id limit ${sql.lit(batchSize)} for update skip locked`.execute(ctx.db);
  if (dueDocuments.length === 0) return undefined;
  const ids = dueDocuments.map(({ id }) => id);
  const { rows: files } = await sql<{ key: string }>`
    select distinct file_key as key from document_files where document_id = any(${ids}::bigint[])`.execute(
    ctx.db,
  );
  await sql`delete from documents where id = any(${ids}::bigint[])`.execute(ctx.db);
  for (const document of dueDocuments) {
    await audit(ctx, {
      action: "document.removed",
      subjectType: "document",
      subjectId: document.id,
      propertyId: document.property_id,
      actorName: "The portal",
      details: { title: document.title, type: document.type },
    });
    publishDocumentChange(ctx, document);
  }
  const { rows: unreferencedFiles } = await sql<{ key: string }>`
    select key from unnest(${files.map(({ key }) => key)}::text[]) key
    where not exists (select from document_files f where f.file_key = key)`.execute(ctx.db);
  return unreferencedFiles.map(({ key }) => key);
}
