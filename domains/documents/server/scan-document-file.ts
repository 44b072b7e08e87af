import { sql } from "kysely";
import { managersOf } from "#domains/notifications/server/managers.ts";
import { notify } from "#domains/notifications/server/notify.ts";
import { audit } from "#server/audit.ts";
import type { ClamdAddress } from "#server/config.ts";
import type { Db } from "#server/db/database.ts";
import type { Ctx, Services } from "#server/http/context.ts";
import { asPortal } from "#server/jobs/as-portal.ts";
import { enqueue, type Tasks } from "#server/jobs/tasks.ts";
import { scanForViruses, type Verdict } from "#server/outside/virus-scanner.ts";
import { announceDocument } from "./announce.ts";
import type { DocumentRecord } from "./read-document.ts";
import { queueText } from "./take-text.ts";
import { tellOfDocument } from "./tell-of-document.ts";

/** A scanner that is away is asked again after a quarter of a minute, then after longer and longer pauses up to this. */
const pauseSecondsMax = 600;

/** Has a file looked through for viruses that waits for it, after the commit. */
export const queueScan = (db: Db, fileId: number, tries = 0): Promise<void> =>
  enqueue(
    db,
    "scan-document-file",
    { fileId, tries },
    // One at a time: a scanner that says nothing must not keep all other jobs waiting.
    {
      queue: "virus scanner",
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
    .select(["file_key as key", "scan"])
    .where("id", "=", fileId)
    .where("scan", "in", ["waiting", "infected"])
    .executeTakeFirst();
  if (file === undefined) return;
  try {
    if (file.scan === "waiting") {
      const verdict = config.clamd === null ? null : await scan(services, config.clamd, file.key);
      if (verdict === null || verdict.isClean) {
        await asPortal(services, (ctx) => settle(ctx, fileId, verdict === null ? "unscanned" : "clean"));
        return;
      }
      await asPortal(services, (ctx) => settleInfected(ctx, fileId, verdict.virus));
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

async function scan({ files }: Services, address: ClamdAddress, key: string): Promise<Verdict> {
  const { stream } = await files.read(key);
  return scanForViruses(address, stream);
}

interface Settled extends DocumentRecord {
  number: number;
  name: string;
  uploaded_by_id: number;
  media_type: string;
}

/** Writes down what became of a waiting file, and gives its document; undefined when another run was first. */
async function settle(
  ctx: Ctx,
  fileId: number,
  scan: "clean" | "infected" | "unscanned",
): Promise<Settled | undefined> {
  const { rows } = await sql<Settled>`
    with settled as (update document_files set scan = ${scan} where id = ${fileId} and scan = 'waiting' returning *)
    select d.*, settled.number, settled.name, settled.uploaded_by_id, settled.media_type
    from settled join documents d on d.id = settled.document_id`.execute(ctx.db);
  const [settled] = rows;
  if (settled === undefined) return undefined;
  announceDocument(ctx, settled);
  if (scan !== "infected") {
    await queueText(ctx.db, { ...settled, document_id: settled.id });
    if (settled.number === settled.current_number)
      await tellOfDocument(ctx, settled, {
        what: settled.number === 1 ? "added" : "new-file",
        byId: settled.uploaded_by_id,
      });
  }
  return settled;
}

/** The uploader and those who run the building hear of it, by the name of the file and the document. */
async function settleInfected(ctx: Ctx, fileId: number, virus: string): Promise<void> {
  const settled = await settle(ctx, fileId, "infected");
  if (settled === undefined) return;
  await audit(ctx, {
    action: "document.found-infected",
    subjectType: "document",
    subjectId: settled.id,
    propertyId: settled.property_id,
    actorName: "The portal",
    details: { title: settled.title, file: settled.name, number: settled.number, virus },
  });
  const managers = await managersOf(ctx, settled.property_id, { admins: "always" });
  await notify(ctx, {
    userIds: [settled.uploaded_by_id, ...managers],
    kind: "document.found-infected",
    text: `A virus was found in the file "${settled.name}" of "${settled.title}", so it was removed.`,
    documentId: settled.id,
    propertyId: settled.property_id,
  });
}
