import type { SignedInCtx } from "#server/http/context.ts";
import { assertCurrentVersion } from "#server/http/requests/assert-current-version.ts";
import { type DocumentRecord, readDocument } from "../read-document.ts";

/** @throws AppError conflict when the user's version is outdated, with the current document */
export const assertCurrentDocument = (
  ctx: SignedInCtx,
  { id, version }: DocumentRecord,
  expectedVersion: number | undefined,
): Promise<void> =>
  assertCurrentVersion(ctx, { type: "document", id, name: "this document", version }, expectedVersion, () =>
    readDocument(ctx, id),
  );
