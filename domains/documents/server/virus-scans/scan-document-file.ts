import type { ClamdAddress } from "#server/config.ts";
import type { Db } from "#server/db/database.ts";
import type { Services } from "#server/http/context.ts";
import { scanForViruses, type Verdict } from "#server/integrations/files/virus-scanner.ts";
import { runAsPortal } from "#server/jobs/as-portal.ts";
import { enqueue, type Tasks } from "#server/jobs/tasks.ts";
import { markDownloadable, markInfected } from "./record-scan-result.ts";

/** The maximum delay between retries. The first is 15 seconds, and each is longer than the one before. */
const maxDelaySeconds = 600;

/** Runs one scan at a time, so that a scanner that doesn't respond doesn't block all other jobs. */
export const scannerQueue = "virus-scanner";

/** Enqueues the scan of a waiting file, or its removal if it's infected, after the commit. */
export const queueScan = (db: Db, fileId: number, attempts = 0): Promise<void> =>
  enqueue(
    db,
    "scan-document-file",
    { fileId, attempts },
    {
      queue: scannerQueue,
      delaySeconds: attempts === 0 ? 0 : Math.min(maxDelaySeconds, 15 * 2 ** Math.min(attempts - 1, 10)),
    },
  );

/**
 * Scans a waiting file for viruses. It becomes downloadable if it's clean, and is removed if it's infected.
 * While the scanner or the storage is unavailable, it keeps waiting. Without a scanner, it counts as
 * unscanned.
 */
export async function scanDocumentFile(
  services: Services,
  { fileId, attempts }: Tasks["scan-document-file"],
): Promise<void> {
  const { db, config, files, log } = services;
  const file = await db
    .selectFrom("document_files")
    .select(["document_id as documentId", "file_key as key", "scan"])
    .where("id", "=", fileId)
    .where("scan", "in", ["waiting", "infected"])
    .executeTakeFirst();
  if (file === undefined) return;
  try {
    if (file.scan === "waiting") {
      const verdict = config.clamd === null ? null : await scanStoredFile(services, config.clamd, file.key);
      if (verdict === null || verdict.isClean) {
        await runAsPortal(services, (ctx) =>
          markDownloadable(ctx, fileId, verdict === null ? "unscanned" : "clean"),
        );
        return;
      }
      await runAsPortal(services, (ctx) => markInfected(ctx, file, verdict.virus));
    }
    // Also runs after a previous run was killed here or the storage was unavailable.
    await files.remove(file.key);
  } catch (error) {
    log.warn({ err: error, fileId }, "A document couldn't be scanned for viruses. It will be retried.");
    await queueScan(db, fileId, attempts + 1);
  }
}

/** Sends a stored file to the scanner. */
export async function scanStoredFile(
  { files }: Services,
  address: ClamdAddress,
  key: string,
): Promise<Verdict> {
  const { stream } = await files.read(key);
  return scanForViruses(address, stream);
}
