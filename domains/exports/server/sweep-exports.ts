import type { Services } from "#server/http/context.ts";
import { inTransaction } from "#server/http/requests/transaction.ts";
import { exportRetentionDays } from "../contract.ts";

const dayMs = 86_400_000;

/** Deletes the ZIPs of data exports that expired. The sweep of files removes a part left by a killed process. */
export async function sweepExports({ db, files, clock }: Services): Promise<void> {
  const parts = await inTransaction(db, async (transaction) => {
    const expired = await transaction
      .updateTable("exports")
      .set({ state: "expired" })
      .where("state", "=", "done")
      .where("finished_at", "<", new Date(clock().getTime() - exportRetentionDays * dayMs))
      .returning("id")
      .execute();
    if (expired.length === 0) return [];
    return transaction
      .deleteFrom("export_parts")
      .where(
        "export_id",
        "in",
        expired.map(({ id }) => id),
      )
      .returning("file_key as key")
      .execute();
  });
  for (const { key } of parts) await files.remove(key);
}
