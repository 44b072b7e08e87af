import { sql } from "kysely";
import type { Services } from "../http/context.ts";

/** Every column that names a stored file; a test compares the list with the database, where such columns end in `_key`. */
export const namingColumns = [
  ["organisation", "logo_key"],
  ["work_order_images", "file_key"],
  ["work_order_images", "thumbnail_key"],
  ["work_order_files", "file_key"],
  ["work_order_signatures", "file_key"],
  ["properties", "image_key"],
  ["properties", "image_thumbnail_key"],
  ["payment_confirmations", "proof_key"],
  ["payment_confirmations", "proof_thumbnail_key"],
  ["document_files", "file_key"],
] as const;

/** No request takes this long to name what it has stored. */
const unnamedForMs = 24 * 60 * 60 * 1000;

/**
 * Removes files that no row names, left by requests whose process was killed or whose connection was lost during the commit.
 * While the database names no file at all, every stored one is kept: it may be an empty one beside the files of another. So
 * leftovers stay, too, where every named file was deleted, until a row names one again.
 */
export async function sweepFiles({ db, files, clock, log }: Services): Promise<void> {
  const swept = await files.sweep(new Date(clock().getTime() - unnamedForMs), async (keys) => {
    const naming = namingColumns.map(
      ([table, column]) => sql`exists (select from ${sql.table(table)} t where t.${sql.ref(column)} = key)`,
    );
    const namesAny = namingColumns.map(
      ([table, column]) => sql`exists (select from ${sql.table(table)} where ${sql.ref(column)} is not null)`,
    );
    const { rows } = await sql<{ key: string }>`
      select key from unnest(${keys}::text[]) key
      where ${sql.join(naming, sql` or `)} or not (${sql.join(namesAny, sql` or `)})`.execute(db);
    return rows.map(({ key }) => key);
  });
  if (swept > 0) log.info({ swept }, "Files that nothing names were removed.");
}
