import { sql } from "kysely";
import { audit } from "#server/audit.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import { archiveQueue, enqueue } from "#server/jobs/tasks.ts";
import { conflict } from "#shared/errors.ts";
import type { DataExport } from "../contract.ts";
import { abandonedMessage, type ExportRecord, exportColumns, presentExport } from "./list-exports.ts";

/**
 * Enqueues the job that writes a data export.
 * @throws AppError conflict while another export is in progress
 */
export async function startExport(ctx: SignedInCtx): Promise<DataExport> {
  const { db, actor, now } = ctx;
  await endAbandonedExport(ctx);
  // The index rejects a second export in progress, even if both start at the same time.
  const started = await db
    .insertInto("exports")
    .values({ created_by_id: actor.id, created_at: now })
    .onConflict((conflicting) => conflicting.doNothing())
    .returning("id")
    .executeTakeFirst();
  if (started === undefined)
    throw conflict("Another export was just started. Wait until it's finished, then download it.");
  const { id } = started;
  await enqueue(db, "write-export", { exportId: id }, { maxAttempts: 3, queue: archiveQueue });
  await audit(ctx, { action: "export.started", subjectType: "export", subjectId: id });
  const { rows } = await sql<ExportRecord>`
    select ${exportColumns} from exports e join users u on u.id = e.created_by_id where e.id = ${id}`.execute(
    db,
  );
  return presentExport(rows[0] as ExportRecord);
}

/** @throws AppError conflict if the export in progress isn't abandoned */
async function endAbandonedExport({ db }: SignedInCtx): Promise<void> {
  const { rows } = await sql<ExportRecord>`
    select ${exportColumns} from exports e join users u on u.id = e.created_by_id
    where e.state in ('queued', 'running') for update of e`.execute(db);
  for (const { id, is_abandoned: isAbandoned, created_by: name } of rows) {
    if (!isAbandoned)
      throw conflict(
        `${name} started an export that isn't finished yet. Wait until it's finished, then download it.`,
      );
    await db
      .updateTable("exports")
      .set({ state: "failed", message: abandonedMessage })
      .where("id", "=", id)
      .execute();
  }
}
