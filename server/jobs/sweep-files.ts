import { sql } from "kysely";
import type { Services } from "../http/context.ts";

/**
 * Every column that refers to a stored file. A test compares the list with the database, where such columns
 * end in `_key`.
 */
export const fileKeyColumns = [
  ["organization", "logo_key"],
  ["work_order_images", "file_key"],
  ["work_order_images", "thumbnail_key"],
  ["work_order_files", "file_key"],
  ["work_order_signatures", "file_key"],
  ["properties", "image_key"],
  ["properties", "image_thumbnail_key"],
  ["payment_confirmations", "proof_key"],
  ["payment_confirmations", "proof_thumbnail_key"],
  ["bills", "file_key"],
  ["recovery_question_files", "file_key"],
  ["document_files", "file_key"],
  ["export_parts", "file_key"],
] as const;

/** Longer than any request takes from storing a file to writing a row that refers to it. */
const minAgeMs = 24 * 60 * 60 * 1000;

/** A data export can take longer than `minAgeMs`, and rows refer to the parts of its ZIP only once it is complete. */
const isExporting = sql`exists (select from exports where state = 'running' and last_progress_at > now() - interval '1 day')`;

/**
 * Removes unreferenced files, left by requests whose process was killed or whose connection was lost during
 * the commit. If the database refers to no files at all, every stored file is kept, because a new, empty
 * database might be running next to the files of another one.
 */
export async function sweepFiles({ db, files, clock, log }: Services): Promise<void> {
  const removedCount = await files.sweep(new Date(clock().getTime() - minAgeMs), async (keys) => {
    const keyConditions = fileKeyColumns.map(
      ([table, column]) => sql`exists (select from ${sql.table(table)} t where t.${sql.ref(column)} = key)`,
    );
    const anyKeyConditions = fileKeyColumns.map(
      ([table, column]) => sql`exists (select from ${sql.table(table)} where ${sql.ref(column)} is not null)`,
    );
    const { rows } = await sql<{ key: string }>`
      select key from unnest(${keys}::text[]) key
      where ${sql.join(keyConditions, sql` or `)} or (key like '%.zip' and ${isExporting}) or not (${sql.join(anyKeyConditions, sql` or `)})`.execute(
      db,
    );
    return rows.map(({ key }) => key);
  });
  if (removedCount > 0) log.info({ swept: removedCount }, "Removed unreferenced files.");
}
