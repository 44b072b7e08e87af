import { sql } from "kysely";
import type { ClamdAddress } from "#server/config.ts";
import type { Services } from "#server/http/context.ts";
import { runAsPortal } from "#server/jobs/as-portal.ts";
import { enqueue } from "#server/jobs/tasks.ts";
import { markInfected, type ScannedFile } from "./record-scan-result.ts";
import { queueScan, scannerQueue, scanStoredFile } from "./scan-document-file.ts";

/**
 * The maximum number of files per run. None is started after `maxStartMs`, so that new documents don't have
 * to wait for all old ones.
 */
const maxFilesPerRun = 20;
const maxStartMs = 30_000;
/** After this many failures in a row, the scanner or the storage is considered unavailable. */
const maxConsecutiveFailures = 3;
/** How long to wait before retrying a file that couldn't be scanned or whose process was killed. */
const retryAfterMinutes = 60;

/**
 * Scans files uploaded before the portal had a virus scanner, starting with files never tried. Runs once a
 * minute, and immediately again while there are more. The files can be downloaded before the scan and are
 * removed if a virus is found. Each is marked as started before it's read, so that several instances never
 * scan the same file and the next run continues with other files after a killed one.
 */
export async function scanEarlierFiles(services: Services): Promise<void> {
  const { clamd } = services.config;
  if (clamd === null) return;
  const startedAt = performance.now();
  let consecutiveFailures = 0;
  for (let count = 0; count < maxFilesPerRun && performance.now() - startedAt < maxStartMs; count += 1) {
    const file = await claimNextFile(services);
    if (file === undefined) return;
    consecutiveFailures = (await scanFile(services, clamd, file)) ? 0 : consecutiveFailures + 1;
    if (consecutiveFailures === maxConsecutiveFailures) return;
  }
  await queueEarlierScans(services);
}

/** Because of the job key, only one such job is queued, including the one that runs every minute. */
const queueEarlierScans = ({ db }: Services): Promise<void> =>
  enqueue(db, "scan-earlier-files", {}, { queue: scannerQueue, key: "scan-earlier-files" });

interface EarlierFile extends ScannedFile {
  id: number;
}

/**
 * Marks the next file as started and returns it. Returns undefined if there is none or all were started
 * recently.
 */
async function claimNextFile({ db, clock }: Services): Promise<EarlierFile | undefined> {
  const now = clock();
  const { rows } = await sql<EarlierFile>`
    with next as (
      select id, scan_started_at from document_files where scan = 'unscanned'
      order by scan_started_at nulls first, id limit 1 for update skip locked
    )
    update document_files f set scan_started_at = ${now}::timestamptz from next
    where f.id = next.id and (next.scan_started_at is null
      or next.scan_started_at <= ${now}::timestamptz - make_interval(mins => ${sql.lit(retryAfterMinutes)}))
    returning f.id, f.document_id as "documentId", f.file_key as key`.execute(db);
  return rows[0];
}

/** Scans a file. Returns false if it couldn't be scanned. */
async function scanFile(services: Services, clamd: ClamdAddress, file: EarlierFile): Promise<boolean> {
  const { db, log } = services;
  try {
    const verdict = await scanStoredFile(services, clamd, file.key);
    if (verdict.isClean) {
      // Nothing changes for users, so no event is published. With many files, pages would refetch for hours.
      await sql`
        update document_files set scan = 'clean'
        where document_id = ${file.documentId} and file_key = ${file.key} and scan = 'unscanned'`.execute(db);
      return true;
    }
    await runAsPortal(services, async (ctx) => {
      await markInfected(ctx, file, verdict.virus);
      // A separate job removes the file itself. It survives a kill or a storage outage.
      await queueScan(ctx.db, file.id);
    });
    return true;
  } catch (error) {
    log.warn(
      { err: error, fileId: file.id },
      "A document uploaded before there was a virus scanner couldn't be scanned. It will be retried later.",
    );
    return false;
  }
}
