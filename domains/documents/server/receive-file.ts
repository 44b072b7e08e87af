import type { FastifyRequest } from "fastify";
import type { SignedInCtx } from "#server/http/context.ts";
import { withIdempotencyKey } from "#server/http/idempotency.ts";
import { readForm } from "#server/http/read-form.ts";
import { actorAgain } from "#server/http/session.ts";
import { inTransaction } from "#server/http/transaction.ts";
import { forbidden, invalid, unauthenticated } from "#shared/errors.ts";
import type { Endpoint } from "#shared/http/endpoint.ts";
import { grantOf } from "#shared/permissions.ts";
import { createDocument } from "../contract.ts";
import { fileSentences } from "../kinds.ts";
import { kindBySentName } from "./check-kind.ts";
import { type KeptFile, keepFile } from "./keep-file.ts";

/**
 * Reads the form of an upload (DOC-19): its text fields and the one file.
 * @throws AppError invalid, too_large, wrong_kind, disk_full, unavailable, each with a sentence
 */
export async function receiveFile(
  ctx: SignedInCtx,
  request: FastifyRequest,
): Promise<{ fields: Record<string, string>; upload: KeptFile }> {
  if (!request.isMultipart()) throw invalid({ file: fileSentences.missing });
  let upload: KeptFile | undefined;
  const fields = await readForm(ctx, request, {
    ...createDocument.files,
    sentences: fileSentences,
    take: async (received) => {
      if (received.bytes === 0) throw invalid({ file: "This file is empty." });
      // Nobody downloads it before `scan-document-file.ts` has the scanner's result.
      upload = await keepFile(ctx, received, { kind: kindBySentName(received.name), scan: "later" });
    },
  });
  if (upload === undefined) throw invalid({ file: fileSentences.missing });
  return { fields, upload };
}

/**
 * Runs `write` for an upload, in one transaction and once per `Idempotency-Key`. The actor is read again: an upload may take
 * minutes, in which the session or the tenancy may end.
 * @throws AppError unauthenticated, forbidden, and what `write` throws
 */
export const writeUpload = (
  ctx: SignedInCtx,
  request: FastifyRequest,
  endpoint: Endpoint,
  {
    upload,
    facts,
    write,
  }: { upload: KeptFile; facts: object; write: (ctx: SignedInCtx) => Promise<unknown> },
) =>
  inTransaction(ctx.db, async (db) => {
    const actor = await actorAgain({ ...ctx, db }, ctx.actor);
    if (actor === null) throw unauthenticated();
    if (grantOf(actor.accessScope.effectiveRole, "documents.upload") === "no") throw forbidden();
    const writing = { ...ctx, db, actor };
    return withIdempotencyKey(writing, endpoint, request, {
      content: { ...facts, file: upload.file.sha256.toString("hex") },
      run: () => write(writing),
      takeBack: () => ctx.files.remove(upload.file.key),
    });
  });
