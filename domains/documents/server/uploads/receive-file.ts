import type { FastifyRequest } from "fastify";
import type { SignedInCtx } from "#server/http/context.ts";
import { withIdempotencyKey } from "#server/http/requests/idempotency.ts";
import { readForm } from "#server/http/requests/read-form.ts";
import { refreshActor } from "#server/http/requests/session.ts";
import { inTransaction } from "#server/http/requests/transaction.ts";
import { forbidden, invalid, unauthenticated } from "#shared/errors.ts";
import type { Endpoint } from "#shared/http/endpoint.ts";
import { getGrant } from "#shared/permissions.ts";
import { createDocument } from "../../contract.ts";
import { fileMessages } from "../../kinds.ts";
import { kindFromUploadName } from "../content-checks/check-kind.ts";
import { type StoredUpload, storeFile } from "./store-file.ts";

/**
 * Reads the form of an upload (DOC-19): its text fields and the one file.
 * @throws AppError invalid, too_large, unsupported_type, disk_full, unavailable, each with a message
 */
export async function receiveFile(
  ctx: SignedInCtx,
  request: FastifyRequest,
): Promise<{ fields: Record<string, string>; upload: StoredUpload }> {
  if (!request.isMultipart()) throw invalid({ file: fileMessages.missing });
  let upload: StoredUpload | undefined;
  const fields = await readForm(ctx, request, {
    ...createDocument.files,
    messages: fileMessages,
    onFile: async (received) => {
      if (received.bytes === 0) throw invalid({ file: fileMessages.empty });
      // The file can't be downloaded until `scan-document-file.ts` has the scanner's result.
      upload = await storeFile(ctx, received, { kind: kindFromUploadName(received.name), scan: "later" });
    },
  });
  if (upload === undefined) throw invalid({ file: fileMessages.missing });
  return { fields, upload };
}

/**
 * Runs `write` for an upload in one transaction and once per `Idempotency-Key`. Reads the actor again,
 * because the session or the lease can end during an upload of several minutes.
 * @throws AppError unauthenticated, forbidden, and the errors of `write`
 */
export const writeUpload = (
  ctx: SignedInCtx,
  request: FastifyRequest,
  endpoint: Endpoint,
  {
    upload,
    fields,
    write,
  }: { upload: StoredUpload; fields: object; write: (ctx: SignedInCtx) => Promise<unknown> },
) =>
  inTransaction(ctx.db, async (db) => {
    const actor = await refreshActor({ ...ctx, db }, ctx.actor);
    if (actor === null) throw unauthenticated();
    if (getGrant(actor.accessScope.effectiveRole, "documents.upload") === "no") throw forbidden();
    const writeCtx = { ...ctx, db, actor };
    return withIdempotencyKey(writeCtx, endpoint, request, {
      content: { ...fields, file: upload.file.sha256.toString("hex") },
      run: () => write(writeCtx),
      undo: () => ctx.files.remove(upload.file.key),
    });
  });
