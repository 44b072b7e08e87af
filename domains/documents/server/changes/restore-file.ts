import { audit } from "#server/audit.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import { conflict, notFound } from "#shared/errors.ts";
import type { Document } from "../../contract.ts";
import { lockDocument, readDocument } from "../read-document.ts";
import { insertRestoredFile } from "../uploads/insert-file.ts";
import { assertScannedFile } from "../virus-scans/require-scanned-file.ts";
import { getNextFileNumber } from "./add-file.ts";
import { assertCurrentDocument } from "./assert-current-document.ts";
import { updateDocument } from "./update-document.ts";

/**
 * Restores an earlier file of a document: adds a new version that refers to the same stored file.
 * @throws AppError not_found; forbidden; conflict when it's already current, not downloadable, or
 * `expectedVersion` is outdated
 */
export async function restoreFile(
  ctx: SignedInCtx,
  { id, number }: { id: number; number: number },
  expectedVersion: number | undefined,
): Promise<Document> {
  const document = await lockDocument(ctx, id);
  await assertCurrentDocument(ctx, document, expectedVersion);
  const files = await ctx.db
    .selectFrom("document_files")
    .selectAll()
    .where("document_id", "=", id)
    .where("number", "in", [number, document.current_number])
    .execute();
  const earlierFile = files.find((file) => file.number === number);
  if (earlierFile === undefined) throw notFound("file");
  const currentFile = files.find((file) => file.number === document.current_number);
  if (earlierFile.file_key === currentFile?.file_key) throw conflict("This is already the current version.");
  assertScannedFile(earlierFile);
  const newNumber = await getNextFileNumber(ctx, id);
  await insertRestoredFile(ctx, earlierFile, newNumber);
  await updateDocument(ctx, document, { current_number: newNumber });
  await audit(ctx, {
    action: "document.version-restored",
    subjectType: "document",
    subjectId: id,
    propertyId: document.property_id,
    details: { title: document.title, file: earlierFile.name, restoredFrom: number, number: newNumber },
  });
  return readDocument(ctx, id);
}
