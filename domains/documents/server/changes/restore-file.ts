import { audit } from "#server/audit.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import { conflict, notFound } from "#shared/errors.ts";
import type { Document } from "../../contract.ts";
import { lockDocument, readDocument } from "../read-document.ts";
import { insertRestoredFile } from "../uploads/insert-file.ts";
import { requireScannedFile } from "../virus-scans/require-scanned-file.ts";
import { nextNumber } from "./add-file.ts";
import { assertCurrentDocument } from "./assert-current-document.ts";
import { updateDocument } from "./update-document.ts";

/**
 * Restores an earlier file of a document as a new file that refers to the same stored one.
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
  const earlier = files.find((file) => file.number === number);
  if (earlier === undefined) throw notFound("file");
  const current = files.find((file) => file.number === document.current_number);
  if (earlier.file_key === current?.file_key) throw conflict("This is already the current version.");
  requireScannedFile(earlier);
  const next = await nextNumber(ctx, id);
  await insertRestoredFile(ctx, earlier, next);
  await updateDocument(ctx, document, { current_number: next });
  await audit(ctx, {
    action: "document.version-restored",
    subjectType: "document",
    subjectId: id,
    propertyId: document.property_id,
    details: { title: document.title, file: earlier.name, restoredFrom: number, number: next },
  });
  return readDocument(ctx, id);
}
