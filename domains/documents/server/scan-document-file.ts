import type { ClamdAddress } from "#server/config.ts";
import type { Db } from "#server/db/database.ts";
import type { Services } from "#server/http/context.ts";
import { scanForViruses, type Verdict } from "#server/integrations/virus-scanner.ts";
import { asPortal } from "#server/jobs/as-portal.ts";
import { enqueue, type Tasks } from "#server/jobs/tasks.ts";
import { settleInfected, settleToHave } from "./settle-scan.ts";

/** A scanner that is away is asked again after a quarter of a minute, then after longer and longer pauses up to this. */
const pauseSecondsMax = 600;

/** One scan at a time: a scanner that says nothing must not keep all other jobs waiting. */
export const scannerQueue = "virus-scanner";

/** Has a file looked through for viruses that waits for it, or removed when one was found, after the commit. */
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
 * Looks through a file that waits for it: it can be taken when it is clean, and is removed when it is not. While the scanner
 * or the storage is away it waits on; without a scanner it counts as not looked through.
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
    // Also of a run that was killed here, or while the storage was away.
    await files.remove(file.key);
  } catch (error) {
    log.warn(
      { err: error, fileId },
      "A document could not be looked through for viruses; it is tried again.",
    );
    await queueScan(db, fileId, tries + 1);
  }
}

/** Hands a kept file to the scanner. */
export async function scanKept({ files }: Services, address: ClamdAddress, key: string): Promise<Verdict> {
  const { stream } = await files.read(key);
  return scanForViruses(address, stream);
}
