import { sql } from "kysely";
import type { ClamdAddress } from "#server/config.ts";
import type { Services } from "#server/http/context.ts";
import { asPortal } from "#server/jobs/as-portal.ts";
import { enqueue } from "#server/jobs/tasks.ts";
import { queueScan, scanKept, scannerQueue } from "./scan-document-file.ts";
import { type FileToSettle, settleInfected } from "./settle-scan.ts";

/** So many in one run, none begun after so long: new documents need not wait for all of the old ones. */
const filesAtOnce = 20;
const beginMsMax = 30_000;
/** After so many in a row that could not be looked through, the scanner or the storage is taken for one that is away. */
const failuresInARowMax = 3;
/** One that could not be looked through is tried again after this, and so is one whose process was killed. */
const againAfterMinutes = 60;

/**
 * Once a minute, and at once when there is more: files that were uploaded before the portal had a virus scanner are handed to it,
 * those first that never were. They can be taken meanwhile, and are removed when a virus is found. Each is marked as begun
 * before it is read, so several instances never take the same one, and a killed run goes on with the next.
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

/** There is never more than one such job that waits: a kept key sees to it, also of the one that comes every minute. */
const queueEarlierScans = ({ db }: Services): Promise<void> =>
  enqueue(db, "scan-earlier-files", {}, { queue: scannerQueue, key: "scan-earlier-files" });

interface EarlierFile extends FileToSettle {
  id: number;
}

/** Marks the next file as begun and gives it; undefined when there is none, or all were begun a short while ago. */
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

/** Whether the file could be looked through. */
async function scanOne(services: Services, clamd: ClamdAddress, file: EarlierFile): Promise<boolean> {
  const { db, log } = services;
  try {
    const verdict = await scanKept(services, clamd, file.key);
    if (verdict.isClean) {
      // Nobody may do anything else with it than before, so no open page is told: it would fetch for hours where there are many.
      await sql`
        update document_files set scan = 'clean'
        where document_id = ${file.documentId} and file_key = ${file.key} and scan = 'unscanned'`.execute(db);
      return true;
    }
    await asPortal(services, async (ctx) => {
      await settleInfected(ctx, file, verdict.virus);
      // The file itself is removed by a job of its own, which a kill or a storage that is away does not stop.
      await queueScan(ctx.db, file.id);
    });
    return true;
  } catch (error) {
    log.warn(
      { err: error, fileId: file.id },
      "A document from before there was a virus scanner could not be looked through; it is tried again later.",
    );
    return false;
  }
}
