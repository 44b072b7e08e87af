import { sql } from "kysely";
import type { ClamdAddress } from "#server/config.ts";
import type { Services } from "#server/http/context.ts";
import { asPortal } from "#server/jobs/as-portal.ts";
import { enqueue } from "#server/jobs/tasks.ts";
import { queueScan, scanKept, scannerQueue } from "./scan-document-file.ts";
import { type FileToSettle, settleInfected } from "./settle-scan.ts";

/** The most files of one run, none begun after `beginMsMax`: new documents do not have to wait for all of the old ones. */
const filesAtOnce = 20;
const beginMsMax = 30_000;
/** After this many failures in a row, the scanner or the storage is considered away. */
const failuresInARowMax = 3;
/** When a file that could not be scanned, or whose process was killed, is retried. */
const againAfterMinutes = 60;

/**
 * Once a minute, and at once while there are more: scans files that were uploaded before the portal had a virus scanner, those
 * never tried first. They can be downloaded meanwhile, and are removed when a virus is found. Each is marked as begun before
 * it is read, so several instances never scan the same one, and after a killed run the next one continues with other files.
 */
export async function scanEarlierFiles(services: Services): Promise<void> {
  const { clamd } = services.config;
  if (clamd === null) return;
  const beganAt = performance.now();
  let failuresInARow = 0;
  for (let count = 0; count < filesAtOnce && performance.now() - beganAt < beginMsMax; count += 1) {
    const file = await beginNext(services);
    if (file === undefined) return;
    failuresInARow = (await scanOne(services, clamd, file)) ? 0 : failuresInARow + 1;
    if (failuresInARow === failuresInARowMax) return;
  }
  await queueEarlierScans(services);
}

/** At most one such job waits, including the one of every minute: the job key sees to that. */
const queueEarlierScans = ({ db }: Services): Promise<void> =>
  enqueue(db, "scan-earlier-files", {}, { queue: scannerQueue, key: "scan-earlier-files" });

interface EarlierFile extends FileToSettle {
  id: number;
}

/** Marks the next file as begun and returns it; undefined when there is none, or all were begun recently. */
async function beginNext({ db, clock }: Services): Promise<EarlierFile | undefined> {
  const now = clock();
  const { rows } = await sql<EarlierFile>`
    with next as (
      select id, scan_begun_at from document_files where scan = 'unscanned'
      order by scan_begun_at nulls first, id limit 1 for update skip locked
    )
    update document_files f set scan_begun_at = ${now}::timestamptz from next
    where f.id = next.id and (next.scan_begun_at is null
      or next.scan_begun_at <= ${now}::timestamptz - make_interval(mins => ${sql.lit(againAfterMinutes)}))
    returning f.id, f.document_id as "documentId", f.file_key as key`.execute(db);
  return rows[0];
}

/** Scans a file; false when it could not be scanned. */
async function scanOne(services: Services, clamd: ClamdAddress, file: EarlierFile): Promise<boolean> {
  const { db, log } = services;
  try {
    const verdict = await scanKept(services, clamd, file.key);
    if (verdict.isClean) {
      // Nothing changes for the users, so no event is published: pages would fetch for hours when there are many files.
      await sql`
        update document_files set scan = 'clean'
        where document_id = ${file.documentId} and file_key = ${file.key} and scan = 'unscanned'`.execute(db);
      return true;
    }
    await asPortal(services, async (ctx) => {
      await settleInfected(ctx, file, verdict.virus);
      // The file itself is removed by a job of its own, which survives a kill or a storage outage.
      await queueScan(ctx.db, file.id);
    });
    return true;
  } catch (error) {
    log.warn(
      { err: error, fileId: file.id },
      "A document from before there was a virus scanner could not be scanned; it will be retried later.",
    );
    return false;
  }
}
