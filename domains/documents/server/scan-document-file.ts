import type { ClamdAddress } from "#server/config.ts";
import type { Db } from "#server/db/database.ts";
import type { Services } from "#server/http/context.ts";
import { scanForViruses, type Verdict } from "#server/integrations/virus-scanner.ts";
import { asPortal } from "#server/jobs/as-portal.ts";
import { enqueue, type Tasks } from "#server/jobs/tasks.ts";
import { settleInfected, settleToHave } from "./settle-scan.ts";

/** The longest pause between retries; the first is a quarter of a minute, and each is longer than the one before. */
const pauseSecondsMax = 600;

/** One scan at a time: a scanner that does not answer must not block all other jobs. */
export const scannerQueue = "virus-scanner";

/** Enqueues the scan of a waiting file, or its removal when it is infected, after the commit. */
export const queueScan = (db: Db, fileId: number, tries = 0): Promise<void> =>
  enqueue(
    db,
    "scan-document-file",
    { fileId, tries },
    {
      queue: scannerQueue,
      inSeconds: tries === 0 ? 0 : Math.min(pauseSecondsMax, 15 * 2 ** Math.min(tries - 1, 10)),
    },
  );

/**
 * Scans a waiting file for viruses: it becomes downloadable when it is clean, and is removed when it is infected. While the
 * scanner or the storage is away it keeps waiting; without a scanner it counts as unscanned.
 */
export async function scanDocumentFile(
  services: Services,
  { fileId, tries }: Tasks["scan-document-file"],
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
      const verdict = config.clamd === null ? null : await scanKept(services, config.clamd, file.key);
      if (verdict === null || verdict.isClean) {
        await asPortal(services, (ctx) =>
          settleToHave(ctx, fileId, verdict === null ? "unscanned" : "clean"),
        );
        return;
      }
      await asPortal(services, (ctx) => settleInfected(ctx, file, verdict.virus));
    }
    // Also after a run that was killed here, or while the storage was away.
    await files.remove(file.key);
  } catch (error) {
    log.warn({ err: error, fileId }, "A document could not be scanned for viruses; it will be retried.");
    await queueScan(db, fileId, tries + 1);
  }
}

/** Sends a stored file to the scanner. */
export async function scanKept({ files }: Services, address: ClamdAddress, key: string): Promise<Verdict> {
  const { stream } = await files.read(key);
  return scanForViruses(address, stream);
}
