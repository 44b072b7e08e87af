import type { Services } from "#server/http/context.ts";
import { inTransaction } from "#server/http/requests/transaction.ts";
import { importRetentionDays } from "../../contract.ts";

const dayMs = 86_400_000;

/** Deletes files that weren't imported in time, and those whose upload was aborted. */
export async function sweepImports({ db, clock }: Services): Promise<void> {
  const now = clock().getTime();
  await db
    .deleteFrom("imports")
    .where("state", "=", "reading")
    .where("last_progress_at", "<", new Date(now - dayMs))
    .execute();
  await inTransaction(db, async (transaction) => {
    const expiredImports = await transaction
      .updateTable("imports")
      .set({ state: "expired" })
      .where("state", "in", ["matching", "checked", "queued", "running"])
      .where("last_progress_at", "<", new Date(now - importRetentionDays * dayMs))
      .returning("id")
      .execute();
    // Of a finished import, only the rows that weren't imported are stored.
    const finishedImports = await transaction
      .updateTable("imports")
      .set({ error_count: 0, skipped_count: 0 })
      .where("state", "=", "done")
      .where("last_progress_at", "<", new Date(now - importRetentionDays * dayMs))
      .where((where) => where.or([where("error_count", ">", 0), where("skipped_count", ">", 0)]))
      .returning("id")
      .execute();
    const ids = [...expiredImports, ...finishedImports].map(({ id }) => id);
    if (ids.length === 0) return;
    await transaction.deleteFrom("import_file_rows").where("import_id", "in", ids).execute();
    await transaction.deleteFrom("import_rows").where("import_id", "in", ids).execute();
    await transaction.deleteFrom("import_errors").where("import_id", "in", ids).execute();
  });
}
