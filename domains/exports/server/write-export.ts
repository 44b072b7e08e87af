import { sql } from "kysely";
import type pg from "pg";
import type { Services } from "#server/http/context.ts";
import { runAsPortal } from "#server/jobs/as-portal.ts";
import type { Tasks } from "#server/jobs/tasks.ts";
import { notify } from "#server/notifications/notify.ts";
import { AppError } from "#shared/errors.ts";
import { dataExportPath } from "../paths.ts";
import { PartStore } from "./store-parts.ts";
import { type Progress, writeZip } from "./write-zip.ts";

/** The progress is stored after this many files. */
const filesPerUpdate = 20;

/**
 * Writes a data export. Its ZIP can be downloaded only once it is complete: the parts are recorded together with the
 * end of the export. If it fails, they are removed, and the person who started it is notified. If the process is
 * killed, the job runs again from the start, and the sweep of files removes the parts of the killed one. The sweep keeps
 * all ZIPs while an export makes progress.
 */
export async function writeExport(
  services: Services,
  pool: pg.Pool,
  { exportId }: Tasks["write-export"],
): Promise<void> {
  const { db, files, clock, log } = services;
  const row = await db
    .selectFrom("exports")
    .select("created_by_id as userId")
    .where("id", "=", exportId)
    .where("state", "in", ["queued", "running"])
    .executeTakeFirst();
  if (row === undefined) return;
  const output = new PartStore(files);
  let client: pg.PoolClient | undefined;
  let progress: Progress;
  try {
    client = await pool.connect();
    progress = await writeZip(client, {
      output,
      files,
      now: clock(),
      onProgress: (current) => recordProgress(services, exportId, { ...current, bytes: output.bytes }),
    });
  } catch (error) {
    log.error({ err: error, exportId }, "Data export failed.");
    output.destroy();
    await output.remove();
    return failExport(services, { exportId, userId: row.userId, error });
  } finally {
    // An unfinished COPY keeps the connection busy.
    client?.release(true);
  }
  await finishExport(services, { exportId, userId: row.userId, progress, output });
}

async function recordProgress(
  { db }: Services,
  exportId: number,
  { tableCount, tablesDone, fileCount, filesDone, bytes }: Progress & { bytes: number },
): Promise<void> {
  if (filesDone % filesPerUpdate !== 0) return;
  await sql`
    update exports set state = 'running', table_count = ${tableCount}, tables_done = ${tablesDone},
      file_count = ${fileCount}, files_done = ${filesDone}, bytes = ${bytes}, last_progress_at = now()
    where id = ${exportId} and state in ('queued', 'running')`.execute(db);
}

interface FinishedExport {
  exportId: number;
  userId: number;
  progress: Progress;
  output: PartStore;
}

/** Does nothing if another run finished the export, or if it was marked as failed. The parts are then swept. */
const finishExport = (services: Services, { exportId, userId, progress, output }: FinishedExport) =>
  runAsPortal(services, async (ctx) => {
    const { db, now } = ctx;
    const finished = await db
      .updateTable("exports")
      .set({
        state: "done",
        tables_done: progress.tablesDone,
        files_done: progress.filesDone,
        bytes: output.bytes,
        finished_at: now,
      })
      .where("id", "=", exportId)
      .where("state", "in", ["queued", "running"])
      .returning("id")
      .executeTakeFirst();
    if (finished === undefined) return;
    await db
      .insertInto("export_parts")
      .values(
        output.parts.map(({ key, bytes }, index) => ({
          export_id: exportId,
          position: index + 1,
          file_key: key,
          bytes,
        })),
      )
      .execute();
    await notify(ctx, [userId], { kind: "export.ended", details: { failed: false }, link: dataExportPath });
  });

/** Does nothing if the export is no longer in progress. */
const failExport = (
  services: Services,
  { exportId, userId, error }: { exportId: number; userId: number; error: unknown },
) =>
  runAsPortal(services, async (ctx) => {
    const message =
      error instanceof AppError
        ? error.message
        : "Something went wrong on the server. Try again, or look in the server's log for the cause.";
    const failed = await ctx.db
      .updateTable("exports")
      .set({ state: "failed", message })
      .where("id", "=", exportId)
      .where("state", "in", ["queued", "running"])
      .returning("id")
      .executeTakeFirst();
    if (failed !== undefined)
      await notify(ctx, [userId], { kind: "export.ended", details: { failed: true }, link: dataExportPath });
  });
