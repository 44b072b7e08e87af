import { audit } from "#server/audit.ts";
import type { SignedInCtx } from "#server/http/context.ts";
import { conflict, notFound } from "#shared/errors.ts";
import type { Document } from "../contract.ts";
import { nextNumber } from "./add-file.ts";
import { changeRecord } from "./change-record.ts";
import { lockDocument, readDocument } from "./read-document.ts";
import { refuseNotToHave } from "./refuse-not-to-have.ts";
import { refuseStale } from "./refuse-stale.ts";
import { writeFileAgain } from "./write-file.ts";

/**
 * Restores an earlier file of a document, as a new file that refers to the same stored one.
 * @throws AppError not_found; forbidden; conflict when it is already current, not downloadable, or `seen` is an old version
 */
export async function restoreFile(
  ctx: SignedInCtx,
  { id, number }: { id: number; number: number },
  seen: number | undefined,
): Promise<Document> {
  const document = await lockDocument(ctx, id);
  await refuseStale(ctx, document, seen);
  const files = await ctx.db
    .selectFrom("document_files")
    .selectAll()
    .where("document_id", "=", id)
    .where("number", "in", [number, document.current_number])
    .execute();
  const earlier = files.find((file) => file.number === number);
  if (earlier === undefined) throw notFound("file");
  const shown = files.find((file) => file.number === document.current_number);
  if (earlier.file_key === shown?.file_key) throw conflict("This file is already shown.");
  refuseNotToHave(earlier);
  const next = await nextNumber(ctx, id);
  await writeFileAgain(ctx, earlier, next);
  await changeRecord(ctx, document, { current_number: next });
  await audit(ctx, {
    action: "document.file-brought-back",
    subjectType: "document",
    subjectId: id,
    propertyId: document.property_id,
    details: { title: document.title, file: earlier.name, restoredFrom: number, number: next },
  });
  return readDocument(ctx, id);
}
