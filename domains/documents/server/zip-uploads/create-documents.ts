import { sql } from "kysely";
import type { SignedInCtx } from "#server/http/context.ts";
import { refreshActor } from "#server/http/requests/session.ts";
import { inTransaction, OutcomeUnknown } from "#server/http/requests/transaction.ts";
import { AppError, conflict, forbidden, unauthenticated } from "#shared/errors.ts";
import { getGrant } from "#shared/permissions.ts";
import type { NewZipDocument, ZipOutcome } from "../../zip-contract.ts";
import { kindFromUploadName } from "../content-checks/check-kind.ts";
import { storeFile } from "../uploads/store-file.ts";
import { uploadDocument } from "../uploads/upload-document.ts";
import type { ZipEntry } from "./open-zip.ts";

/**
 * Creates a document for each row, in a transaction of its own, and returns the outcomes. A file that fails doesn't
 * stop the others. A retry after a lost response doesn't create a document again, because a file that is already
 * among the unit's documents is rejected.
 */
export async function createDocuments(
  ctx: SignedInCtx,
  entries: readonly ZipEntry[],
  rows: readonly NewZipDocument[],
): Promise<ZipOutcome[]> {
  const outcomes: ZipOutcome[] = [];
  for (const row of rows) {
    const { index } = row;
    try {
      outcomes.push({ index, documentId: await createDocument(ctx, entries[index], row), message: null });
    } catch (error) {
      if (!(error instanceof AppError)) ctx.log.error({ err: error }, "A file of a ZIP couldn't be added.");
      const message =
        error instanceof AppError ? error.message : "We couldn't add this file. Please try again.";
      outcomes.push({ index, documentId: null, message });
    }
  }
  return outcomes;
}

/** @throws AppError for a file that can't become a document */
async function createDocument(
  ctx: SignedInCtx,
  entry: ZipEntry | undefined,
  row: NewZipDocument,
): Promise<number> {
  if (entry === undefined)
    throw new AppError("not_found", "The ZIP doesn't have this file. Choose it again.");
  if (entry.error !== null) throw new AppError("unsupported_type", entry.error);
  const afterCommit: Parameters<SignedInCtx["afterCommit"]>[0][] = [];
  const onFailure: Parameters<SignedInCtx["onFailure"]>[0][] = [];
  const rowCtx: SignedInCtx = {
    ...ctx,
    afterCommit: (run) => void afterCommit.push(run),
    onFailure: (run) => void onFailure.push(run),
  };
  try {
    const id = await entry.unpack(ctx.files, async (file) => {
      // The file can't be downloaded until `scan-document-file.ts` has the scanner's result.
      const upload = await storeFile(rowCtx, file, { kind: kindFromUploadName(file.name), scan: "later" });
      return inTransaction(ctx.db, async (db) => {
        // The session can end while a large ZIP is being added.
        const actor = await refreshActor({ ...rowCtx, db }, ctx.actor);
        if (actor === null) throw unauthenticated();
        if (getGrant(actor.accessScope.effectiveRole, "documents.upload-zip") === "no") throw forbidden();
        const { title, type, propertyId, unitId } = row;
        const place = { buildingId: propertyId, unitId: unitId ?? "", visibility: "staff" } as const;
        const writeCtx = { ...rowCtx, db, actor };
        const document = await uploadDocument(writeCtx, { title, type, ...place }, upload);
        await assertNew(writeCtx, document.id, upload.file.sha256);
        return document.id;
      });
    });
    for (const task of afterCommit) ctx.afterCommit(task);
    return id;
  } catch (error) {
    for (const task of error instanceof OutcomeUnknown ? [] : onFailure)
      await task().catch((failure: unknown) => ctx.log.error({ err: failure }, "cleanup failed"));
    throw error;
  }
}

/**
 * Locks the file's contents until the end of the transaction, so that two uploads of a ZIP don't both add them.
 * @throws AppError conflict if another document of the same unit or property already has this file
 */
async function assertNew({ db }: SignedInCtx, documentId: number, sha256: Buffer): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${sha256.toString("hex")}, 0))`.execute(db);
  const { rows } = await sql<{ title: string }>`
    select other.title from document_files f join documents other on other.id = f.document_id
      join documents d on d.id = ${documentId}
    where f.sha256 = ${sha256} and other.id <> d.id and other.property_id = d.property_id
      and other.unit_id is not distinct from d.unit_id and other.trashed_at is null
    order by other.id limit 1`.execute(db);
  if (rows[0] !== undefined) throw conflict(`This file is already in Documents as “${rows[0].title}.”`);
}
