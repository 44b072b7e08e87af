import type { SignedInCtx } from "#server/http/context.ts";
import { refuseOldVersion } from "#server/http/refuse-old-version.ts";
import { type DocumentRecord, readDocument } from "./read-document.ts";

/** @throws AppError conflict when the user's version is not the present one, with the document as it is now */
export const refuseStale = (
  ctx: SignedInCtx,
  { id, version }: DocumentRecord,
  seen: number | undefined,
): Promise<void> =>
  refuseOldVersion(ctx, { type: "document", id, name: "this document", version }, seen, () =>
    readDocument(ctx, id),
  );
